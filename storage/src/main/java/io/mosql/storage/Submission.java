package io.mosql.storage;

/**
 * What is needed to ask for the outcome of a commit.
 *
 * @param id of the request
 * @param origin newest position that was known when COMMIT was called
 */
public record Submission(TransactionId id, long origin) {}
