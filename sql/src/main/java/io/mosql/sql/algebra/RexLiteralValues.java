package io.mosql.sql.algebra;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.DateTimes;
import io.mosql.core.type.Interval;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Converts Calcite's literals to carrier values. Pure. */
public final class RexLiteralValues {
  private static final long MILLIS_PER_DAY = 86_400_000;
  private static final long MICROS_PER_MILLI = 1_000;

  private RexLiteralValues() {}

  public static @Nullable Object value(RexLiteral literal) {
    Comparable<?> value = literal.getValue();
    if (value == null) {
      return null;
    }
    SqlType type = RelTypes.sqlType(literal.getType());
    if (value instanceof NlsString text) {
      // Calcite pads literals that it casts to CHAR
      return type.kind() == TypeKind.CHAR
          ? Coercion.withoutTrailingBlanks(text.getValue())
          : text.getValue();
    }
    if (value instanceof BigDecimal amount && type.kind() == TypeKind.INTERVAL) {
      return interval(literal, amount);
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
      case TIME -> DateTimes.parseTime(literal.getValueAs(TimeString.class).toString());
      case TIMESTAMP ->
          DateTimes.parseTimestamp(literal.getValueAs(TimestampString.class).toString());
      case VARBINARY, BLOB -> literal.getValueAs(ByteString.class).getBytes();
      default ->
          throw CoreErrorMessage.UNSUPPORTED.error("literals of type " + literal.getTypeName());
    };
  }

  /** Converts an interval literal: Calcite counts months or milliseconds. */
  private static Interval interval(RexLiteral literal, BigDecimal amount) {
    SqlIntervalQualifier fields =
        Objects.requireNonNull(literal.getType().getIntervalQualifier(), "fields");
    long count = amount.longValueExact();
    if (fields.isYearMonth()) {
      return Interval.of(count, 0, 0);
    }
    boolean days = fields.getStartUnit() == TimeUnit.DAY || fields.getStartUnit() == TimeUnit.WEEK;
    long whole = days ? count / MILLIS_PER_DAY : 0;
    return Interval.of(0, whole, (count - whole * MILLIS_PER_DAY) * MICROS_PER_MILLI);
  }
}
