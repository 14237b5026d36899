package io.mosql.sql.session.result;

import io.mosql.core.type.SqlType;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** JDBC type codes and sizes of SQL types, for metadata views. Pure. */
public final class JdbcTypeCodes {
  private JdbcTypeCodes() {}

  public static int code(SqlType type) {
    return switch (type.kind()) {
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
      case UUID, INTERVAL, JSONB -> Types.OTHER;
      case TIMESTAMPTZ -> Types.TIMESTAMP_WITH_TIMEZONE;
    };
  }

  /** Digits of numbers, length of text and bytes, characters of dates and times. */
  public static int size(SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> 1;
      case SMALLINT -> 5;
      case INTEGER -> 10;
      case BIGINT -> 19;
      case REAL -> 7;
      case DOUBLE -> 15;
      case DATE -> 10;
      case TIME -> 15;
      case TIMESTAMP -> 26;
      case UUID -> 36;
      case INTERVAL -> 49;
      case TIMESTAMPTZ -> 32;
      case NUMERIC -> 0;
      case DECIMAL, CHAR, VARCHAR, TEXT, VARBINARY, JSONB ->
          type.precision() == SqlType.UNBOUNDED ? Integer.MAX_VALUE : type.precision();
    };
  }

  /** Digits after the point; null where there is none. */
  public static @Nullable Integer digits(SqlType type) {
    return switch (type.kind()) {
      case SMALLINT, INTEGER, BIGINT -> 0;
      case DECIMAL -> type.scale();
      case TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL -> 6;
      default -> null;
    };
  }
}
