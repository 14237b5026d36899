package io.mosql.jdbc.conversion;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.DateTimes;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.base.SqlErrors;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts parameter values of applications to the classes of the engine. Stateless. */
@SuppressWarnings("JavaUtilDate")
public // JDBC prescribes these classes
final class ParameterConversions {
  /** Value for an absent scale. */
  public static final int NO_SCALE = -1;

  private static final Map<Class<?>, SqlType> ELEMENTS =
      Map.ofEntries(
          Map.entry(boolean.class, SqlType.BOOLEAN),
          Map.entry(Boolean.class, SqlType.BOOLEAN),
          Map.entry(short.class, SqlType.SMALLINT),
          Map.entry(Short.class, SqlType.SMALLINT),
          Map.entry(Byte.class, SqlType.SMALLINT),
          Map.entry(int.class, SqlType.INTEGER),
          Map.entry(Integer.class, SqlType.INTEGER),
          Map.entry(long.class, SqlType.BIGINT),
          Map.entry(Long.class, SqlType.BIGINT),
          Map.entry(float.class, SqlType.REAL),
          Map.entry(Float.class, SqlType.REAL),
          Map.entry(double.class, SqlType.DOUBLE),
          Map.entry(Double.class, SqlType.DOUBLE),
          Map.entry(BigDecimal.class, SqlType.NUMERIC),
          Map.entry(BigInteger.class, SqlType.NUMERIC),
          Map.entry(char.class, SqlType.TEXT),
          Map.entry(Character.class, SqlType.TEXT),
          Map.entry(String.class, SqlType.TEXT),
          Map.entry(byte[].class, SqlType.of(TypeKind.VARBINARY)),
          Map.entry(UUID.class, SqlType.UUID),
          Map.entry(Date.class, SqlType.DATE),
          Map.entry(LocalDate.class, SqlType.DATE),
          Map.entry(Time.class, SqlType.TIME),
          Map.entry(LocalTime.class, SqlType.TIME),
          Map.entry(Timestamp.class, SqlType.TIMESTAMP),
          Map.entry(java.util.Date.class, SqlType.TIMESTAMP),
          Map.entry(LocalDateTime.class, SqlType.TIMESTAMP),
          Map.entry(Instant.class, SqlType.TIMESTAMPTZ),
          Map.entry(ZonedDateTime.class, SqlType.TIMESTAMPTZ),
          Map.entry(OffsetDateTime.class, SqlType.TIMESTAMPTZ),
          Map.entry(Period.class, SqlType.INTERVAL),
          Map.entry(Duration.class, SqlType.INTERVAL));

  private ParameterConversions() {}

