package io.mosql.sql.parser.impl;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Interval;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;

/**
 * Parses PostgreSQL's interval literals, which have their units in the text. An interval of only
 * months, only days or only time becomes a literal of the standard; one with several of these
 * becomes a call of {@code interval} with a literal for each; one that exceeds such literals
 * becomes a call of {@code interval} with the text. Stateless.
 */
final class IntervalGrammar {
  private static final Set<String> UNITS =
      Set.of(
          "YEAR",
          "YEARS",
          "QUARTER",
          "QUARTERS",
          "MONTH",
          "MONTHS",
          "WEEK",
          "WEEKS",
          "DAY",
          "DAYS",
          "HOUR",
          "HOURS",
          "MINUTE",
          "MINUTES",
          "SECOND",
          "SECONDS");

  private static final int DIGITS = 9;
  private static final int MAX_PART = 999_999_999;
  private static final int MICROS_PER_MILLI = 1_000;
  private static final int MICROS_PER_SECOND = 1_000_000;
  private static final int FRACTION_DIGITS = 3;

  private IntervalGrammar() {}

  /** Whether such an interval comes next. */
  static boolean begins(MosqlParserImpl parser) {
    return parser.getToken(1).kind == MosqlParserImplConstants.INTERVAL
        && parser.getToken(2).kind == MosqlParserImplConstants.QUOTED_STRING
        && !isUnit(parser.getToken(3).image.toUpperCase(Locale.ROOT));
  }

  /** Whether a word in upper case is a unit of time. */
  static boolean isUnit(String word) {
    return UNITS.contains(word);
  }

  /** Returns the interval whose text was just read. */
  static SqlNode of(SqlParserPos start, MosqlParserImpl parser) {
    SqlParserPos pos = new TokenReader(parser).since(start);
    String text = SqlParserUtil.parseString(parser.getToken(0).image);
    Interval interval = interval(text, pos);
    if (!isSmall(interval)) {
      return new IntervalFunction(text, pos)
          .createCall(pos, List.of(SqlLiteral.createCharString(text, pos)));
    }
    List<SqlNode> literals = new ArrayList<>();
    if (interval.months() != 0) {
      literals.add(literal(BigDecimal.valueOf(interval.months()), TimeUnit.MONTH, pos));
    }
    if (interval.days() != 0) {
      literals.add(literal(BigDecimal.valueOf(interval.days()), TimeUnit.DAY, pos));
    }
    if (interval.micros() != 0 || literals.isEmpty()) {
      BigDecimal seconds =
          BigDecimal.valueOf(interval.micros() / MICROS_PER_MILLI, FRACTION_DIGITS);
      literals.add(literal(seconds, TimeUnit.SECOND, pos));
    }
    return literals.size() == 1
        ? literals.get(0)
        : new IntervalFunction(text, pos).createCall(pos, literals);
  }

  private static Interval interval(String text, SqlParserPos pos) {
    try {
      return Interval.parse(text);
    } catch (MosqlException e) {
      throw new GrammarException(pos, e);
    }
  }

  /** Whether the parts fit into literals of the standard, which have no microseconds. */
  private static boolean isSmall(Interval interval) {
    return Math.abs((long) interval.months()) <= MAX_PART
        && Math.abs((long) interval.days()) <= MAX_PART
        && Math.abs(interval.micros() / MICROS_PER_SECOND) <= MAX_PART
        && interval.micros() % MICROS_PER_MILLI == 0;
  }

  private static SqlNode literal(BigDecimal amount, TimeUnit unit, SqlParserPos pos) {
    int fraction = unit == TimeUnit.SECOND ? FRACTION_DIGITS : -1;
    return SqlLiteral.createInterval(
        amount.signum() < 0 ? -1 : 1,
        amount.abs().toPlainString(),
        new SqlIntervalQualifier(unit, DIGITS, null, fraction, pos),
        pos);
  }
}
