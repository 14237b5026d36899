package io.mosql.sql.exec.expression;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.DateTimes;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.Interval;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.Expression;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeFamily;

/** Arithmetic of intervals with intervals, numbers, dates and times. Pure. */
public final class IntervalArithmetic {
  private static final long MILLIS_PER_DAY = 86_400_000;
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private IntervalArithmetic() {}

  /**
   * Compiles a sum or difference of two intervals, or an interval multiplied or divided by a
   * number.
   */
  public static Expression binary(Arithmetic.Operation operation, Expression a, Expression b) {
    return (row, context) -> {
      Object x = a.evaluate(row, context);
      Object y = b.evaluate(row, context);
      if (x == null || y == null) {
        return null;
      }
      Interval interval = (Interval) x;
      return switch (operation) {
        case PLUS -> interval.plus((Interval) y);
        case MINUS -> interval.minus((Interval) y);
        case TIMES -> interval.times(((Number) y).doubleValue());
        case DIVIDE -> interval.dividedBy(((Number) y).doubleValue());
        case MOD -> throw new InvariantViolation("intervals have no remainder");
      };
    };
  }

  static Expression negated(Expression operand) {
    return (row, context) -> {
      Object value = operand.evaluate(row, context);
      return value == null ? null : ((Interval) value).negated();
    };
  }

  /**
   * Compiles a date or time plus an interval: first its months (clamped to the last day of the
   * month), then its days, then its time. A TIME wraps around at midnight and ignores months and
   * days.
   *
   * @param type of the result, TIME, TIMESTAMP or TIMESTAMPTZ; days of TIMESTAMPTZ are those of the
   *     time zone of the session
   */
  public static Expression shifted(
      SqlType type, Expression operand, Expression interval, boolean back) {
    return (row, context) -> {
      Object value = operand.evaluate(row, context);
      Object by = interval.evaluate(row, context);
      if (value == null || by == null) {
        return null;
      }
      Interval step = back ? ((Interval) by).negated() : (Interval) by;
      try {
        return switch (type.kind()) {
          case TIME -> Math.floorMod((Long) value + step.micros() % MICROS_PER_DAY, MICROS_PER_DAY);
          case TIMESTAMP -> timestamp((Long) value, step);
          case TIMESTAMPTZ -> moment((Long) value, step, context.session().zone());
          default ->
              throw new InvariantViolation(
                  "an interval is added to a date or a time, found type " + type);
        };
      } catch (ArithmeticException | DateTimeException e) {
        throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.causedBy(e, "timestamp");
      }
    };
  }

  /** Adds an interval to a timestamp; an infinite timestamp remains unchanged. */
  static long timestamp(long timestamp, Interval step) {
    if (Infinity.isTimestamp(timestamp)) {
      return timestamp;
    }
    LocalDateTime day =
        DateTimes.dateTime(timestamp).plusMonths(step.months()).plusDays(step.days());
    return Infinity.finite(Math.addExact(DateTimes.micros(day), step.micros()));
  }

  private static long moment(long moment, Interval step, ZoneId zone) {
    if (Infinity.isTimestamp(moment)) {
      return moment;
    }
    long moved = moment;
    if (step.months() != 0) {
      moved = byClocks(moved, new Interval(step.months(), 0, 0), zone);
    }
    if (step.days() != 0) {
      moved = byClocks(moved, new Interval(0, step.days(), 0), zone);
    }
    return Infinity.finite(Math.addExact(moved, step.micros()));
  }

  private static long byClocks(long moment, Interval step, ZoneId zone) {
    return DateTimes.moment(timestamp(DateTimes.local(moment, zone), step), zone);
  }

  /**
   * Compiles a date or time plus or minus an interval literal; days beyond the end of a month are
   * clamped to its last day, a TIME wraps around at midnight.
   *
   * @param interval months or milliseconds, depending on its type
   * @param sign -1 for subtraction
   * @throws MosqlException 0A000 for a date and an interval with a part of a day: the result would
   *     have to be a timestamp
   */
  static Expression shifted(Expression operand, SqlType type, RexLiteral interval, int sign) {
    BigDecimal amount = interval.getValueAs(BigDecimal.class);
    boolean months =
        interval.getType().getSqlTypeName().getFamily() == SqlTypeFamily.INTERVAL_YEAR_MONTH;
    long moved = sign * amount.longValue();
    if (type.kind() == TypeKind.DATE && !months && moved % MILLIS_PER_DAY != 0) {
      throw SqlErrorMessage.DATE_MOVED_BY_TIME.error();
    }
    boolean days =
        interval.getType().getIntervalQualifier() != null
            && interval.getType().getIntervalQualifier().getStartUnit()
                == org.apache.calcite.avatica.util.TimeUnit.DAY;
    return (row, context) -> {
      Object value = operand.evaluate(row, context);
      if (value == null) {
        return null;
      }
      if (Infinity.isInfinite(value, type)) {
        return value;
      }
      try {
        if (type.kind() == TypeKind.TIMESTAMPTZ) {
          return months || days
              ? moved((Long) value, moved, months, context.session().zone())
              : plusMillis(value, type, moved);
        }
        if (months && type.kind() == TypeKind.TIME) {
          return value;
        }
        return months ? plusMonths(value, type, moved) : plusMillis(value, type, moved);
      } catch (ArithmeticException | DateTimeException e) {
        throw SqlErrorMessage.DATETIME_TYPE_OUT_OF_RANGE.causedBy(e, type);
      }
    };
  }

  /**
   * Moves a TIMESTAMPTZ by months or days in the local time of the zone, and by the rest as elapsed
   * time.
   */
  private static long moved(long moment, long interval, boolean months, ZoneId zone) {
    LocalDateTime local = DateTimes.dateTime(DateTimes.local(moment, zone));
    LocalDateTime day =
        months ? local.plusMonths(interval) : local.plusDays(interval / MILLIS_PER_DAY);
    long rest = months ? 0 : interval % MILLIS_PER_DAY;
    return Infinity.finite(
        Math.addExact(DateTimes.moment(DateTimes.micros(day), zone), rest * 1_000));
  }

  private static Object plusMonths(Object value, SqlType type, long months) {
    // a date may be later than any timestamp
    return type.kind() == TypeKind.DATE
        ? (Object) DateTimes.days(DateTimes.date((Integer) value).plusMonths(months))
        : (Object) DateTimes.micros(DateTimes.dateTime((Long) value).plusMonths(months));
  }

  private static Object plusMillis(Object value, SqlType type, long millis) {
    return switch (type.kind()) {
      case DATE ->
          Infinity.finite(
              Math.toIntExact((Integer) value + Math.floorDiv(millis, MICROS_PER_DAY / 1_000)));
      case TIME -> Math.floorMod(Math.addExact((Long) value, millis * 1_000), MICROS_PER_DAY);
      default -> Infinity.finite(Math.addExact((Long) value, Math.multiplyExact(millis, 1_000L)));
    };
  }
}
