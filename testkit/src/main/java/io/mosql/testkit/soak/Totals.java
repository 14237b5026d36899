package io.mosql.testkit.soak;

import java.util.Map;
import java.util.TreeMap;

/** Named totals of a run. Not thread-safe. */
public final class Totals {
  private final Map<String, Long> counts = new TreeMap<>();

  public void add(String name, long n) {
    if (n != 0) {
      counts.merge(name, n, Long::sum);
    }
  }

  public long get(String name) {
    return counts.getOrDefault(name, 0L);
  }

  /** Lines of a Markdown table of two columns. */
  public String toTable() {
    StringBuilder table = new StringBuilder();
    counts.forEach((name, n) -> table.append(String.format("| %s | %,d |%n", name, n)));
    return table.toString();
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
