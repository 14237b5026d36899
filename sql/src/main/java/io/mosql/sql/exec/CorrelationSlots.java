package io.mosql.sql.exec;

import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.rel.core.CorrelationId;

/** Numbers the correlation variables of one plan. */
final class CorrelationSlots {
  private final Map<CorrelationId, Integer> slots = new HashMap<>();

  int slot(CorrelationId variable) {
    Integer known = slots.putIfAbsent(variable, slots.size());
    return known == null ? slots.size() - 1 : known;
  }

  int count() {
    return slots.size();
  }
}
