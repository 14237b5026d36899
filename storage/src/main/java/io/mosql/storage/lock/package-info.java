/**
 * Row locks. The {@code LockManager} acquires, releases and waits for locks in a {@code LockTable}
 * in memory, on the node that certifies; a {@link io.mosql.storage.lock.LockMode} says which locks
 * of one row are compatible, and a {@link io.mosql.storage.lock.LockWaitPolicy} whether to wait, to
 * fail (NOWAIT) or to skip the row (SKIP LOCKED).
 *
 * <p>Invariants: locks only schedule transactions; what commits is decided by the certifier.
 * Waiters are served in order of arrival, and a wait that would close a cycle fails at once as a
 * deadlock. Locks are lost with the leadership.
 *
 * <p>The {@code LockManager} is thread-safe; the {@code LockTable} is guarded by it. Used by {@code
 * transaction} and by {@code io.mosql.storage}; {@code sql} uses modes, policies and results.
 */
@NullMarked
package io.mosql.storage.lock;

import org.jspecify.annotations.NullMarked;
