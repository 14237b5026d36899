package io.mosql.server.shell.output;

import io.mosql.server.result.DisplayText;
import io.mosql.server.shell.input.InputSource;
import io.mosql.server.shell.input.InputSplitter;
import io.mosql.server.shell.input.PasswordMasking;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/**
 * Printer of database errors and warnings; errors are shown with their position in the statement.
 */
public final class ErrorPrinter {
  /** Maximum characters shown of a long line, around the error position. */
  private static final int SHOWN_MAX = 120;

  private final PrintWriter out;

  public ErrorPrinter(PrintWriter out) {
    this.out = out;
  }

  /** Prints an error of a statement and the errors chained to it. */
  public void error(SQLException failure, InputSplitter.SqlText sql, InputSource place) {
    ErrorPosition position = ErrorPosition.find(message(failure), sql.text());
    int line = sql.line() - 1 + (position == null ? 1 : position.line(sql.text()));
    String message = position == null ? message(failure) : position.message();
    out.println(place.prefix(line) + head(failure) + message);
    if (position != null) {
      mark(sql.text(), position);
    }
    others(failure);
    out.flush();
  }

  /** Prints an error that does not belong to a statement. */
  public void error(SQLException failure) {
    out.println(
        head(failure) + PasswordMasking.maskPasswords(ErrorPosition.removed(message(failure))));
    others(failure);
    out.flush();
  }

  private void others(SQLException failure) {
    for (SQLException e = failure.getNextException(); e != null; e = e.getNextException()) {
      out.println(head(e) + PasswordMasking.maskPasswords(message(e)));
    }
  }

  private static String head(SQLException e) {
    return e.getSQLState() == null ? "ERROR: " : "ERROR " + e.getSQLState() + ": ";
  }

  private static String message(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  /** Prints the line of the statement, and a caret under the position. */
  private void mark(String sql, ErrorPosition position) {
    int start = sql.lastIndexOf('\n', position.offset() - 1) + 1;
    int end = sql.indexOf('\n', position.offset());
    String line = sql.substring(start, end < 0 ? sql.length() : end).replace('\t', ' ');
    line = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    int at = Math.min(position.offset() - start, line.length());
    String head = sql.indexOf('\n') < 0 ? "  " : "  line " + position.line(sql) + ": ";
    int from = Math.max(0, Math.min(at - SHOWN_MAX / 2, line.length() - SHOWN_MAX));
    int to = Math.min(line.length(), from + SHOWN_MAX);
    String before = head + (from > 0 ? "..." : "") + DisplayText.visible(line.substring(from, at));
    out.println(
        before + DisplayText.visible(line.substring(at, to)) + (to < line.length() ? "..." : ""));
    out.println(" ".repeat(DisplayText.width(before)) + "^");
  }

  /** Prints a chain of warnings and notices. */
  public void warnings(@Nullable SQLWarning first) {
    for (SQLWarning w = first; w != null; w = w.getNextWarning()) {
      String state = w.getSQLState();
      boolean notice = state == null || state.startsWith("00");
      out.println((notice ? "NOTICE: " : "WARNING " + state + ": ") + message(w));
    }
    out.flush();
  }
}
