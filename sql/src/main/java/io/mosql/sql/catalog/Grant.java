package io.mosql.sql.catalog;

/**
 * The privileges of one account on an object.
 *
 * @param object id of a table, sequence or schema
 * @param grantee account, 0 for everybody
 * @param privileges bits of {@link Privilege}
 * @param grantable those of them that may be passed on
 */
public record Grant(long object, long grantee, int privileges, int grantable) {}
