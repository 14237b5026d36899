package io.mosql.server.csv;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Progress display of an import or export on standard error, updated at most once a second. On a
 * terminal one line is overwritten; otherwise lines are appended. Not thread-safe.
 */
public final class ProgressLine {
  private static final double NANOS = 1e9;

  private final PrintWriter err;
  private final boolean quiet;
  private final boolean terminal;
  private final LongSupplier nanoTime;
  private final long start;
  private final long totalBytes;
  private long last;
  private int width;

  /**
   * @param totalBytes of the file, 0 when unknown
   * @param nanoTime clock
   */
  public ProgressLine(PrintWriter err, boolean quiet, long totalBytes, LongSupplier nanoTime) {
    this.err = err;
    this.quiet = quiet;
    // Set by the launcher: a JVM cannot detect whether standard error is a terminal.
    this.terminal = Boolean.getBoolean("mosql.terminal");
    this.totalBytes = totalBytes;
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
    this.last = start;
  }

  /** Displays the progress, at most once a second. */
  public void update(long rows, long bytes) {
    long now = nanoTime.getAsLong();
    if (quiet || now - last < (long) NANOS) {
      return;
    }
    last = now;
    String line = text(rows, bytes, now);
    if (totalBytes > 0) {
      line += String.format(Locale.ROOT, ", %d %%", Math.min(100, 100 * bytes / totalBytes));
    }
    print(line, false);
  }

  /** Displays the totals. */
  public void done(String verb, long rows, long bytes) {
    if (!quiet) {
      print(verb + " " + text(rows, bytes, nanoTime.getAsLong()), true);
    }
  }

  /** Ends the progress line before an error is printed. */
  public void interrupt() {
    if (terminal && width > 0) {
      err.println();
    }
  }

  private String text(long rows, long bytes, long now) {
    double seconds = Math.max(1e-3, (now - start) / NANOS);
    return String.format(
        Locale.ROOT, "%,d rows, %,.0f rows/s, %,.1f MB", rows, rows / seconds, bytes / 1e6);
  }

  private void print(String line, boolean end) {
    if (terminal) {
      err.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
      width = line.length();
    } else {
      err.print(line);
    }
    if (end || !terminal) {
      err.println();
    }
    err.flush();
  }
}
