package io.mosql.sql.exec.expression;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.DateTimes;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.core.type.ZonedTimes;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.exec.runtime.Expression;
import java.time.DateTimeException;
import java.time.ZoneId;
import org.apache.calcite.rex.RexCall;

/** Conversions between timestamps in the session's time zone and seconds since 1970 in UTC. */
final class TimeZoneFunctions {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private TimeZoneFunctions() {}

  /** UNIX_TIMESTAMP of a timestamp, or of now. */
  static Expression toSeconds(RexCall call, Expression[] operands) {
    if (operands.length == 0) {
      return (row, context) -> Math.floorDiv(context.transactionMicros(), MICROS_PER_SECOND);
    }
    SqlType type = RelTypes.sqlType(call.getOperands().get(0).getType());
    if (type.kind() == TypeKind.TIMESTAMPTZ) {
      return FunctionCompiler.strict(operands, v -> seconds((Long) v[0]));
    }
    return (row, context) -> {
      Object micros = Coercion.cast(operands[0].evaluate(row, context), type, SqlType.TIMESTAMP);
      return micros == null
          ? null
          : (Object) seconds(DateTimes.moment((Long) micros, context.session().zone()));
    };
  }

  private static long seconds(long moment) {
    if (Infinity.isTimestamp(moment)) {
      throw Infinity.refused("timestamp out of range");
    }
    return Math.floorDiv(moment, MICROS_PER_SECOND);
  }

  /** TIMEZONE(zone, x): between moments and what a zone's clocks show. */
  static Expression atZone(RexCall call, Expression[] operands) {
    SqlType type = RelTypes.sqlType(call.getOperands().get(1).getType());
    return FunctionCompiler.strict(
        operands,
        v -> {
          String name = (String) v[0];
          ZoneId known = ZonedTimes.ofText(name);
          ZoneId zone = known != null ? known : ZonedTimes.zone(name);
          return type.kind() == TypeKind.TIMESTAMPTZ
              ? Coercion.cast(v[1], type, SqlType.TIMESTAMP, zone)
              : Coercion.cast(v[1], type, SqlType.TIMESTAMPTZ, zone);
        });
  }

  static Expression fromSeconds(Expression[] operands) {
    return (row, context) -> {
      Object seconds = operands[0].evaluate(row, context);
      if (seconds == null) {
        return null;
      }
      try {
        long micros = Math.multiplyExact(((Number) seconds).longValue(), MICROS_PER_SECOND);
        return DateTimes.local(micros, context.session().zone());
      } catch (DateTimeException | ArithmeticException e) {
        throw new MosqlException(SqlState.DATETIME_OVERFLOW, "timestamp out of range", e);
      }
    };
  }
}
