package io.mosql.jdbc.conversion;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Interval;
import io.mosql.jdbc.base.DriverErrorMessage;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Period;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Converts intervals into the classes of java.time. Stateless. */
public final class IntervalConversions {
  private IntervalConversions() {}

  /** Years, months and days of an interval without time. */
  public static @Nullable Period period(@Nullable String text) throws SQLException {
    Interval interval = interval(text);
    if (interval == null) {
      return null;
    }
    if (interval.micros() != 0) {
      throw DriverErrorMessage.INTERVAL_NOT_A_PERIOD.sqlException(interval);
    }
    return Period.of(0, interval.months(), interval.days()).normalized();
  }

  /** Duration of an interval without months and days. */
  public static @Nullable Duration duration(@Nullable String text) throws SQLException {
    Interval interval = interval(text);
    if (interval == null) {
      return null;
    }
    if (interval.months() != 0 || interval.days() != 0) {
      throw DriverErrorMessage.INTERVAL_NOT_A_DURATION.sqlException(interval);
    }
    return Duration.of(interval.micros(), ChronoUnit.MICROS);
  }

  private static @Nullable Interval interval(@Nullable String text) throws SQLException {
    try {
      return text == null ? null : Interval.parse(text);
    } catch (MosqlException e) {
      throw DriverErrorMessage.INVALID_INTERVAL_TEXT.sqlException(text);
    }
  }
}
