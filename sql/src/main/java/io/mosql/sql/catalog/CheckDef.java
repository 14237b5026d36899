package io.mosql.sql.catalog;

/** A CHECK constraint: a row is rejected when the expression is false. */
public record CheckDef(long id, String name, String sql) {
  /** A copy with another name. */
  public CheckDef withName(String other) {
    return new CheckDef(id, other, sql);
  }
}
