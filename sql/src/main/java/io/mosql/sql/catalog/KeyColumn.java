package io.mosql.sql.catalog;

/**
 * One column of a key.
 *
 * @param column index into {@link TableDef#columns()}
 */
public record KeyColumn(int column, boolean descending) {}
