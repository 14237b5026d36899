/**
 * Results and errors of statements: cursors, rows in memory, generated keys, the cancellation
 * state, and the errors that clients receive.
 *
 * <p>Invariants: only {@code StatementErrors} maps unexpected exceptions to client errors; error
 * texts name tables and indexes, never values; a cursor reports the same error again after it has
 * failed.
 *
 * <p>Classes are used by the thread of their session, except {@code StatementCancellation}, which
 * any thread may cancel. Used by the packages transaction, view, command and the session itself.
 */
@NullMarked
package io.mosql.sql.session.result;

import org.jspecify.annotations.NullMarked;
