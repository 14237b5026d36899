package io.mosql.sql.exec;

import static io.mosql.sql.exec.Functions.strict;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.Temporal;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.function.TimeUnit;
import io.mosql.sql.plan.RelTypes;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.jspecify.annotations.Nullable;

/** EXTRACT and its short names, and dates and times moved by intervals. */
final class TimeFunctions {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private TimeFunctions() {}

  static @Nullable Expression compile(String name, RexCall call, Expression[] operands) {
    List<RexNode> nodes = call.getOperands();
    return switch (name) {
      case "EXTRACT" -> {
        SqlType type = RelTypes.sqlType(nodes.get(1).getType());
        yield strict(
            operands, v -> part(v[0].toString().toUpperCase(Locale.ROOT), local(v[1], type)));
      }
      case "YEAR", "QUARTER", "MONTH", "DAYOFMONTH", "HOUR", "MINUTE", "SECOND" -> {
        SqlType type = RelTypes.sqlType(nodes.get(0).getType());
        yield strict(operands, v -> part(name, local(v[0], type)));
      }
      default -> null;
    };
  }

  /**
   * A date or time moved by an interval; a month too short for the day ends it, a time goes round
   * the day.
   *
   * @param interval months or milliseconds, as its type says
   * @param sign -1 to go back
   */
  static Expression shifted(Expression operand, SqlType type, RexLiteral interval, int sign) {
    BigDecimal amount = interval.getValueAs(BigDecimal.class);
    if (amount == null) {
      return (row, context) -> null;
    }
    boolean months =
        interval.getType().getSqlTypeName().getFamily() == SqlTypeFamily.INTERVAL_YEAR_MONTH;
    long moved = sign * amount.longValue();
    return (row, context) -> {
      Object value = operand.evaluate(row, context);
      if (value == null) {
        return null;
      }
      try {
        return months ? plusMonths(value, type, moved) : plusMillis(value, type, moved);
      } catch (ArithmeticException | DateTimeException e) {
        throw new MosqlException(
            SqlState.INVALID_DATETIME, "value out of range for type " + type, e);
      }
    };
  }

  private static Object plusMonths(Object value, SqlType type, long months) {
    LocalDateTime moved = local(value, type).plusMonths(months);
    return type.kind() == TypeKind.DATE
        ? (Object) Math.toIntExact(moved.toLocalDate().toEpochDay())
        : (Object) Temporal.micros(moved);
  }

  private static Object plusMillis(Object value, SqlType type, long millis) {
    return switch (type.kind()) {
      case DATE -> Math.toIntExact((Integer) value + Math.floorDiv(millis, MICROS_PER_DAY / 1_000));
      case TIME -> Math.floorMod(Math.addExact((Long) value, millis * 1_000), MICROS_PER_DAY);
      default -> Math.addExact((Long) value, Math.multiplyExact(millis, 1_000L));
    };
  }

  private static LocalDateTime local(Object value, SqlType type) {
    return Temporal.dateTime(
        type.kind() == TypeKind.DATE ? (Integer) value * MICROS_PER_DAY : (Long) value);
  }

  /** A field as EXTRACT gives it: a whole number, of seconds what is before the point. */
  private static Long part(String unit, LocalDateTime time) {
    return TimeUnit.field(unit.equals("DAYOFMONTH") ? "DAY" : unit, time)
        .setScale(0, RoundingMode.FLOOR)
        .longValueExact();
  }
}
