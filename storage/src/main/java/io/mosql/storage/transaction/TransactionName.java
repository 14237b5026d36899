package io.mosql.storage.transaction;

import io.mosql.storage.version.TransactionId;

/**
 * A name that a transaction is to commit under, known before.
 *
 * @param origin position of the newest version when it was drawn: nobody can have asked for its
 *     outcome before
 */
public record TransactionName(TransactionId id, long origin) {}
