package io.mosql.benchmarks.testbed;

import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.util.Locale;

/**
 * Progress output of a benchmark: one line that is overwritten on a terminal, otherwise a line from
 * time to time. Not thread-safe.
 */
public final class ProgressConsole {
  /** System property set by the launcher, which can detect a terminal more reliably than a JVM. */
  private static final String TERMINAL_PROPERTY = "mosql.terminal";

  private static final int BAR_WIDTH = 30;
  private static final double PLAIN_STEP = 0.25;
  private static final int PLAIN_TICK_SECONDS = 10;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean terminal;
  private double plainNext = PLAIN_STEP;
  private int plainTick = PLAIN_TICK_SECONDS;
  private boolean lineOpen;

  public ProgressConsole(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /**
   * @param out writer to standard output, which is checked for being a terminal
   */
  public static ProgressConsole on(PrintWriter out) {
    return new ProgressConsole(out, isTerminal());
  }

  /**
   * Whether standard output is a terminal. From JDK 22 on there is a console object even when
   * output is redirected; it reports whether it is a terminal.
   */
  @SuppressWarnings("SystemConsoleNull")
  public static boolean isTerminal() {
    if (Boolean.getBoolean(TERMINAL_PROPERTY)) {
      return true;
    }
    java.io.Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      Method method = java.io.Console.class.getMethod("isTerminal");
      return (Boolean) method.invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  public void line(String text) {
    if (lineOpen) {
      out.print(CLEAR_LINE);
      lineOpen = false;
    }
    out.println(text);
    out.flush();
  }

  public void line(String format, Object... arguments) {
    line(String.format(Locale.ROOT, format, arguments));
  }

  /** Displays the progress of a load; the expected number of rows is an estimate. */
  public void loading(long rows, long expected, double seconds) {
    double part = Math.min(1, (double) rows / expected);
    if (terminal) {
      int full = (int) (part * BAR_WIDTH);
      rewrite(
          "Loading [%s%s] %3.0f %%  %,d rows  %.0f s",
          "#".repeat(full), " ".repeat(BAR_WIDTH - full), 100 * part, rows, seconds);
    } else if (part >= plainNext && part < 1) {
      line("Loading: %.0f %%, %,d rows, %.1f s", 100 * part, rows, seconds);
      plainNext += PLAIN_STEP;
    }
  }

  /**
   * Displays the progress of a run.
   *
   * @param average average throughput so far
   * @param lastSecond value of the last second, shown only on a terminal
   */
  public void running(double seconds, String average, String lastSecond) {
    if (terminal) {
      rewrite("Running %4.0f s   %s   now %s", seconds, average, lastSecond);
    } else if (seconds >= plainTick) {
      line("Running: %.0f s, %s", seconds, average);
      plainTick += PLAIN_TICK_SECONDS;
    }
  }

  /** Resets the progress for the next run. */
  public void begin() {
    plainTick = PLAIN_TICK_SECONDS;
  }

  private void rewrite(String format, Object... arguments) {
    out.print(CLEAR_LINE + String.format(Locale.ROOT, format, arguments));
    out.flush();
    lineOpen = true;
  }
}
