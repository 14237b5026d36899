package io.mosql.storage.version;

/**
 * The globally unique id of a transaction.
 *
 * @param boot random bits of the run of the node on which it began
 * @param number of the transaction within that run
 */
public record TransactionId(long boot, long number) {}
