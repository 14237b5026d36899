package io.mosql.sql.function;

import static io.mosql.sql.function.TextLibrary.text;
import static io.mosql.sql.function.TimeLibrary.micros;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.Temporal;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** Dates and times to text and back by a pattern, and numbers to text. */
final class FormatLibrary {
  /** Days from the year 0 on, as MySQL counts them, before 1970. */
  static final int DAYS_BEFORE_1970 = 719_528;

  private FormatLibrary() {}

  static void define(FunctionTable.Definitions all) {
    all.strict(
        "TO_CHAR",
        SqlType.TEXT,
        "ft",
        v ->
            v[0] instanceof BigDecimal number
                ? NumberPattern.of(text(v, 1)).format(number)
                : TimePattern.ofPostgres(text(v, 1)).format(Temporal.dateTime(micros(v, 0))));
    all.strict(
        "DATE_FORMAT",
        SqlType.TEXT,
        "Tt",
        v -> TimePattern.ofMysql(text(v, 1)).format(Temporal.dateTime(micros(v, 0))));
    all.strict(
        "TO_TIMESTAMP",
        SqlType.TIMESTAMP,
        "tt",
        v -> Temporal.micros(TimeParser.parse(text(v, 0), TimePattern.ofPostgres(text(v, 1)))));
    all.strict(
        "TO_DATE",
        SqlType.DATE,
        "tt",
        v ->
            TimeLibrary.days(
                TimeParser.parse(text(v, 0), TimePattern.ofPostgres(text(v, 1))).toLocalDate()));
    all.loose("STR_TO_DATE", SqlType.TIMESTAMP, "tt", FormatLibrary::strToDate);
  }

  /** NULL for a text that does not match, as in MySQL. */
  private static @Nullable Object strToDate(@Nullable Object[] v) {
    if (v[0] == null || v[1] == null) {
      return null;
    }
    try {
      LocalDateTime moment = TimeParser.parse(text(v, 0), TimePattern.ofMysql(text(v, 1)));
      return Temporal.micros(moment);
    } catch (MosqlException e) {
      if (e.state() == SqlState.FEATURE_NOT_SUPPORTED) {
        throw e;
      }
      return null;
    }
  }
}
