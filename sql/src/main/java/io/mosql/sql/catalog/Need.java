package io.mosql.sql.catalog;

/**
 * What a statement needs on a table.
 *
 * @param table its id
 * @param rights bits of {@link Right}, all of which are needed
 */
public record Need(long table, int rights) {}
