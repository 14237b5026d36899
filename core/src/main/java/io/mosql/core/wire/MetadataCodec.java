package io.mosql.core.wire;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.ParameterInfo;
import io.mosql.core.session.StatementKind;
import io.mosql.core.type.Collation;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The codec of types, columns and parameters. A type is its kind (u8; the codes are those of {@link
 * #KINDS}, 0 for an unknown type), precision (i32) and scale (u8); behind an array follows the type
 * of its elements.
 */
final class MetadataCodec {
  /** By code; new kinds are added at the end. */
  private static final @Nullable TypeKind[] KINDS = {
    null,
    TypeKind.BOOLEAN,
    TypeKind.SMALLINT,
    TypeKind.INTEGER,
    TypeKind.BIGINT,
    TypeKind.DECIMAL,
    TypeKind.REAL,
    TypeKind.DOUBLE,
    TypeKind.CHAR,
    TypeKind.VARCHAR,
    TypeKind.TEXT,
    TypeKind.VARBINARY,
    TypeKind.DATE,
    TypeKind.TIME,
    TypeKind.TIMESTAMP,
    TypeKind.UUID,
    TypeKind.TIMESTAMPTZ,
    TypeKind.INTERVAL,
    TypeKind.JSONB,
    TypeKind.NUMERIC,
    TypeKind.ARRAY,
    TypeKind.BLOB,
    TypeKind.CLOB
  };

  /** By code; new kinds are added at the end. */
  private static final StatementKind[] STATEMENT_KINDS = {
    StatementKind.UNKNOWN,
    StatementKind.READ,
    StatementKind.SESSION,
    StatementKind.COMMIT,
    StatementKind.ROLLBACK,
    StatementKind.WRITE,
    StatementKind.SCHEMA,
    StatementKind.SEVERAL_TRANSACTIONS,
    StatementKind.NOT_TRANSACTIONAL
  };

  /** Codes from here on are known since {@link ClientPreface#MINOR_OF_NEW_TYPES}. */
  private static final int FIRST_NEW = 15;

  /** Codes from here on are known since {@link ClientPreface#MINOR_OF_INTERVALS}. */
  private static final int FIRST_INTERVAL = 17;

  /** Codes from here on are known since {@link ClientPreface#MINOR_OF_JSONB}. */
  private static final int FIRST_JSONB = 18;

  /** Codes from here on are known since {@link ClientPreface#MINOR_OF_NUMERIC}. */
  private static final int FIRST_NUMERIC = 19;

  /**
   * Codes from here on, also of large objects, are known since {@link
   * ClientPreface#MINOR_OF_ARRAYS}.
   */
  private static final int FIRST_ARRAY = 20;

  private static final int UNKNOWN = 0;
  private static final int TYPE_BYTES = 6;
  private static final int COLUMN_BYTES_MIN = TYPE_BYTES + 5;
  private static final int NULLABLE = 1;
  private static final int AUTO_INCREMENT = 2;

  /** Position of the code of a {@link Collation} in the flags; readers before 1.4 ignore it. */
  private static final int COLLATION_SHIFT = 2;

  private static final int COLLATION_MASK = 0x3F;

  private MetadataCodec() {}

  private static int code(TypeKind kind) {
    for (int code = 1; code < KINDS.length; code++) {
      if (KINDS[code] == kind) {
        return code;
      }
    }
    throw new IllegalArgumentException("no code for " + kind);
  }

  static void type(WireWriter out, SqlType type) {
    out.u8(code(type.kind()));
    out.i32(type.precision());
    out.u8(type.scale());
    if (type.element() != null) {
      type(out, type.elementType());
    }
  }

  static SqlType type(WireReader in) {
    SqlType type = typeOrUnknown(in, in.u8());
    if (type == null) {
      throw new WireException("column without a type");
    }
    return type;
  }

  private static @Nullable SqlType typeOrUnknown(WireReader in, int code) {
    if (code == UNKNOWN) {
      return null;
    }
    TypeKind kind = code < KINDS.length ? KINDS[code] : null;
    if (kind == null) {
      throw new WireException("unknown type");
    }
    int precision = in.i32();
    int scale = in.u8();
    try {
      if (kind == TypeKind.ARRAY) {
        return SqlType.arrayOf(type(in));
      }
      return new SqlType(kind, precision, scale);
    } catch (IllegalArgumentException e) {
      throw new WireException("invalid precision or scale of a type");
    }
  }

  /** Whether clients of a minor version do not support the kind yet. */
  static boolean isNew(TypeKind kind, int minor) {
    if (minor >= ClientPreface.MINOR_OF_ARRAYS) {
      return false;
    }
    int unknown =
        minor < ClientPreface.MINOR_OF_NEW_TYPES
            ? FIRST_NEW
            : minor < ClientPreface.MINOR_OF_INTERVALS
                ? FIRST_INTERVAL
                : minor < ClientPreface.MINOR_OF_JSONB
                    ? FIRST_JSONB
                    : minor < ClientPreface.MINOR_OF_NUMERIC ? FIRST_NUMERIC : FIRST_ARRAY;
    return code(kind) >= unknown;
  }

  /** The columns for clients of a minor version: unsupported types become text. */
  static List<ColumnInfo> older(List<ColumnInfo> columns, int minor) {
    if (columns.stream().noneMatch(column -> isNew(column.type().kind(), minor))) {
      return columns;
    }
    return columns.stream()
        .map(
            c ->
                new ColumnInfo(
                    c.label(),
                    older(c.type(), minor),
                    c.nullable(),
                    c.autoIncrement(),
                    c.schema(),
                    c.table(),
                    c.column()))
        .toList();
  }

  private static SqlType older(SqlType type, int minor) {
    if (!isNew(type.kind(), minor)) {
      return type;
    }
    return type.kind() == TypeKind.BLOB ? SqlType.varbinary(type.precision()) : SqlType.TEXT;
  }

  static List<ParameterInfo> olderParameters(List<ParameterInfo> parameters, int minor) {
    return parameters.stream()
        .map(p -> new ParameterInfo(older(p.type(), minor), p.nullable()))
        .toList();
  }

  /** Encodes the known types. */
  static void types(WireWriter out, List<@Nullable SqlType> types) {
    out.var(types.size());
    for (SqlType type : types) {
      if (type == null) {
        out.u8(UNKNOWN);
      } else {
        type(out, type);
      }
    }
  }

  static List<@Nullable SqlType> types(WireReader in) {
    int count = in.count(1);
    if (count == 0) {
      return List.of();
    }
    List<@Nullable SqlType> types = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      types.add(typeOrUnknown(in, in.u8()));
    }
    return Collections.unmodifiableList(types);
  }

  static void columns(WireWriter out, List<ColumnInfo> columns) {
    out.var(columns.size());
    for (ColumnInfo column : columns) {
      out.text(column.label());
      type(out, column.type());
      out.u8(
          (column.nullable() ? NULLABLE : 0)
              | (column.autoIncrement() ? AUTO_INCREMENT : 0)
              | column.type().collation().code() << COLLATION_SHIFT);
      out.text(column.schema());
      out.text(column.table());
      out.text(column.column());
    }
  }

  static List<ColumnInfo> columns(WireReader in) {
    ColumnInfo[] columns = new ColumnInfo[in.count(COLUMN_BYTES_MIN)];
    for (int i = 0; i < columns.length; i++) {
      String label = in.text();
      SqlType type = type(in);
      int flags = in.u8();
      columns[i] =
          new ColumnInfo(
              label,
              collated(type, flags >> COLLATION_SHIFT & COLLATION_MASK),
              (flags & NULLABLE) != 0,
              (flags & AUTO_INCREMENT) != 0,
              in.text(),
              in.text(),
              in.text());
    }
    return List.of(columns);
  }

  /** The type with the collation of a code; an unknown code is from a later release. */
  private static SqlType collated(SqlType type, int code) {
    Collation collation = Collation.ofCode(code);
    return collation == null || !type.kind().isText() ? type : type.withCollation(collation);
  }

  static void parameters(WireWriter out, List<ParameterInfo> parameters) {
    out.var(parameters.size());
    for (ParameterInfo parameter : parameters) {
      type(out, parameter.type());
      out.bool(parameter.nullable());
    }
  }

  static List<ParameterInfo> parameters(WireReader in) {
    ParameterInfo[] parameters = new ParameterInfo[in.count(TYPE_BYTES + 1)];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = new ParameterInfo(type(in), in.bool());
    }
    return List.of(parameters);
  }

  static int code(StatementKind kind) {
    for (int i = 0; i < STATEMENT_KINDS.length; i++) {
      if (STATEMENT_KINDS[i] == kind) {
        return i;
      }
    }
    throw new AssertionError(kind);
  }

  /** An unknown code is from a later release. */
  static StatementKind kind(int code) {
    return code < STATEMENT_KINDS.length ? STATEMENT_KINDS[code] : StatementKind.UNKNOWN;
  }

  static void texts(WireWriter out, List<String> texts) {
    out.var(texts.size());
    for (String text : texts) {
      out.text(text);
    }
  }

  static List<String> texts(WireReader in) {
    String[] texts = new String[in.count(1)];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = in.text();
    }
    return List.of(texts);
  }
}
