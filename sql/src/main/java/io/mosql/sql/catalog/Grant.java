package io.mosql.sql.catalog;

/**
 * The privileges of one account on an object.
 *
 * @param object id of a table, sequence or schema
 * @param grantee account, 0 for PUBLIC
 * @param privileges bits of {@link Privilege}
 * @param grantable those of them with the grant option
 */
public record Grant(long object, long grantee, int privileges, int grantable) {}
