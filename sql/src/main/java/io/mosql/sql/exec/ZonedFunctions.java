package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.Temporal;
import io.mosql.sql.plan.RelTypes;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.apache.calcite.rex.RexCall;

/** Seconds since 1970 in UTC beside timestamps, which are in the zone of the machine. */
final class ZonedFunctions {
  private ZonedFunctions() {}

  /** UNIX_TIMESTAMP of a timestamp, or of now. */
  static Expression toSeconds(RexCall call, Expression[] operands) {
    SqlType type =
        operands.length == 0
            ? SqlType.TIMESTAMP
            : RelTypes.sqlType(call.getOperands().get(0).getType());
    return (row, context) -> {
      Object value =
          operands.length == 0
              ? (Object) context.session().nowMicros()
              : operands[0].evaluate(row, context);
      Object micros = Coercion.cast(value, type, SqlType.TIMESTAMP);
      return micros == null
          ? null
          : Temporal.dateTime((Long) micros).atZone(ZoneId.systemDefault()).toEpochSecond();
    };
  }

  static Expression fromSeconds(Expression[] operands) {
    return Functions.strict(
        operands,
        v -> {
          try {
            Instant instant = Instant.ofEpochSecond(((Number) v[0]).longValue());
            return Temporal.micros(LocalDateTime.ofInstant(instant, ZoneId.systemDefault()));
          } catch (DateTimeException | ArithmeticException e) {
            throw new MosqlException(SqlState.DATETIME_OVERFLOW, "timestamp out of range", e);
          }
        });
  }
}
