package io.mosql.benchmarks.slt;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values of a result, formatted and sorted as in the corpus. NULL is written as {@code NULL}. In
 * columns of type {@code I} values are integers: other numbers are truncated, booleans are 1 or 0,
 * and a text is the integer with which it begins or 0, as SQLite and C convert it. In columns of
 * type {@code R} values are numbers with three decimal digits. In columns of type {@code T} values
 * are texts and integers, without non-printable characters; an empty text is {@code (empty)}. Any
 * other value is of the wrong type.
 */
record ExpectedResult(List<String> values) {
  private static final String HASHING = " values hashing to ";
  private static final Pattern LEADING_INTEGER = Pattern.compile("\\s*([+-]?\\d+)");
  private static final int SHOWN = 12;

  /** Error of a result that does not have the expected columns. */
  static final class WrongForm extends Exception {
    private static final long serialVersionUID = 1;

    WrongForm(String message) {
      super(message);
    }
  }

  /**
   * @throws WrongForm when the number of columns or a type differs
   */
  static ExpectedResult read(ResultSet result, String types, SortMode sort)
      throws SQLException, WrongForm {
    int width = result.getMetaData().getColumnCount();
    if (width != types.length()) {
      throw new WrongForm(width + " columns instead of " + types.length());
    }
    List<List<String>> rows = new ArrayList<>();
    while (result.next()) {
      List<String> row = new ArrayList<>(width);
      for (int i = 0; i < width; i++) {
        row.add(text(result.getObject(i + 1), types.charAt(i)));
      }
      rows.add(row);
    }
    if (sort == SortMode.ROWSORT) {
      rows.sort(ExpectedResult::compare);
    }
    List<String> values = new ArrayList<>(rows.size() * width);
    rows.forEach(values::addAll);
    if (sort == SortMode.VALUESORT) {
      Collections.sort(values);
    }
    return new ExpectedResult(values);
  }

  boolean matches(List<String> expected) {
    return expected.size() == 1 && expected.get(0).contains(HASHING)
        ? expected.get(0).equals(values.size() + HASHING + hash())
        : expected.equals(values);
  }

  /** Describes the difference from the expected values, for display. */
  String describe(List<String> expected) {
    return expected.size() == 1 && expected.get(0).contains(HASHING)
        ? values.size() + HASHING + hash() + ": " + shortened()
        : shortened();
  }

  private String shortened() {
    return values.size() <= SHOWN
        ? values.toString()
        : values.subList(0, SHOWN) + " and " + (values.size() - SHOWN) + " more";
  }

  private String hash() {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      for (String value : values) {
        digest.update(value.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) '\n');
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int compare(List<String> left, List<String> right) {
    for (int i = 0; i < left.size(); i++) {
      int order = left.get(i).compareTo(right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  static String text(@Nullable Object value, char type) throws WrongForm {
    if (value == null) {
      return "NULL";
    }
    String text =
        switch (type) {
          case 'I' -> integer(value);
          case 'R' -> real(value);
          default -> characters(value);
        };
    if (text == null) {
      throw new WrongForm(
          value.getClass().getSimpleName() + " " + value + " in a column of type " + type);
    }
    return text;
  }

  private static @Nullable String integer(Object value) {
    if (value instanceof Boolean truth) {
      return truth ? "1" : "0";
    }
    if (value instanceof String text) {
      Matcher digits = LEADING_INTEGER.matcher(text);
      return digits.lookingAt() ? new BigInteger(digits.group(1)).toString() : "0";
    }
    BigDecimal number = number(value);
    return number == null ? null : number.toBigInteger().toString();
  }

  private static @Nullable String characters(Object value) {
    if (value instanceof String text) {
      return printable(text);
    }
    return value instanceof Integer || value instanceof Long ? value.toString() : null;
  }

  private static @Nullable String real(Object value) {
    BigDecimal number = number(value);
    // Rounds as printf("%.3f") does for the nearest double.
    return number == null
        ? null
        : new BigDecimal(number.doubleValue()).setScale(3, RoundingMode.HALF_EVEN).toPlainString();
  }

  private static @Nullable BigDecimal number(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number) ? new BigDecimal(number) : null;
    }
    if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    return value instanceof Number number ? BigDecimal.valueOf(number.longValue()) : null;
  }

  private static String printable(String text) {
    if (text.isEmpty()) {
      return "(empty)";
    }
    return text.replaceAll("[^ -~]", "@");
  }
}
