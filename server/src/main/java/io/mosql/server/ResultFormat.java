package io.mosql.server;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a result is printed. NULL is an empty field. */
enum ResultFormat {
  /**
   * A heading, and columns as wide as their widest value, numbers to the right. Widths are taken
   * from blocks of rows, so that a large result neither waits nor fills the memory.
   */
  ALIGNED {
    @Override
    void print(ResultSet rows, PrintWriter out) throws SQLException {
      ResultSetMetaData columns = rows.getMetaData();
      boolean[] right = new boolean[columns.getColumnCount()];
      @Nullable String[] labels = new String[right.length];
      int[] widths = new int[right.length];
      for (int i = 0; i < right.length; i++) {
        right[i] = isNumber(columns.getColumnType(i + 1));
        labels[i] = columns.getColumnLabel(i + 1);
        widths[i] = length(labels[i]);
      }
      long count = 0;
      List<@Nullable String[]> block = new ArrayList<>();
      boolean more = rows.next();
      do {
        block.clear();
        while (more && block.size() < BLOCK_ROWS) {
          block.add(row(rows, right.length));
          more = rows.next();
        }
        widen(widths, block);
        if (count == 0) {
          out.println(line(labels, widths, right));
          out.println(rule(widths));
        }
        for (@Nullable String[] row : block) {
          out.println(line(row, widths, right));
        }
        count += block.size();
      } while (more);
      out.println(count == 1 ? "(1 row)" : "(" + count + " rows)");
    }
  },

  /** Values between tabs, one line a row, nothing else; backslash, tab and line breaks escaped. */
  PLAIN {
    @Override
    void print(ResultSet rows, PrintWriter out) throws SQLException {
      int width = rows.getMetaData().getColumnCount();
      StringBuilder line = new StringBuilder();
      while (rows.next()) {
        line.setLength(0);
        for (@Nullable String value : row(rows, width)) {
          line.append(value == null ? "" : escape(value)).append('\t');
        }
        line.setLength(Math.max(0, line.length() - 1));
        out.println(line);
      }
    }
  };

  private static final int BLOCK_ROWS = 1_000;

  /** Prints all rows that are left; the caller closes and flushes. */
  abstract void print(ResultSet rows, PrintWriter out) throws SQLException;

  private static @Nullable String[] row(ResultSet rows, int width) throws SQLException {
    @Nullable String[] row = new String[width];
    for (int i = 0; i < width; i++) {
      row[i] = rows.getString(i + 1);
    }
    return row;
  }

  private static String escape(String value) {
    return value
        .replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  private static void widen(int[] widths, List<@Nullable String[]> rows) {
    for (@Nullable String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], length(row[i]));
      }
    }
  }

  private static String line(@Nullable String[] values, int[] widths, boolean[] right) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      line.append(i == 0 ? "" : "  ");
      String blanks = " ".repeat(widths[i] - length(values[i]));
      String value = values[i] == null ? "" : values[i];
      line.append(right[i] ? blanks + value : value + blanks);
    }
    return line.toString().stripTrailing();
  }

  private static String rule(int[] widths) {
    StringBuilder rule = new StringBuilder();
    Arrays.stream(widths).forEach(width -> rule.append("-".repeat(width)).append("  "));
    return rule.toString().stripTrailing();
  }

  private static int length(@Nullable String value) {
    return value == null ? 0 : value.codePointCount(0, value.length());
  }

  private static boolean isNumber(int type) {
    return switch (type) {
      case Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.DECIMAL,
          Types.NUMERIC,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE ->
          true;
      default -> false;
    };
  }
}
