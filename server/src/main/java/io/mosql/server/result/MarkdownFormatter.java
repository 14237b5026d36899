package io.mosql.server.result;

import io.mosql.server.result.RowSource.Column;
import io.mosql.server.result.RowSource.Kind;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formatter of Markdown tables; a line break in a value is written as {@code <br>}. */
final class MarkdownFormatter implements ResultFormatter {
  @Override
  public long write(RowSource rows, PrintWriter out, DisplayStyle style)
      throws SQLException, IOException {
    List<Column> columns = rows.columns();
    StringBuilder line = new StringBuilder("|");
    columns.forEach(column -> cell(line, column.label()));
    out.println(line);
    line.setLength(1);
    columns.forEach(column -> line.append(column.kind() == Kind.NUMBER ? " ---: |" : " --- |"));
    out.println(line);
    long count = 0;
    while (rows.next()) {
      line.setLength(1);
      for (int i = 0; i < columns.size(); i++) {
        cell(line, shown(rows.text(i), style));
      }
      out.println(line);
      if (++count % BLOCK_ROWS == 0) {
        ResultFormatter.flush(out);
      }
    }
    ResultFormatter.flush(out);
    return count;
  }

  private static String shown(@Nullable String value, DisplayStyle style) {
    return value == null ? style.nullText() : value;
  }

  private static void cell(StringBuilder line, String value) {
    String text =
        value.replace("\\", "\\\\").replace("|", "\\|").replace("\r\n", "\n").replace("\n", "<br>");
    line.append(' ').append(DisplayText.visible(text)).append(" |");
  }
}
