package io.mosql.jdbc.result;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Interval;
import io.mosql.jdbc.base.SqlErrors;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Period;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Converts intervals into the classes of java.time. Stateless. */
final class IntervalConversions {
  private IntervalConversions() {}

  /** Years, months and days of an interval without time. */
  static @Nullable Period period(ColumnValueResultSet row, int column) throws SQLException {
    Interval interval = interval(row, column);
    if (interval == null) {
      return null;
    }
    if (interval.micros() != 0) {
      throw notHeld(interval, "a Period has no time");
    }
    return Period.of(0, interval.months(), interval.days()).normalized();
  }

  /** Duration of an interval without months and days. */
  static @Nullable Duration duration(ColumnValueResultSet row, int column) throws SQLException {
    Interval interval = interval(row, column);
    if (interval == null) {
      return null;
    }
    if (interval.months() != 0 || interval.days() != 0) {
      throw notHeld(interval, "a Duration has no months and days");
    }
    return Duration.of(interval.micros(), ChronoUnit.MICROS);
  }

  private static @Nullable Interval interval(ColumnValueResultSet row, int column)
      throws SQLException {
    String text = row.getString(column);
    try {
      return text == null ? null : Interval.parse(text);
    } catch (MosqlException e) {
      throw SqlErrors.of(SqlState.INVALID_CAST, "\"" + text + "\" cannot be read as an interval");
    }
  }

  private static SQLException notHeld(Interval interval, String why) {
    return SqlErrors.of(
        SqlState.INVALID_CAST, "The interval " + interval + " cannot be read so: " + why);
  }
}
