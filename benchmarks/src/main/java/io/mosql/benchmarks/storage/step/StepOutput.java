package io.mosql.benchmarks.storage.step;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;

/**
 * Output of a step: lines {@code @name value} are metrics for the parent process, all other lines
 * are for display. Thread-safe.
 */
public final class StepOutput {
  private static final String MARK = "@";

  private final PrintStream out;

  StepOutput(PrintStream out) {
    this.out = out;
  }

  void metric(String name, double value) {
    out.println(MARK + name + " " + value);
    out.flush();
  }

  void line(String format, Object... arguments) {
    out.printf(Locale.ROOT, format + "%n", arguments);
    out.flush();
  }

  /** Stores the metric of a line; returns whether the line contains one. */
  public static boolean read(String line, Map<String, Double> figures) {
    int blank = line.indexOf(' ');
    if (!line.startsWith(MARK) || blank < 0) {
      return false;
    }
    figures.put(line.substring(MARK.length(), blank), Double.valueOf(line.substring(blank + 1)));
    return true;
  }
}
