package io.mosql.core.type;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The fields with which an INTERVAL is declared, as in PostgreSQL: a stored value loses the fields
 * smaller than the last one, and keeps those larger than the first; a number without a unit has the
 * unit of the last one.
 */
public enum IntervalFields {
  ALL(0, IntervalParser.Unit.SECOND, 1),
  YEAR(1, IntervalParser.Unit.YEAR, 0),
  MONTH(2, IntervalParser.Unit.MONTH, 0),
  YEAR_TO_MONTH(3, IntervalParser.Unit.MONTH, 0),
  DAY(4, IntervalParser.Unit.DAY, 0),
  HOUR(5, IntervalParser.Unit.HOUR, Interval.MICROS_PER_HOUR),
  MINUTE(6, IntervalParser.Unit.MINUTE, Interval.MICROS_PER_MINUTE),
  SECOND(7, IntervalParser.Unit.SECOND, 1),
  DAY_TO_HOUR(8, IntervalParser.Unit.HOUR, Interval.MICROS_PER_HOUR),
  DAY_TO_MINUTE(9, IntervalParser.Unit.MINUTE, Interval.MICROS_PER_MINUTE),
  DAY_TO_SECOND(10, IntervalParser.Unit.SECOND, 1),
  HOUR_TO_MINUTE(11, IntervalParser.Unit.MINUTE, Interval.MICROS_PER_MINUTE),
  HOUR_TO_SECOND(12, IntervalParser.Unit.SECOND, 1),
  MINUTE_TO_SECOND(13, IntervalParser.Unit.SECOND, 1);

  /** Maximum number of digits of a fraction of a second. */
  public static final int MAX_DIGITS = 6;

  private final int code;
  private final IntervalParser.Unit last;

  /** Unit in microseconds to which the time is truncated; 0 for no time. */
  private final long step;

  IntervalFields(int code, IntervalParser.Unit last, long step) {
    this.code = code;
    this.last = last;
    this.step = step;
  }

  /** The stored code: {@link SqlType#scale} of an INTERVAL. */
  public int code() {
    return code;
  }

  /** The fields with a {@link #code}, or null. */
  static @Nullable IntervalFields ofCode(int code) {
    for (IntervalFields fields : values()) {
      if (fields.code == code) {
        return fields;
      }
    }
    return null;
  }

  /**
   * The fields of a type created by {@link SqlType#interval}.
   *
   * @throws IllegalArgumentException for another type
   */
  public static IntervalFields of(SqlType type) {
    IntervalFields fields = type.kind() == TypeKind.INTERVAL ? ofCode(type.scale()) : null;
    if (fields == null) {
      throw new IllegalArgumentException("fields of " + type);
    }
    return fields;
  }

  /** The fields with the text of {@link #sql}, or null. */
  public static @Nullable IntervalFields ofSql(String sql) {
    for (IntervalFields fields : values()) {
      if (fields.sql().equals(sql)) {
        return fields;
      }
    }
    return null;
  }

  /** Such as {@code DAY TO SECOND}; empty for all. */
  public String sql() {
    return this == ALL ? "" : name().replace('_', ' ').toUpperCase(Locale.ROOT);
  }

  /** Whether a fraction of a second is allowed. */
  public boolean hasSeconds() {
    return step == 1;
  }

  /**
   * Converts a value to an interval of these fields.
   *
   * @param value an interval or its text
   * @param digits after the point of its seconds, to which it is rounded; -1 for all
   * @throws MosqlException 22007 for an invalid text, 22008, 22018
   */
  public Interval fit(Object value, int digits) {
    Interval interval =
        value instanceof String text
            ? new IntervalParser(text, last, this == MINUTE_TO_SECOND).parse()
            : Interval.from(value);
    int months = this == YEAR ? interval.months() - interval.months() % 12 : interval.months();
    int days = this == YEAR || this == MONTH || this == YEAR_TO_MONTH ? 0 : interval.days();
    long micros = step == 0 ? 0 : interval.micros() - interval.micros() % step;
    return new Interval(months, days, digits < 0 ? micros : rounded(micros, digits));
  }

  /** Half a unit is rounded away from zero. */
  private static long rounded(long micros, int digits) {
    long unit = 1;
    for (int i = digits; i < MAX_DIGITS; i++) {
      unit *= 10;
    }
    long rest = micros % unit;
    long down = micros - rest;
    if (Math.abs(rest) * 2 < unit) {
      return down;
    }
    try {
      return Math.addExact(down, micros < 0 ? -unit : unit);
    } catch (ArithmeticException e) {
      throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.causedBy(e, "interval");
    }
  }
}
