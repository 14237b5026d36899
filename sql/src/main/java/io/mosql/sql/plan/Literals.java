package io.mosql.sql.plan;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.Temporal;
import java.math.BigDecimal;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Values of Calcite's literals in our carrier classes. Pure. */
public final class Literals {
  private Literals() {}

  public static @Nullable Object value(RexLiteral literal) {
    Comparable<?> value = literal.getValue();
    if (value == null) {
      return null;
    }
    SqlType type = RelTypes.sqlType(literal.getType());
    if (value instanceof NlsString text) {
      return text.getValue();
    }
    if (value instanceof BigDecimal
        || value instanceof Boolean
        || value instanceof Double
        || value instanceof Float) {
      return Coercion.bind(value, type);
    }
    if (value instanceof UUID) {
      return value;
    }
    return switch (type.kind()) {
      case DATE -> literal.getValueAs(DateString.class).getDaysSinceEpoch();
      case TIME -> Temporal.parseTime(literal.getValueAs(TimeString.class).toString());
      case TIMESTAMP ->
          Temporal.parseTimestamp(literal.getValueAs(TimestampString.class).toString());
      case VARBINARY -> literal.getValueAs(ByteString.class).getBytes();
      default ->
          throw new MosqlException(
              SqlState.FEATURE_NOT_SUPPORTED,
              "literals of type " + literal.getTypeName() + " are not supported");
    };
  }
}
