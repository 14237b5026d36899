package io.mosql.server;

import io.mosql.engine.tool.ToolReport;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Progress report of a tool on a terminal: one line for each step, problems, and on a terminal one
 * line of progress that is overwritten. Confined to one thread.
 */
final class TerminalToolReport implements ToolReport {
  private static final String ERASE = "\r\u001b[K";

  private final PrintWriter out;
  private final PrintWriter err;
  private final long problemsMax;
  private final boolean terminal;
  private long problems;
  private String shown = "";

  /**
   * @param problemsMax maximum number of problems printed
   */
  TerminalToolReport(PrintWriter out, PrintWriter err, long problemsMax) {
    this.out = out;
    this.err = err;
    this.problemsMax = problemsMax;
    this.terminal = Boolean.getBoolean("mosql.terminal");
  }

  @Override
  public void done(String what, String figures) {
    erase();
    out.println(String.format(Locale.ROOT, "%-11s %s", what, figures));
    out.flush();
  }

  @Override
  public void problem(String text) {
    if (++problems <= problemsMax) {
      erase();
      err.println("PROBLEM " + text);
      err.flush();
    }
  }

  /** Prints the number of suppressed problems, if there are any. */
  void end() {
    erase();
    if (problems > problemsMax) {
      err.println("... and " + (problems - problemsMax) + " more");
      err.flush();
    }
  }

  @Override
  public void progress(String what, long done, long total) {
    if (!terminal) {
      return;
    }
    String line = what + " " + (total == 0 ? 100 : done * 100 / total) + " %";
    if (!line.equals(shown)) {
      err.print(ERASE + line);
      err.flush();
      shown = line;
    }
  }

  private void erase() {
    if (!shown.isEmpty()) {
      err.print(ERASE);
      err.flush();
      shown = "";
    }
  }
}
