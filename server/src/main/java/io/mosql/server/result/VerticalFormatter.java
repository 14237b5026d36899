package io.mosql.server.result;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formatter of expanded output: one line per value. */
final class VerticalFormatter implements ResultFormatter {
  @Override
  public long write(RowSource rows, PrintWriter out, DisplayStyle style)
      throws SQLException, IOException {
    List<String> labels =
        rows.columns().stream().map(column -> DisplayText.visible(column.label())).toList();
    int width = labels.stream().mapToInt(DisplayText::width).max().orElse(0);
    long count = 0;
    while (rows.next()) {
      count++;
      out.println("--- row " + count + " ---");
      for (int i = 0; i < labels.size(); i++) {
        String label = labels.get(i);
        String head = label + " ".repeat(width - DisplayText.width(label)) + "  ";
        print(head, rows.text(i), out, style);
      }
      if (count % BLOCK_ROWS == 0) {
        ResultFormatter.flush(out);
      }
    }
    ResultFormatter.flush(out);
    return count;
  }

  /** Prints a value; the lines of a multi-line text are aligned below each other. */
  private static void print(
      String head, @Nullable String value, PrintWriter out, DisplayStyle style) {
    if (value == null) {
      out.println((head + style.nullText()).stripTrailing());
      return;
    }
    String before = head;
    for (String line : value.split("\r?\n", -1)) {
      out.println((before + DisplayText.visible(line)).stripTrailing());
      before = " ".repeat(DisplayText.width(head));
    }
  }
}
