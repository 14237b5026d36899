package io.mosql.server.result;

import io.mosql.server.result.RowSource.Column;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Formatter of JSON: each result is an array with one line per row. Numbers and booleans are JSON
 * numbers and booleans, other values are strings; a repeated label receives a numeric suffix.
 */
final class JsonFormatter implements ResultFormatter {
  /** Syntax of a JSON number; infinity, for example, is not one. */
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  @Override
  public long write(RowSource rows, PrintWriter out, DisplayStyle style)
      throws SQLException, IOException {
    List<Column> columns = rows.columns();
    String[] keys = keys(columns);
    StringBuilder line = new StringBuilder();
    long count = 0;
    while (rows.next()) {
      line.setLength(0);
      line.append(count == 0 ? "[{" : ",\n {");
      for (int i = 0; i < keys.length; i++) {
        line.append(i == 0 ? "" : ", ").append(keys[i]).append(": ");
        value(line, columns.get(i), rows.text(i));
      }
      out.append(line.append('}'));
      if (++count % BLOCK_ROWS == 0) {
        ResultFormatter.flush(out);
      }
    }
    out.append(count == 0 ? "[]\n" : "]\n");
    ResultFormatter.flush(out);
    return count;
  }

  private static String[] keys(List<Column> columns) {
    Set<String> used = new HashSet<>();
    String[] keys = new String[columns.size()];
    for (int i = 0; i < keys.length; i++) {
      String label = columns.get(i).label();
      String key = label;
      for (int n = 2; !used.add(key); n++) {
        key = label + "_" + n;
      }
      StringBuilder quoted = new StringBuilder();
      quote(quoted, key);
      keys[i] = quoted.toString();
    }
    return keys;
  }

  private static void value(StringBuilder line, Column column, @Nullable String text) {
    if (text == null) {
      line.append("null");
      return;
    }
    boolean bare =
        switch (column.kind()) {
          case NUMBER -> NUMBER.matcher(text).matches();
          case BOOLEAN -> text.equals("true") || text.equals("false");
          case TEXT -> false;
        };
    if (bare) {
      line.append(text);
    } else {
      quote(line, text);
    }
  }

  private static void quote(StringBuilder line, String text) {
    line.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> line.append("\\\"");
        case '\\' -> line.append("\\\\");
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        case '\t' -> line.append("\\t");
        default -> {
          if (Character.isISOControl(c)) {
            line.append(String.format("\\u%04x", (int) c));
          } else {
            line.append(c);
          }
        }
      }
    }
    line.append('"');
  }
}
