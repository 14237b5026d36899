package io.mosql.engine.fuzz;

import java.util.List;

/** Kinds of values, each with the types of columns that have it in both databases. */
enum Kind {
  INT("SMALLINT", "INTEGER", "INTEGER", "BIGINT"),
  NUM("NUMERIC(6, 2)", "NUMERIC(12, 4)", "NUMERIC(20, 0)"),
  DBL("REAL", "DOUBLE PRECISION", "DOUBLE PRECISION"),
  BOOL("BOOLEAN"),
  TEXT("TEXT", "VARCHAR(20)", "CHAR(1)"),
  DATE("DATE"),
  TIME("TIME"),
  TS("TIMESTAMP"),
  TSTZ("TIMESTAMPTZ"),
  IV("INTERVAL"),
  UUID("UUID"),
  BYTES("BYTEA"),
  JSON("JSONB");

  @SuppressWarnings("ImmutableEnumChecker") // a list that does not change
  private final List<String> types;

  Kind(String... types) {
    this.types = List.of(types);
  }

  List<String> types() {
    return types;
  }

  /** The type that a cast of this kind names. */
  String castType() {
    return switch (this) {
      case INT -> "INTEGER";
      case NUM -> "NUMERIC(20, 4)";
      case DBL -> "DOUBLE PRECISION";
      case TEXT -> "TEXT";
      default -> types.get(0);
    };
  }
}
