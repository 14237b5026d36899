package io.mosql.benchmarks.storage.step;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;

/**
 * Output of a step: lines {@code @name value} for the parent process, other lines for the user: a
 * line {@code @name value} each, which its parent keeps; all other lines are for people.
 * Thread-safe.
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

  /** Keeps the figure of a line that is one. */
  public static boolean read(String line, Map<String, Double> figures) {
    int blank = line.indexOf(' ');
    if (!line.startsWith(MARK) || blank < 0) {
      return false;
    }
    figures.put(line.substring(MARK.length(), blank), Double.valueOf(line.substring(blank + 1)));
    return true;
  }
}
