package io.mosql.sql.function.library;

import static io.mosql.sql.function.library.TextLibrary.text;
import static io.mosql.sql.function.library.TimeLibrary.micros;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.DateTimes;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.number.NumberPattern;
import io.mosql.sql.function.time.TimeParser;
import io.mosql.sql.function.time.TimePattern;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** Functions that format and parse dates, times and numbers by patterns. */
public final class FormatLibrary {
  /** Days from the year 0, as MySQL counts them, to 1970. */
  static final int DAYS_BEFORE_1970 = 719_528;

  /** Maximum digits after the point of a parsed number. */
  private static final int MAX_FRACTION = 100;

  /** Reliable decimal digits of binary numbers: FLT_DIG and DBL_DIG of C. */
  private static final int REAL_DIGITS = 6;

  private static final int DOUBLE_DIGITS = 15;

  private FormatLibrary() {}

  /** Digits after the point of numbers parsed by a pattern. */
  public static int fraction(String pattern) {
    return Math.min(NumberPattern.of(pattern).fraction(), MAX_FRACTION);
  }

  public static void define(FunctionDefinitions all) {
    all.loose("TO_CHAR", SqlType.TEXT, "ft", ScalarFunction.unlessNull(FormatLibrary::toChar));
    all.strict(
        "NUMBER_OF_PATTERN",
        SqlType.decimal(SqlType.MAX_DECIMAL_PRECISION, MAX_FRACTION),
        "tt",
        v -> {
          NumberPattern pattern = NumberPattern.of(text(v, 1));
          BigDecimal number = pattern.parse(text(v, 0));
          return number.setScale(MAX_FRACTION, RoundingMode.HALF_UP);
        });
    all.strict(
        "DATE_FORMAT",
        SqlType.TEXT,
        "Tt",
        v ->
            TimePattern.ofMysql(text(v, 1))
                .format(
                    DateTimes.dateTime(TimeLibrary.checked(() -> Infinity.finite(micros(v, 0))))));
    all.strict(
        "TIMESTAMP_OF_PATTERN",
        SqlType.TIMESTAMP,
        "tt",
        v ->
            TimeLibrary.checked(
                () -> TimeParser.parseMicros(text(v, 0), TimePattern.ofPostgres(text(v, 1)))));
    all.strict(
        "TO_DATE",
        SqlType.DATE,
        "tt",
        v ->
            TimeLibrary.days(
                TimeParser.parse(text(v, 0), TimePattern.ofPostgres(text(v, 1))).toLocalDate()));
    all.loose(
        "STR_TO_DATE",
        SqlType.TIMESTAMP,
        "tt",
        ScalarFunction.unlessNull(FormatLibrary::strToDate));
    all.stable("TO_CHAR TO_DATE");
  }

  /** TO_CHAR of timestamps; NULL for an infinite timestamp and for an empty pattern. */
  private static @Nullable String toChar(@Nullable Object[] v) {
    if (v[0] instanceof BigDecimal number) {
      return NumberPattern.of(text(v, 1)).format(number);
    }
    if (v[0] instanceof Double || v[0] instanceof Float) {
      double number = ((Number) v[0]).doubleValue();
      if (!Double.isFinite(number)) {
        throw SqlErrorMessage.NUMBER_VALUE_OUT_OF_RANGE.error(v[0]);
      }
      return NumberPattern.of(text(v, 1))
          .format(new BigDecimal(number), v[0] instanceof Float ? REAL_DIGITS : DOUBLE_DIGITS);
    }
    long timestamp = micros(v, 0);
    return Infinity.isTimestamp(timestamp) || text(v, 1).isEmpty()
        ? null
        : TimePattern.ofPostgres(text(v, 1)).format(DateTimes.dateTime(timestamp));
  }

  /** NULL for a text that does not match, as in MySQL. */
  private static @Nullable Object strToDate(@Nullable Object[] v) {
    try {
      LocalDateTime moment = TimeParser.parse(text(v, 0), TimePattern.ofMysql(text(v, 1)));
      return DateTimes.micros(moment);
    } catch (MosqlException e) {
      if (e.state() == SqlState.FEATURE_NOT_SUPPORTED) {
        throw e;
      }
      return null;
    }
  }
}
