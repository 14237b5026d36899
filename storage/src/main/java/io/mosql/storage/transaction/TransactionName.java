package io.mosql.storage.transaction;

import io.mosql.storage.version.TransactionId;

/**
 * A predetermined token under which a transaction is to commit.
 *
 * @param origin position of the newest version when it was drawn: its outcome cannot have been
 *     queried before
 */
public record TransactionName(TransactionId id, long origin) {}
