package io.mosql.storage.version;

/**
 * Names a transaction for ever.
 *
 * @param boot random bits of the run of the node that it began on
 * @param number of the transaction within that run
 */
public record TransactionId(long boot, long number) {}
