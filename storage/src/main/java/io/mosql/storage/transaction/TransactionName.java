package io.mosql.storage.transaction;

import io.mosql.storage.version.TransactionId;

/**
 * The name of a commit request, by which its outcome can be queried: predetermined, or drawn when
 * it was submitted.
 *
 * @param origin position of the newest version when it was drawn: its outcome cannot have been
 *     queried before
 */
public record TransactionName(TransactionId id, long origin) {}
