package io.mosql.storage;

import java.util.Map;
import java.util.TreeMap;

/** What simulations have met so far, by name. Not thread-safe. */
final class SimulationTotals {
  private final Map<String, Long> counts = new TreeMap<>();

  void add(String name, long n) {
    if (n != 0) {
      counts.merge(name, n, Long::sum);
    }
  }

  void addAll(SimulationTotals other) {
    other.counts.forEach(this::add);
  }

  long get(String name) {
    return counts.getOrDefault(name, 0L);
  }

  /** Lines of a Markdown table of two columns. */
  String toTable() {
    StringBuilder table = new StringBuilder();
    counts.forEach((name, n) -> table.append(String.format("| %s | %,d |%n", name, n)));
    return table.toString();
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
