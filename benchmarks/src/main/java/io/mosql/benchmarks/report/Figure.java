package io.mosql.benchmarks.report;

/**
 * One number of a result, to be set beside the same one of others.
 *
 * @param value NaN when there is none
 * @param format of the value
 */
public record Figure(String title, double value, boolean moreIsBetter, String format) {
  public static Figure rate(String title, double value) {
    return new Figure(title, value, true, "%.0f");
  }

  public static Figure seconds(String title, double value) {
    return new Figure(title, value, false, "%.1f");
  }

  public static Figure millis(String title, double value) {
    return new Figure(title, value, false, "%.3f");
  }
}
