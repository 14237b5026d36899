package io.mosql.benchmarks.report;

import org.jspecify.annotations.Nullable;

/**
 * Result of a consistency condition.
 *
 * @param number 1 to 12 as in clause 3.3.2
 * @param detail the first row that breaks the condition, or the error met; null when it holds
 */
public record ConditionResult(
    int number, String title, boolean holds, @Nullable String detail, double millis) {

  /** Formats the result as one line. */
  public String line() {
    String head = "  condition %2d  %-6s  %s".formatted(number, holds ? "ok" : "FAILED", title);
    return detail == null ? head : head + "\n                        " + detail;
  }
}
