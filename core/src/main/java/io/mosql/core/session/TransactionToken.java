package io.mosql.core.session;

/**
 * A token of a transaction, with which its outcome can be queried later in any session of the
 * database.
 *
 * @param boot random bits, which together with the number cannot be guessed
 * @param number further random bits
 * @param position of the database when the token was created; the outcome is kept for a bounded
 *     number of positions after it
 */
public record TransactionToken(long boot, long number, long position) {}
