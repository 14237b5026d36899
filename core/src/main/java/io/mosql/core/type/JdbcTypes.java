package io.mosql.core.type;

import java.math.BigDecimal;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/**
 * The SQL types as JDBC describes them: codes, classes and sizes, for metadata of the driver and of
 * the system views. Pure.
 */
public final class JdbcTypes {
  private JdbcTypes() {}

  /** The code in {@link Types}. */
  public static int code(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> Types.BOOLEAN;
      case SMALLINT -> Types.SMALLINT;
      case INTEGER -> Types.INTEGER;
      case BIGINT -> Types.BIGINT;
      case DECIMAL -> Types.DECIMAL;
      case NUMERIC -> Types.NUMERIC;
      case REAL -> Types.REAL;
      case DOUBLE -> Types.DOUBLE;
      case CHAR -> Types.CHAR;
      case VARCHAR, TEXT -> Types.VARCHAR;
      case VARBINARY -> Types.VARBINARY;
      case DATE -> Types.DATE;
      case TIME -> Types.TIME;
      case TIMESTAMP -> Types.TIMESTAMP;
      case BLOB -> Types.BLOB;
      case CLOB -> Types.CLOB;
      case UUID, INTERVAL, JSONB -> Types.OTHER;
      case TIMESTAMPTZ -> Types.TIMESTAMP_WITH_TIMEZONE;
      case ARRAY -> Types.ARRAY;
    };
  }

  /** The name without length and digits, such as {@code INTEGER} and {@code INTEGER[]}. */
  public static String name(SqlType type) {
    return type.element() == null ? type.kind().name() : type.elementType().kind().name() + "[]";
  }

  /** The class returned by {@code getObject}. */
  public static Class<?> javaClass(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> Boolean.class;
      case SMALLINT, INTEGER -> Integer.class;
      case BIGINT -> Long.class;
      case DECIMAL, NUMERIC -> BigDecimal.class;
      case REAL -> Float.class;
      case DOUBLE -> Double.class;
      case CHAR, VARCHAR, TEXT, INTERVAL, JSONB -> String.class;
      case VARBINARY -> byte[].class;
      case BLOB -> java.sql.Blob.class;
      case CLOB -> java.sql.Clob.class;
      case DATE -> java.sql.Date.class;
      case TIME -> java.sql.Time.class;
      case TIMESTAMP -> java.sql.Timestamp.class;
      case UUID -> java.util.UUID.class;
      case TIMESTAMPTZ -> java.time.OffsetDateTime.class;
      case ARRAY -> java.sql.Array.class;
    };
  }

  /** Digits of a number; length of text, bytes and temporal values as text. */
  public static int precision(SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> 1;
      case SMALLINT -> 5;
      case INTEGER -> 10;
      case BIGINT -> 19;
      case REAL -> 7;
      case DOUBLE -> 15;
      case DATE -> 10;
      case TIME, TIMESTAMP, TIMESTAMPTZ -> length(type);
      case UUID -> 36;
      case INTERVAL -> 49;
      // as the PostgreSQL driver reports a NUMERIC without a scale
      case NUMERIC -> 0;
      case DECIMAL, CHAR, VARCHAR, TEXT, VARBINARY, JSONB, ARRAY, BLOB, CLOB ->
          type.precision() == SqlType.UNBOUNDED ? Integer.MAX_VALUE : type.precision();
    };
  }

  /** Characters of a time or timestamp. */
  private static int length(SqlType type) {
    int digits = digitsOfSecond(type);
    int whole =
        switch (type.kind()) {
          case TIME -> 8;
          case TIMESTAMP -> 19;
          default -> 25;
        };
    return digits == 0 ? whole : whole + 1 + digits;
  }

  private static int digitsOfSecond(SqlType type) {
    return type.precision() == SqlType.UNBOUNDED ? 6 : type.precision();
  }

  /** Digits after the point; 0 where there is none. */
  public static int scale(SqlType type) {
    Integer digits = decimalDigits(type);
    return digits == null ? 0 : digits;
  }

  /** Digits after the point; null for types without digits. */
  public static @Nullable Integer decimalDigits(SqlType type) {
    return switch (type.kind()) {
      case SMALLINT, INTEGER, BIGINT -> 0;
      case DECIMAL -> type.scale();
      case TIME, TIMESTAMP, TIMESTAMPTZ -> digitsOfSecond(type);
      case INTERVAL -> 6;
      default -> null;
    };
  }

  /** Maximum number of characters of a value as text. */
  public static int displaySize(SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> 5;
      case SMALLINT -> 6;
      case INTEGER -> 11;
      case BIGINT -> 20;
      case DECIMAL -> type.precision() + 2;
      case NUMERIC -> 2 * SqlType.MAX_NUMERIC_DIGITS + 2;
      case REAL -> 15;
      case DOUBLE -> 24;
      case VARBINARY, BLOB -> (int) Math.min(Integer.MAX_VALUE, 2L * precision(type));
      case DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMPTZ,
          UUID,
          INTERVAL,
          CHAR,
          VARCHAR,
          TEXT,
          JSONB,
          ARRAY,
          CLOB ->
          precision(type);
    };
  }

  public static boolean isTemporal(TypeKind kind) {
    return kind == TypeKind.DATE
        || kind == TypeKind.TIME
        || kind == TypeKind.TIMESTAMP
        || kind == TypeKind.TIMESTAMPTZ;
  }

  /** Whether values with this code of {@link Types} can be bound. */
  public static boolean isKnownCode(int code) {
    return switch (code) {
      case Types.BIT,
          Types.BOOLEAN,
          Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.DECIMAL,
          Types.NUMERIC,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB,
          Types.BINARY,
          Types.VARBINARY,
          Types.LONGVARBINARY,
          Types.BLOB,
          Types.ROWID,
          Types.DATE,
          Types.TIME,
          Types.TIMESTAMP,
          Types.TIME_WITH_TIMEZONE,
          Types.TIMESTAMP_WITH_TIMEZONE,
          Types.NULL,
          Types.OTHER,
          Types.ARRAY,
          Types.JAVA_OBJECT ->
          true;
      default -> false;
    };
  }
}
