package io.mosql.storage.transaction;

import io.mosql.storage.version.TransactionId;

/**
 * The token of a submitted commit, to query its outcome.
 *
 * @param id of the request
 * @param origin newest position that was known when COMMIT was called
 */
public record CommitToken(TransactionId id, long origin) {}
