package io.mosql.sql.exec.expression;

import static io.mosql.sql.exec.expression.FunctionCompiler.strict;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.DateTimes;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.NumericType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.function.TimeUnit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.jspecify.annotations.Nullable;

/** EXTRACT and its short forms, and addition of intervals to dates and times. */
final class DateTimeFunctions {
  private static final long MILLIS_PER_DAY = 86_400_000;
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private DateTimeFunctions() {}

  static @Nullable Expression compile(String name, RexCall call, Expression[] operands) {
    List<RexNode> nodes = call.getOperands();
    return switch (name) {
      case "EXTRACT" -> {
        SqlType type = RelTypes.sqlType(nodes.get(1).getType());
        boolean exact = NumericType.is(call.getType());
        if (type.kind() == TypeKind.TIMESTAMPTZ) {
          yield partOfMoment(operands[0], operands[1], true, exact);
        }
        yield strict(
            operands,
            v -> {
              String unit = v[0].toString().toUpperCase(Locale.ROOT);
              return isInfinite(v[1], type)
                  ? TimeUnit.wholeOfInfinite(unit)
                  : part(unit, local(v[1], type), exact);
            });
      }
      case "YEAR", "QUARTER", "MONTH", "DAYOFMONTH", "HOUR", "MINUTE", "SECOND" -> {
        SqlType type = RelTypes.sqlType(nodes.get(0).getType());
        if (type.kind() == TypeKind.TIMESTAMPTZ) {
          yield partOfMoment((row, context) -> name, operands[0], false, false);
        }
        yield strict(
            operands,
            v -> {
              if (isInfinite(v[0], type)) {
                throw Infinity.refused("timestamp out of range");
              }
              return part(name, local(v[0], type), false);
            });
      }
      default -> null;
    };
  }

  /** Whether it is DATE_PART of a moment. */
  static boolean isPartOfMoment(RexCall call) {
    return call.getOperator().getName().equals("DATE_PART")
        && RelTypes.sqlType(call.getOperands().get(1).getType()).kind() == TypeKind.TIMESTAMPTZ;
  }

  /** A field as DATE_PART has it; of a moment, whose epoch is the same in all zones. */
  static Expression partOfMoment(Expression[] operands) {
    return (row, context) -> {
      Object wanted = operands[0].evaluate(row, context);
      Object value = operands[1].evaluate(row, context);
      if (wanted == null || value == null) {
        return null;
      }
      String name = wanted.toString().trim();
      long micros = (Long) value;
      return Infinity.isTimestamp(micros)
          ? TimeUnit.ofInfinite(name, micros > 0)
          : (Double) TimeUnit.field(name, shown(name, micros, context)).doubleValue();
    };
  }

  /** What is looked at for a field of a moment. */
  private static LocalDateTime shown(String name, long micros, ExecutionContext context) {
    return DateTimes.dateTime(
        name.equalsIgnoreCase("EPOCH")
            ? micros
            : DateTimes.local(micros, context.session().zone()));
  }

  private static boolean isInfinite(Object value, SqlType type) {
    return switch (type.kind()) {
      case DATE -> Infinity.isDate((Integer) value);
      case TIMESTAMP, TIMESTAMPTZ -> Infinity.isTimestamp((Long) value);
      default -> false;
    };
  }

  /**
   * A field as the session's zone shows it; EPOCH is the same in all.
   *
   * @param infinite whether infinite moments have fields
   */
  private static Expression partOfMoment(
      Expression unit, Expression operand, boolean infinite, boolean exact) {
    return (row, context) -> {
      Object wanted = unit.evaluate(row, context);
      Object value = operand.evaluate(row, context);
      if (wanted == null || value == null) {
        return null;
      }
      String name = wanted.toString().toUpperCase(Locale.ROOT);
      long micros = (Long) value;
      if (Infinity.isTimestamp(micros)) {
        if (!infinite) {
          throw Infinity.refused("timestamp out of range");
        }
        return TimeUnit.wholeOfInfinite(name);
      }
      return part(name, shown(name, micros, context), exact);
    };
  }

  /**
   * A date or time moved by an interval; a month too short for the day ends it, a time goes round
   * the day.
   *
   * @param interval months or milliseconds, as its type says
   * @param sign -1 to go back
   * @throws MosqlException 0A000 for a date and an interval that is not of whole days: it would
   *     have to become a timestamp
   */
  static Expression shifted(Expression operand, SqlType type, RexLiteral interval, int sign) {
    BigDecimal amount = interval.getValueAs(BigDecimal.class);
    boolean months =
        interval.getType().getSqlTypeName().getFamily() == SqlTypeFamily.INTERVAL_YEAR_MONTH;
    long moved = sign * amount.longValue();
    if (type.kind() == TypeKind.DATE && !months && moved % MILLIS_PER_DAY != 0) {
      throw new MosqlException(
          SqlState.FEATURE_NOT_SUPPORTED,
          "a DATE is moved by whole days; CAST it AS TIMESTAMP to move it by less");
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
      if (isInfinite(value, type)) {
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
        throw new MosqlException(
            SqlState.DATETIME_OVERFLOW, "value out of range for type " + type, e);
      }
    };
  }

  /** A moment moved by months or days as the zone's clocks count them, and what is left by time. */
  private static long moved(long moment, long interval, boolean months, ZoneId zone) {
    LocalDateTime local = DateTimes.dateTime(DateTimes.local(moment, zone));
    LocalDateTime day =
        months ? local.plusMonths(interval) : local.plusDays(interval / MILLIS_PER_DAY);
    long rest = months ? 0 : interval % MILLIS_PER_DAY;
    return Infinity.finite(
        Math.addExact(DateTimes.moment(DateTimes.micros(day), zone), rest * 1_000));
  }

  private static Object plusMonths(Object value, SqlType type, long months) {
    LocalDateTime moved = local(value, type).plusMonths(months);
    return type.kind() == TypeKind.DATE
        ? (Object) DateTimes.days(moved.toLocalDate())
        : (Object) DateTimes.micros(moved);
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

  private static LocalDateTime local(Object value, SqlType type) {
    // a date may be later than any timestamp
    return type.kind() == TypeKind.DATE
        ? DateTimes.date((Integer) value).atStartOfDay()
        : DateTimes.dateTime((Long) value);
  }

  /**
   * A field.
   *
   * @param exact whether with the digits after its point
   */
  private static Object part(String unit, LocalDateTime time, boolean exact) {
    BigDecimal field = TimeUnit.field(unit.equals("DAYOFMONTH") ? "DAY" : unit, time);
    return exact ? (Object) field : field.setScale(0, RoundingMode.FLOOR).longValueExact();
  }
}
