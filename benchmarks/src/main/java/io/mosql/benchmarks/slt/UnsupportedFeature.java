package io.mosql.benchmarks.slt;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Feature that MoSQL does not support; only these excuse a failed record. Any other failure is
 * wrong.
 */
enum UnsupportedFeature {
  TRIGGERS("(?:create|drop)\\s+trigger\\b.*", "SQLite's form of triggers"),
  REINDEX("reindex\\b.*", "SQLite's statement; an index here is never out of order"),
  INSERT_OR_REPLACE("insert\\s+or\\s+replace\\s+into\\s+(\\w+).*", "SQLite's spelling of REPLACE"),
  EMPTY_LIST(".*\\bin\\s*\\(\\s*\\).*", "IN () is an error in PostgreSQL and in the standard"),
  TABLE_AS_LIST(".*\\bin\\s+(?!\\()\\w+.*", "x IN table is SQLite's"),
  VIEW_IN_USE(
      "drop\\s+view\\b.*",
      "SQLite leaves the views over a dropped one behind; PostgreSQL and the standard refuse",
      "2BP01"),
  ASSIGNED_TWICE(
      "update\\s+(\\w+)\\s+set\\s.*?\\b(\\w+)\\s*=.*,\\s*\\2\\s*=.*",
      "one column set twice is an error in PostgreSQL and in the standard"),
  /**
   * {@code SELECT + col2} of a TEXT. PostgreSQL says "operator does not exist: + text", whether
   * there are rows or not; SQLite leaves a text as it is after {@code +}.
   */
  SIGN_OF_TEXT(
      ".*[-+][-+\\s(]*(?:\\w+\\.)?[a-z]\\w*.*",
      "+ and - of a text that is no number are errors in PostgreSQL and in the standard",
      "22018"),
  LARGE_PRODUCT(
      ".*[\\w)]\\s*\\*[-+\\s(]*\\w.*",
      "an INTEGER that grows beyond 32 bits is an error in PostgreSQL and in the standard",
      "22003"),
  /**
   * Division by zero. Covers only quotients whose divisor is the literal 0, or the minimum,
   * maximum, sum or average of 0, or itself a quotient, which for integers may be 0. If the
   * dividend is a literal NULL, the result is NULL in PostgreSQL, too.
   */
  DIVISION_BY_ZERO(
      "(?!.*/[-+\\s(]*(?:cast\\s*\\(\\s*)?null\\b).*/[-+\\s]*(?:[-+\\s(]*(?:(?:min|max|avg|sum)\\s*\\((?:\\s*(?:all|distinct)\\b)?[-+\\s(]*)?0\\b"
          + "|\\([^()]*/).*",
      "division by 0 is an error in PostgreSQL and in the standard; it is NULL in SQLite",
      "22012"),
  BYTES_BESIDE_OTHERS(
      ".*\\bx'[0-9a-f]*'.*", "PostgreSQL compares binary values with nothing else, as we do"),
  /**
   * {@code CASE WHEN .. THEN 5 ELSE AVG(col0) END / 2} is 2 in SQLite when the integer is chosen,
   * since SQLite divides by the type of each value. Databases with statically typed expressions,
   * including PostgreSQL and MySQL, return 2.5. Covers only quotients with such a choice, or its
   * product with numbers, as an operand.
   */
  TYPE_OF_EACH_VALUE(
      ".*(?:"
          + UnsupportedFeature.CHOICE_OF_AVERAGE
          + "(?:[\\s)]*\\*[-+\\s(]*\\d+)*[\\s)]*/|/(?:[-+\\s(]|\\bnullif\\s*\\()*"
          + UnsupportedFeature.CHOICE_OF_AVERAGE
          + ").*",
      "CASE and COALESCE have one type, in PostgreSQL too; in SQLite an integer stays one and is"
          + " divided as such",
      UnsupportedFeature.OTHER_ANSWER),
  /** {@code CAST(AVG(..) / 177 + 44 AS INTEGER)}: 44.51 becomes 45 in PostgreSQL and in MoSQL. */
  ROUNDING_CAST(
      ".*\\bcast\\s*\\(.*\\bavg\\b.*\\bas\\s+integer\\s*\\).*",
      "a fraction is rounded when it is cast to INTEGER, as in PostgreSQL; SQLite cuts it",
      UnsupportedFeature.OTHER_ANSWER);

  /** Used instead of an SQLSTATE for statements that returned a different result. */
  static final String OTHER_ANSWER = "other answer";

  /** CASE or COALESCE with an average among its alternatives. */
  private static final String CHOICE_OF_AVERAGE =
      "(?:\\bcase\\b.*\\bavg\\b.*\\bend|\\bcoalesce\\s*\\(.*\\bavg\\b.*\\))";

  private static final String SYNTAX_OR_ACCESS = "42";
  private static final String NOT_SUPPORTED = "0A000";

  private final Pattern pattern;
  private final String reason;
  private final Pattern states;

  UnsupportedFeature(String pattern, String reason) {
    this(pattern, reason, SYNTAX_OR_ACCESS + ".*|" + NOT_SUPPORTED);
  }

  /**
   * @param states pattern of the SQLSTATE of the error
   */
  UnsupportedFeature(String pattern, String reason, String states) {
    this.pattern = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    this.reason = reason;
    this.states = Pattern.compile(states);
  }

  /**
   * Returns the unsupported feature that a record uses.
   *
   * @param sqlState SQLSTATE of its error, or {@link #OTHER_ANSWER}
   */
  static Optional<UnsupportedFeature> of(String sql, String sqlState) {
    return Arrays.stream(values())
        .filter(feature -> feature.states.matcher(sqlState).matches())
        .filter(feature -> feature.pattern.matcher(sql.strip()).matches())
        .findFirst();
  }

  /**
   * Whether an error means that a statement is not supported, independently of earlier statements.
   */
  static boolean isRefusal(String sqlState) {
    return sqlState.startsWith(SYNTAX_OR_ACCESS) || sqlState.equals(NOT_SUPPORTED);
  }

  /**
   * Returns the table that is in an unexpected state after this statement failed; empty for none.
   */
  Optional<String> affectedTable(String sql) {
    Matcher matcher = pattern.matcher(sql.strip());
    return matcher.matches() && matcher.groupCount() > 0
        ? Optional.ofNullable(matcher.group(1)).map(name -> name.toLowerCase(Locale.ROOT))
        : Optional.empty();
  }

  /** Title for reports. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  String reason() {
    return reason;
  }
}
