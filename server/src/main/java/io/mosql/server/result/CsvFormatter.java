package io.mosql.server.result;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formatter of CSV: NULL is an empty field, an empty text is {@code ""}. Lines end in LF. */
final class CsvFormatter implements ResultFormatter {
  @Override
  public long write(RowSource rows, PrintWriter out, DisplayStyle style)
      throws SQLException, IOException {
    List<RowSource.Column> columns = rows.columns();
    StringBuilder line = new StringBuilder();
    for (RowSource.Column column : columns) {
      field(line, column.label());
    }
    end(line, out);
    long count = 0;
    while (rows.next()) {
      for (int i = 0; i < columns.size(); i++) {
        field(line, rows.text(i));
      }
      end(line, out);
      if (++count % BLOCK_ROWS == 0) {
        ResultFormatter.flush(out);
      }
    }
    ResultFormatter.flush(out);
    return count;
  }

  private static void field(StringBuilder line, @Nullable String value) {
    if (value != null && needsQuotes(value)) {
      line.append('"').append(value.replace("\"", "\"\"")).append('"');
    } else if (value != null) {
      line.append(value);
    }
    line.append(',');
  }

  private static boolean needsQuotes(String value) {
    return value.isEmpty()
        || value.indexOf(',') >= 0
        || value.indexOf('"') >= 0
        || value.indexOf('\n') >= 0
        || value.indexOf('\r') >= 0;
  }

  private static void end(StringBuilder line, PrintWriter out) {
    line.setLength(Math.max(0, line.length() - 1));
    out.append(line).append('\n');
    line.setLength(0);
  }
}
