package io.mosql.sql.exec.expression;

import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.rel.core.CorrelationId;

/**
 * Assigns a slot of the execution context to each correlation variable of a plan, and records
 * whether the plan reads the current time.
 */
public final class CorrelationSlots {
  private final Map<CorrelationId, Integer> slots = new HashMap<>();
  private boolean timed;

  public int slot(CorrelationId variable) {
    Integer known = slots.putIfAbsent(variable, slots.size());
    return known == null ? slots.size() - 1 : known;
  }

  /**
   * Records that an expression of the plan reads the start time of its statement or transaction.
   */
  void noteTime() {
    timed = true;
  }

  public boolean isTimed() {
    return timed;
  }

  public int count() {
    return slots.size();
  }
}
