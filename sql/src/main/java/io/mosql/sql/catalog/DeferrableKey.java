package io.mosql.sql.catalog;

/**
 * A unique or primary key whose index may have several entries of equal values until the key is
 * checked, at the end of a statement or of the transaction.
 *
 * @param id of the constraint; the index may get another tree
 * @param primary whether it is the primary key of its table
 * @param timing when it is checked; it is deferrable
 */
public record DeferrableKey(long id, boolean primary, Deferrability timing) {}
