package io.mosql.jdbc;

import io.mosql.core.type.JdbcTypes;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.jdbc.metadata.MetadataColumns;
import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of {@code getTypeInfo}. */
final class TypeInfoRows {
  private static final int RADIX = 10;

  private TypeInfoRows() {}

  static boolean isNumeric(int code) {
    return switch (code) {
      case Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.DECIMAL,
          Types.NUMERIC,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE ->
          true;
      default -> false;
    };
  }

  static boolean isText(int code) {
    return code == Types.CHAR || code == Types.VARCHAR || code == Types.LONGVARCHAR;
  }

  /**
   * All rows, ordered by type code; of two types with the same code the type with a length comes
   * first.
   */
  static MetadataRows all() {
    List<TypeKind> kinds =
        Arrays.stream(TypeKind.values())
            .sorted(
                Comparator.comparingInt(JdbcTypes::code).thenComparing(Comparator.naturalOrder()))
            .toList();
    MetadataRows rows = new MetadataRows(MetadataColumns.TYPES);
    for (TypeKind kind : kinds) {
      add(rows, kind);
    }
    return rows;
  }

  private static void add(MetadataRows rows, TypeKind kind) {
    SqlType type =
        kind == TypeKind.DECIMAL
            ? SqlType.decimal(SqlType.MAX_DECIMAL_PRECISION, 0)
            : kind == TypeKind.ARRAY ? SqlType.arrayOf(SqlType.TEXT) : SqlType.of(kind);
    boolean scaled = kind == TypeKind.DECIMAL || kind == TypeKind.NUMERIC;
    boolean fractional = JdbcTypes.isTemporal(kind) || kind == TypeKind.INTERVAL;
    int fraction = fractional ? JdbcTypes.scale(type) : 0;
    rows.add(
        kind.name(),
        JdbcTypes.code(kind),
        JdbcTypes.precision(type),
        literalPrefix(kind),
        isQuoted(kind) ? "'" : null,
        createParameters(kind),
        DatabaseMetaData.typeNullable,
        kind.isText(),
        DatabaseMetaData.typeSearchable,
        !kind.isNumeric(),
        false,
        kind.isInteger(),
        kind.name(),
        scaled ? 0 : fraction,
        kind == TypeKind.NUMERIC
            ? SqlType.MAX_NUMERIC_DIGITS
            : scaled ? SqlType.MAX_DECIMAL_PRECISION : fraction,
        null,
        null,
        kind.isNumeric() ? RADIX : null);
  }

  private static boolean isQuoted(TypeKind kind) {
    return kind.isText()
        || kind.isBytes()
        || kind == TypeKind.UUID
        || kind == TypeKind.INTERVAL
        || kind == TypeKind.JSONB
        || kind == TypeKind.ARRAY
        || JdbcTypes.isTemporal(kind);
  }

  private static @Nullable String literalPrefix(TypeKind kind) {
    return switch (kind) {
      case CHAR, VARCHAR, TEXT, ARRAY, CLOB -> "'";
      case VARBINARY, BLOB -> "X'";
      case DATE, TIME, TIMESTAMP, TIMESTAMPTZ, UUID, INTERVAL, JSONB -> kind + " '";
      default -> null;
    };
  }

  private static @Nullable String createParameters(TypeKind kind) {
    return switch (kind) {
      case DECIMAL -> "precision,scale";
      case CHAR, VARCHAR, VARBINARY, BLOB, CLOB -> "length";
      default -> null;
    };
  }
}
