package io.mosql.core.session;

/**
 * Identifies a transaction, so that its outcome can be queried later in any session of the
 * database.
 *
 * @param boot random bits, as many as nobody can guess together with the number
 * @param number more of them
 * @param position of the database when the token was made; the answer is kept for a bounded number
 *     of positions after it
 */
public record TransactionToken(long boot, long number, long position) {}
