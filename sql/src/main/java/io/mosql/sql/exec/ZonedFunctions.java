package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.Temporal;
import io.mosql.core.type.TypeKind;
import io.mosql.core.type.Zoned;
import io.mosql.sql.plan.RelTypes;
import java.time.DateTimeException;
import java.time.ZoneId;
import org.apache.calcite.rex.RexCall;

/** Seconds since 1970 in UTC beside timestamps, which are in the zone of the session. */
final class ZonedFunctions {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private ZonedFunctions() {}

  /** UNIX_TIMESTAMP of a timestamp, or of now. */
  static Expression toSeconds(RexCall call, Expression[] operands) {
    if (operands.length == 0) {
      return (row, context) -> Math.floorDiv(context.transactionMicros(), MICROS_PER_SECOND);
    }
    SqlType type = RelTypes.sqlType(call.getOperands().get(0).getType());
    if (type.kind() == TypeKind.TIMESTAMPTZ) {
      return Functions.strict(operands, v -> seconds((Long) v[0]));
    }
    return (row, context) -> {
      Object micros = Coercion.cast(operands[0].evaluate(row, context), type, SqlType.TIMESTAMP);
      return micros == null
          ? null
          : (Object) seconds(Temporal.moment((Long) micros, context.session().zone()));
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
    return Functions.strict(
        operands,
        v -> {
          String name = (String) v[0];
          ZoneId known = Zoned.ofText(name);
          ZoneId zone = known != null ? known : Zoned.zone(name);
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
        return Temporal.local(micros, context.session().zone());
      } catch (DateTimeException | ArithmeticException e) {
        throw new MosqlException(SqlState.DATETIME_OVERFLOW, "timestamp out of range", e);
      }
    };
  }
}
