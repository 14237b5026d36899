package io.mosql.server.result;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A line for each value. */
final class VerticalRows implements RowWriter {
  @Override
  public long write(RowSource rows, PrintWriter out, Style style) throws SQLException, IOException {
    List<String> labels =
        rows.columns().stream().map(column -> Glyphs.visible(column.label())).toList();
    int width = labels.stream().mapToInt(Glyphs::width).max().orElse(0);
    long count = 0;
    while (rows.next()) {
      count++;
      out.println("--- row " + count + " ---");
      for (int i = 0; i < labels.size(); i++) {
        String label = labels.get(i);
        String head = label + " ".repeat(width - Glyphs.width(label)) + "  ";
        print(head, rows.text(i), out, style);
      }
      if (count % BLOCK_ROWS == 0) {
        RowWriter.pass(out);
      }
    }
    RowWriter.pass(out);
    return count;
  }

  /** Lines of a text keep their places, under each other. */
  private static void print(String head, @Nullable String value, PrintWriter out, Style style) {
    if (value == null) {
      out.println((head + style.nullText()).stripTrailing());
      return;
    }
    String before = head;
    for (String line : value.split("\r?\n", -1)) {
      out.println((before + Glyphs.visible(line)).stripTrailing());
      before = " ".repeat(Glyphs.width(head));
    }
  }
}
