package io.mosql.benchmarks.tpch;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reference answers of the queries at one scale, computed by PostgreSQL: lines {@code -- 1} to
 * {@code -- 22}, each followed by the rows of that query, with values separated by vertical bars.
 *
 * @param rows of each query
 */
record ReferenceAnswers(List<List<String>> rows) {
  private static final String HEAD = "-- ";

  /**
   * Digits up to which numbers are exact in all databases; averages and quotients have more digits.
   */
  private static final int EXACT_DIGITS = 4;

  private static final BigDecimal TOLERANCE = new BigDecimal("1e-6");

  /** Loads the reference answers from the resources; empty for scales without reference answers. */
  static Optional<ReferenceAnswers> at(double scale) {
    return TpchQueries.SCRIPTS
        .find("answers-" + BigDecimal.valueOf(scale).stripTrailingZeros().toPlainString() + ".txt")
        .map(ReferenceAnswers::parse);
  }

  private static ReferenceAnswers parse(List<String> lines) {
    List<List<String>> rows = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith(HEAD)) {
        rows.add(new ArrayList<>());
      } else {
        rows.get(rows.size() - 1).add(line);
      }
    }
    return new ReferenceAnswers(rows);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      lines.add(HEAD + (i + 1));
      lines.addAll(rows.get(i));
    }
    return lines;
  }

  /** Reads all rows of a result. */
  static List<String> read(ResultSet result) throws SQLException {
    int width = result.getMetaData().getColumnCount();
    List<String> rows = new ArrayList<>();
    while (result.next()) {
      StringBuilder row = new StringBuilder();
      for (int i = 1; i <= width; i++) {
        row.append(i == 1 ? "" : "|").append(text(result.getObject(i)));
      }
      rows.add(row.toString());
    }
    return rows;
  }

  /** Returns a value without the padding of CHAR, which some databases omit. */
  private static String text(@Nullable Object value) {
    return value instanceof BigDecimal number
        ? number.toPlainString()
        : String.valueOf(value).stripTrailing();
  }

  /**
   * Describes the difference from the reference answer; empty when there is none.
   *
   * @param query query index from 0
   */
  Optional<String> difference(int query, List<String> found) {
    List<String> expected = rows.get(query);
    if (expected.size() != found.size()) {
      return Optional.of(found.size() + " rows instead of " + expected.size());
    }
    for (int i = 0; i < found.size(); i++) {
      if (!alike(expected.get(i), found.get(i))) {
        return Optional.of(
            "row " + (i + 1) + " is " + found.get(i) + " instead of " + expected.get(i));
      }
    }
    return Optional.empty();
  }

  static boolean alike(String expected, String found) {
    String[] left = expected.split("\\|", -1);
    String[] right = found.split("\\|", -1);
    if (left.length != right.length) {
      return false;
    }
    for (int i = 0; i < left.length; i++) {
      if (!left[i].equals(right[i]) && !sameNumber(left[i], right[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameNumber(String expected, String found) {
    if (!isNumber(expected) || !isNumber(found)) {
      return false;
    }
    BigDecimal left = new BigDecimal(expected);
    BigDecimal right = new BigDecimal(found);
    if (left.scale() <= EXACT_DIGITS) {
      return left.compareTo(right) == 0;
    }
    BigDecimal allowed = left.abs().max(BigDecimal.ONE).multiply(TOLERANCE);
    return left.subtract(right).abs().compareTo(allowed) <= 0;
  }

  private static boolean isNumber(String text) {
    return text.matches("-?\\d+(\\.\\d+)?([eE]-?\\d+)?");
  }
}
