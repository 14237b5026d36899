package io.mosql.sql.catalog;

/** A CHECK constraint: a row is refused when the expression is false. */
public record CheckDef(long id, String name, String sql) {}
