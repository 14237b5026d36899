package io.mosql.sql.differential;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows in a form that is the same for all databases. */
final class Rows {
  private static final int TEXT_MAX = 300;

  private Rows() {}

  /** Rows as sorted texts. */
  static List<String> normal(List<? extends List<?>> rows) {
    List<String> normal = new ArrayList<>(ordered(rows));
    normal.sort(null);
    return normal;
  }

  /** Rows as texts, in their order. */
  static List<String> ordered(List<? extends List<?>> rows) {
    return rows.stream().map(row -> row.stream().map(Rows::normal).toList().toString()).toList();
  }

  /**
   * Numbers to four digits, so that averages agree: by way of the six that ours are rounded to, or
   * 62.112149 would be another number than 62.112150.
   */
  private static String normal(@Nullable Object value) {
    if (value instanceof Number number) {
      return new BigDecimal(number.toString())
          .setScale(6, RoundingMode.HALF_UP)
          .setScale(4, RoundingMode.HALF_UP)
          .stripTrailingZeros()
          .toPlainString();
    }
    return String.valueOf(value);
  }

  static String cut(List<String> rows) {
    String text = rows.size() + " " + rows;
    return text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + ".." : text;
  }
}
