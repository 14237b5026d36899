package io.mosql.sql.exec;

import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.rel.core.CorrelationId;

/**
 * Numbers the correlation variables of one plan, and notes whether its expressions ask for the
 * time.
 */
final class CorrelationSlots {
  private final Map<CorrelationId, Integer> slots = new HashMap<>();
  private boolean timed;

  int slot(CorrelationId variable) {
    Integer known = slots.putIfAbsent(variable, slots.size());
    return known == null ? slots.size() - 1 : known;
  }

  /** An expression of the plan asks when its statement or transaction began. */
  void noteTime() {
    timed = true;
  }

  boolean isTimed() {
    return timed;
  }

  int count() {
    return slots.size();
  }
}