  /**
   * Returns the text, which must have an encoding in UTF-8: a replacement of what has none would
   * change it silently.
   *
   * @throws SQLException 22021 for an unpaired surrogate
   */
  public static String encodable(String text) throws SQLException {
    for (int i = 0; i < text.length(); i++) {
      if (!Character.isSurrogate(text.charAt(i))) {
        continue;
      }
      if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
        throw DriverErrorMessage.UNPAIRED_SURROGATE.sqlException(i);
      }
      i++;
    }
    return text;
  }

  /** Whether a value is an array of SQL or Java; a byte string is none. */
  public static boolean isArray(Object x) {
    return x instanceof java.sql.Array || x.getClass().isArray() && !(x instanceof byte[]);
  }

  /** The SQL type of the elements of a Java array by their class; null for another class. */
  public static @Nullable SqlType typeOf(Class<?> component) {
    return ELEMENTS.get(component);
  }

  /** Converts a value to a class that the engine can coerce. */
  public static Object of(Object x) throws SQLException {
    if (x instanceof String
        || x instanceof Boolean
        || x instanceof LocalDateTime
        || x instanceof LocalDate
        || x instanceof LocalTime
        || x instanceof OffsetDateTime
        || x instanceof UUID) {
      return x;
    }
    if (x instanceof Number number) {
      return number(number);
    }
    if (x instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (x instanceof Character || x instanceof Period || x instanceof Duration) {
      // intervals are passed as ISO 8601 text
      return x.toString();
    }
    return isOldOrZoned(x) ? temporal(x) : large(x);
  }

  public static Number number(Number x) throws SQLException {
    if (x instanceof Integer
        || x instanceof Long
        || x instanceof Double
        || x instanceof Float
        || x instanceof BigDecimal) {
      return x;
    }
    if (x instanceof Short || x instanceof Byte) {
      return x.intValue();
    }
    if (x instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    throw unknown(x);
  }

  private static boolean isOldOrZoned(Object x) {
    return x instanceof java.util.Date
        || x instanceof Calendar
        || x instanceof Instant
        || x instanceof ZonedDateTime
        || x instanceof OffsetTime;
  }

  private static Object temporal(Object x) throws SQLException {
    if (x instanceof Timestamp timestamp) {
      return TemporalConversions.localDateTime(timestamp, null);
    }
    if (x instanceof Date date) {
      return TemporalConversions.localDate(date, null);
    }
    if (x instanceof Time time) {
      return TemporalConversions.localTime(time, null);
    }
    if (x instanceof java.util.Date date) {
      return TemporalConversions.ofMillis(date.getTime(), null);
    }
    if (x instanceof Calendar calendar) {
      return TemporalConversions.ofMillis(calendar.getTimeInMillis(), null);
    }
    OffsetDateTime moment = TemporalConversions.moment(x);
    if (moment != null) {
      return moment;
    }
    if (x instanceof OffsetTime offset) {
      return offset.toLocalTime();
    }
    throw unknown(x);
  }

  private static Object large(Object x) throws SQLException {
    if (x instanceof Clob clob) {
      return clob.getSubString(1, LobPositions.length(clob.length()));
    }
    if (x instanceof Blob blob) {
      return blob.getBytes(1, LobPositions.length(blob.length()));
    }
    if (x instanceof RowId id) {
      return id.getBytes();
    }
    if (x instanceof InputStream stream) {
      return ParameterStreamReader.bytes(stream, ParameterStreamReader.ALL);
    }
    if (x instanceof Reader reader) {
      return ParameterStreamReader.text(reader, ParameterStreamReader.ALL);
    }
    throw unknown(x);
  }

  /** Converts dates and times for a parameter of this kind; other values are unchanged. */
  public static Object coerce(Object value, TypeKind kind) {
    if (value instanceof LocalDateTime timestamp) {
      return switch (kind) {
        case DATE -> timestamp.toLocalDate();
        case TIME -> Infinity.isInfinite(timestamp) ? timestamp : timestamp.toLocalTime();
        default -> timestamp;
      };
    }
    return value instanceof LocalDate date && kind == TypeKind.TIMESTAMP
        ? DateTimes.startOf(date)
        : value;
  }

  /** Converts dates, times and UUIDs to text; other values are unchanged. */
  private static Object text(Object value) {
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    if (value instanceof LocalDateTime timestamp) {
      return TemporalConversions.text(timestamp);
    }
    if (value instanceof LocalDate date) {
      return Infinity.isInfinite(date)
          ? TemporalConversions.text(DateTimes.startOf(date))
          : date.toString();
    }
    if (value instanceof OffsetDateTime moment) {
      return TemporalConversions.text(TemporalConversions.local(moment, ZoneId.systemDefault()));
    }
    if (value instanceof LocalTime time) {
      return TemporalConversions.text(time);
    }
    return value instanceof UUID || value instanceof Number ? value.toString() : value;
  }

  /** Converts a value of setObject with a target type. */
  public static Object convert(Object x, int targetType, int scale) throws SQLException {
    Object value = of(x);
    return switch (targetType) {
      case Types.TINYINT -> integer(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case Types.SMALLINT -> integer(value, Short.MIN_VALUE, Short.MAX_VALUE);
      case Types.INTEGER -> integer(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case Types.BIGINT ->
          isScalar(value)
              ? (Object)
                  NumericConversions.toLong(value, kindOf(value), Long.MIN_VALUE, Long.MAX_VALUE)
              : value;
      case Types.REAL ->
          isScalar(value) ? (Object) NumericConversions.toFloat(value, kindOf(value)) : value;
      case Types.FLOAT, Types.DOUBLE ->
          isScalar(value) ? (Object) NumericConversions.toDouble(value, kindOf(value)) : value;
      case Types.BIT, Types.BOOLEAN ->
          isScalar(value) ? (Object) NumericConversions.toBoolean(value, kindOf(value)) : value;
      case Types.DECIMAL, Types.NUMERIC -> scaled(value, scale);
      case Types.DATE -> coerce(local(value), TypeKind.DATE);
      case Types.TIME -> coerce(local(value), TypeKind.TIME);
      case Types.TIMESTAMP -> local(value);
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> text(value);
      default -> value;
    };
  }

  /** Converts an instant to local time in the JVM's zone; other values are unchanged. */
  private static Object local(Object value) {
    return value instanceof OffsetDateTime moment
        ? TemporalConversions.local(moment, ZoneId.systemDefault())
        : value;
  }

  private static Object integer(Object value, int low, int high) throws SQLException {
    return isScalar(value)
        ? (Object) (int) NumericConversions.toLong(value, kindOf(value), low, high)
        : value;
  }

  private static Object scaled(Object value, int scale) throws SQLException {
    if (!isScalar(value)) {
      return value;
    }
    BigDecimal number = NumericConversions.toDecimal(value, kindOf(value));
    return scale == NO_SCALE ? number : number.setScale(scale, RoundingMode.HALF_UP);
  }

  private static boolean isScalar(Object value) {
    return value instanceof Number || value instanceof String || value instanceof Boolean;
  }

  /** The kind of a number, text or boolean. */
  private static TypeKind kindOf(Object value) {
    if (value instanceof Integer) {
      return TypeKind.INTEGER;
    } else if (value instanceof Long) {
      return TypeKind.BIGINT;
    } else if (value instanceof BigDecimal) {
      return TypeKind.DECIMAL;
    } else if (value instanceof Double) {
      return TypeKind.DOUBLE;
    } else if (value instanceof Float) {
      return TypeKind.REAL;
    }
    return value instanceof Boolean ? TypeKind.BOOLEAN : TypeKind.TEXT;
  }

  private static SQLException unknown(Object x) {
    return SqlErrors.of(
        CoreErrorMessage.PARAMETER_CLASS_NOT_SUPPORTED.error(x.getClass().getName()));
  }
}
