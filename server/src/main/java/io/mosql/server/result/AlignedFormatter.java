package io.mosql.server.result;

import io.mosql.server.result.RowSource.Column;
import io.mosql.server.result.RowSource.Kind;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Formatter of aligned columns. Column widths are computed from blocks of rows, so that a large
 * result is streamed with bounded memory; a later block may have wider columns.
 */
final class AlignedFormatter implements ResultFormatter {
  /** Maximum characters of a block, regardless of its number of rows. */
  private static final int BLOCK_CHARS = 4 << 20;

  @Override
  public long write(RowSource rows, PrintWriter out, DisplayStyle style)
      throws SQLException, IOException {
    return new Table(rows, style).write(out);
  }

  /** State of one result being written. */
  private static final class Table {
    private final RowSource rows;
    private final DisplayStyle style;
    private final boolean[] right;
    private final String[] labels;
    private final int[] widths;
    private final List<String[]> block = new ArrayList<>();

    Table(RowSource rows, DisplayStyle style) {
      this.rows = rows;
      this.style = style;
      List<Column> columns = rows.columns();
      this.right = new boolean[columns.size()];
      this.labels = new String[right.length];
      this.widths = new int[right.length];
      for (int i = 0; i < right.length; i++) {
        right[i] = columns.get(i).kind() == Kind.NUMBER;
        labels[i] = DisplayText.visible(columns.get(i).label());
        widths[i] = DisplayText.width(labels[i]);
      }
    }

    long write(PrintWriter out) throws SQLException, IOException {
      long count = 0;
      boolean more = rows.next();
      do {
        more = fill(more);
        if (count == 0) {
          out.println(line(labels));
          out.println(rule());
        }
        for (String[] row : block) {
          out.println(line(row));
        }
        count += block.size();
        ResultFormatter.flush(out);
      } while (more);
      return count;
    }

    /**
     * Reads a block and widens the columns for it.
     *
     * @param more whether there is a current row
     * @return whether there is a row after the block
     */
    private boolean fill(boolean more) throws SQLException, IOException {
      block.clear();
      int chars = 0;
      boolean left = more;
      while (left && block.size() < BLOCK_ROWS && chars < BLOCK_CHARS) {
        String[] row = new String[right.length];
        for (int i = 0; i < row.length; i++) {
          row[i] = shown(rows.text(i));
          widths[i] = Math.max(widths[i], DisplayText.width(row[i]));
          chars += row[i].length();
        }
        block.add(row);
        left = rows.next();
      }
      return left;
    }

    private String shown(@Nullable String value) {
      return value == null ? style.nullText() : DisplayText.visible(value);
    }

    private String line(String[] values) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < values.length; i++) {
        line.append(i == 0 ? "" : "  ");
        String blanks = " ".repeat(widths[i] - DisplayText.width(values[i]));
        line.append(right[i] ? blanks + values[i] : values[i] + blanks);
      }
      return line.toString().stripTrailing();
    }

    private String rule() {
      StringBuilder rule = new StringBuilder();
      Arrays.stream(widths).forEach(width -> rule.append("-".repeat(width)).append("  "));
      return rule.toString().stripTrailing();
    }
  }
}
