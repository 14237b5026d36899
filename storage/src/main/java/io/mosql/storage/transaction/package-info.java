/**
 * Transactions: a {@link io.mosql.storage.transaction.Transaction} runs alone on a snapshot, and
 * records its reads ({@code TreeReadSet}) and its changes ({@code WriteSet}, {@code TreeWriteSet}).
 * {@code TransactionTrees} holds a {@code TreeOverlay} for each tree that the transaction uses: the
 * snapshot beneath its own writes. What only reads takes a {@code TransactionReader}, which is a
 * transaction, its view at the start of a statement, or the {@code RootReader} of a root alone.
 *
 * <p>Invariants: own writes are visible to own reads at once and to others only after the commit; a
 * snapshot moves forward only when all recorded reads are valid in the newer version; undoing to a
 * savepoint restores the write set exactly. Values from {@code Sequences} are allocated outside of
 * transactions and never issued twice.
 *
 * <p>A transaction and everything it owns belong to one thread, except for abandoning it; {@code
 * ConflictHistory}, {@code RecentConflicts}, {@code Sequences} and {@code WriteMemoryBudget} are
 * thread-safe. Used by {@code io.mosql.storage} and, through the public interfaces, by {@code sql}
 * and {@code engine}.
 */
@NullMarked
package io.mosql.storage.transaction;

import org.jspecify.annotations.NullMarked;
