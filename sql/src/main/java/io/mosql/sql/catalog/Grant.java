package io.mosql.sql.catalog;

/**
 * What somebody may do with an object.
 *
 * @param object id of a table, sequence or schema
 * @param grantee account, 0 for everybody
 * @param rights bits of {@link Right}
 * @param grantable those of them that may be passed on
 */
public record Grant(long object, long grantee, int rights, int grantable) {}
