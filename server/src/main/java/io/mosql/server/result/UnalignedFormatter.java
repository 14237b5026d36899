package io.mosql.server.result;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Formatter of unaligned output: values separated by tabs, NULL as an empty field. */
final class UnalignedFormatter implements ResultFormatter {
  @Override
  public long write(RowSource rows, PrintWriter out, DisplayStyle style)
      throws SQLException, IOException {
    int width = rows.columns().size();
    StringBuilder line = new StringBuilder();
    long count = 0;
    while (rows.next()) {
      line.setLength(0);
      for (int i = 0; i < width; i++) {
        line.append(escaped(rows.text(i))).append('\t');
      }
      line.setLength(Math.max(0, line.length() - 1));
      out.println(line);
      if (++count % BLOCK_ROWS == 0) {
        ResultFormatter.flush(out);
      }
    }
    ResultFormatter.flush(out);
    return count;
  }

  private static String escaped(@Nullable String value) {
    if (value == null) {
      return "";
    }
    return value
        .replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }
}
