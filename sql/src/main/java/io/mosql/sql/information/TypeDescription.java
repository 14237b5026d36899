package io.mosql.sql.information;

import io.mosql.core.type.Collation;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.StandardTypeNames;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The description of a type in {@code information_schema}, in PostgreSQL's words.
 *
 * @param name such as {@code character varying}
 * @param udt the name in PostgreSQL's catalog, such as {@code varchar} and {@code _int4}
 * @param characters most characters of a text, most bytes of a byte string
 * @param octets most bytes of either
 * @param precision of a number, in digits of the radix
 * @param fraction digits after the second
 */
record TypeDescription(
    String name,
    String udt,
    @Nullable Integer characters,
    @Nullable Integer octets,
    @Nullable Integer precision,
    @Nullable Integer radix,
    @Nullable Integer scale,
    @Nullable Integer fraction) {
  private static final int UTF8_BYTES_MAX = 4;

  /** The type of a column declared with type JSON. */
  static final TypeDescription JSON = plain("json");

  static TypeDescription of(SqlType type) {
    String name = StandardTypeNames.of(type.kind());
    return switch (type.kind()) {
      case SMALLINT -> number(name, 16, 2, 0);
      case INTEGER -> number(name, 32, 2, 0);
      case BIGINT -> number(name, 64, 2, 0);
      case DECIMAL -> number(name, type.precision(), 10, type.scale());
      case NUMERIC ->
          new TypeDescription(name, catalogName(name), null, null, null, 10, null, null);
      case REAL -> number(name, 24, 2, null);
      case DOUBLE -> number(name, 53, 2, null);
      case CHAR -> text(name, type, UTF8_BYTES_MAX);
      case VARCHAR -> text(name, type, UTF8_BYTES_MAX);
      case VARBINARY -> text("varbinary", type, 1);
      case BLOB -> text(name, type, 1);
      case CLOB -> text(name, type, UTF8_BYTES_MAX);
      case DATE -> time(name, 0);
      case TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL ->
          time(name, type.precision() == SqlType.UNBOUNDED ? 6 : type.precision());
      case ARRAY ->
          new TypeDescription(
              "ARRAY", "_" + of(type.elementType()).udt(), null, null, null, null, null, null);
      default -> plain(name);
    };
  }

  private static TypeDescription plain(String name) {
    return new TypeDescription(name, catalogName(name), null, null, null, null, null, null);
  }

  private static TypeDescription number(
      String name, int precision, int radix, @Nullable Integer scale) {
    return new TypeDescription(name, catalogName(name), null, null, precision, radix, scale, null);
  }

  private static TypeDescription text(String name, SqlType type, int bytesEach) {
    return type.precision() == SqlType.UNBOUNDED
        ? plain(name)
        : new TypeDescription(
            name,
            catalogName(name),
            type.precision(),
            (int) Math.min(Integer.MAX_VALUE, (long) type.precision() * bytesEach),
            null,
            null,
            null,
            null);
  }

  private static TypeDescription time(String name, int fraction) {
    return new TypeDescription(name, catalogName(name), null, null, null, null, null, fraction);
  }

  /** The name of a type in PostgreSQL's catalog, such as {@code int4}. */
  private static String catalogName(String name) {
    return switch (name) {
      case "smallint" -> "int2";
      case "integer" -> "int4";
      case "bigint" -> "int8";
      case "real" -> "float4";
      case "double precision" -> "float8";
      case "character" -> "bpchar";
      case "character varying" -> "varchar";
      case "varbinary" -> "bytea";
      case "boolean" -> "bool";
      case "time without time zone" -> "time";
      case "timestamp without time zone" -> "timestamp";
      case "timestamp with time zone" -> "timestamptz";
      default -> name;
    };
  }

  /** The type as MySQL lists it, such as {@code decimal(8,2)}. */
  static String listed(SqlType type) {
    return type.withCollation(Collation.CODE_POINT)
        .toString()
        .toLowerCase(Locale.ROOT)
        .replace(", ", ",");
  }
}
