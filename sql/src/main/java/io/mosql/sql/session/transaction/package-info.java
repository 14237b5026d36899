/**
 * The transaction of a session and the execution of statements in it: automatic retries,
 * savepoints, read consistency, privileges, timeouts, and the records that monitoring reads.
 *
 * <p>Invariants: a statement is retried only while nothing of its result has been returned; an idle
 * transaction is ended only between two calls of its session; an error that reveals data is
 * returned only after the reads behind it were confirmed.
 *
 * <p>Classes are used by the thread of their session, except {@code SessionMonitor}, {@code
 * OpenSessions}, {@code SlowStatementLog}, {@code IdleTransactionMonitor} and {@code
 * LargeObjectSweeper}, which are thread-safe, and fields of {@code SessionInfo}, which any thread
 * may read. Used by the packages view, command and the session itself; the engine uses {@code
 * SessionMonitor}.
 */
@NullMarked
package io.mosql.sql.session.transaction;

import org.jspecify.annotations.NullMarked;
