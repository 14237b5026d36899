package io.mosql.core.type;

import java.util.Locale;

/** The names of types in PostgreSQL's catalog. Pure. */
public final class StandardTypeNames {
  private StandardTypeNames() {}

  /** The name without a length or precision, of an array that of its elements and {@code []}. */
  public static String of(SqlType type) {
    return type.kind() == TypeKind.ARRAY ? of(type.elementType()) + "[]" : of(type.kind());
  }

  /** The name without a length or precision, such as {@code character varying}. */
  public static String of(TypeKind kind) {
    return switch (kind) {
      case DECIMAL, NUMERIC -> "numeric";
      case DOUBLE -> "double precision";
      case CHAR -> "character";
      case VARCHAR -> "character varying";
      case VARBINARY -> "bytea";
      case TIME -> "time without time zone";
      case TIMESTAMP -> "timestamp without time zone";
      case TIMESTAMPTZ -> "timestamp with time zone";
      default -> kind.name().toLowerCase(Locale.ROOT);
    };
  }
}
