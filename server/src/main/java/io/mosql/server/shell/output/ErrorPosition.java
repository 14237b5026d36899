package io.mosql.server.shell.output;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Position of an error in a statement, parsed from the error message. SQLException has no field for
 * it, so databases append it to their messages.
 *
 * @param offset of the character in the statement, from 0
 * @param message message without the position
 */
record ErrorPosition(int offset, String message) {
  /** MoSQL: offset from 1, at the end. */
  private static final Pattern MOSQL = Pattern.compile("\\s*\\(position (\\d{1,9})\\)$");

  /** PostgreSQL: offset from 1, on a line of its own. */
  private static final Pattern POSTGRESQL = Pattern.compile("\\n?\\s*Position: (\\d{1,9})\\b");

  private static final Pattern LINE_AND_COLUMN =
      Pattern.compile("\\bline (\\d{1,9}),? column (\\d{1,9})\\b");

  /** Parses the position, or returns null when the message contains none within the statement. */
  static @Nullable ErrorPosition find(String message, String sql) {
    for (Pattern pattern : new Pattern[] {MOSQL, POSTGRESQL}) {
      Matcher matcher = pattern.matcher(message);
      if (matcher.find()) {
        String rest = message.substring(0, matcher.start()) + message.substring(matcher.end());
        return inside(Integer.parseInt(matcher.group(1)) - 1, rest, sql);
      }
    }
    Matcher matcher = LINE_AND_COLUMN.matcher(message);
    if (matcher.find()) {
      int line = Integer.parseInt(matcher.group(1));
      int column = Integer.parseInt(matcher.group(2));
      return inside(offset(sql, line, column), message, sql);
    }
    return null;
  }

  /** Returns a message without its position, for errors that are shown without the statement. */
  static String removed(String message) {
    return MOSQL.matcher(message).replaceFirst("");
  }

  private static @Nullable ErrorPosition inside(int offset, String message, String sql) {
    // An error at the end of the text has the position after its last character.
    return offset >= 0 && offset <= sql.length() ? new ErrorPosition(offset, message) : null;
  }

  private static int offset(String sql, int line, int column) {
    int start = 0;
    for (int i = 1; i < line; i++) {
      int end = sql.indexOf('\n', start);
      if (end < 0) {
        return -1;
      }
      start = end + 1;
    }
    return start + column - 1;
  }

  /** Line of the error within the statement, from 1. */
  int line(String sql) {
    return 1 + (int) sql.substring(0, offset).chars().filter(c -> c == '\n').count();
  }
}
