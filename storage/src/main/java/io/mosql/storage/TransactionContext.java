package io.mosql.storage;

import io.mosql.core.port.Clock;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * What a {@link SnapshotTransaction} uses of its store.
 *
 * @param options the store's options
 * @param pipeline where the transaction commits
 * @param pins opens a snapshot of the newest published root for the owner of that number
 * @param ids draws the ids of new trees
 * @param changesSpace the memory that the writes of all transactions share
 * @param locks the locks on rows
 * @param recentConflicts where commits and conflicts are counted
 * @param clock the store's clock
 */
record TransactionContext(
    StoreOptions options,
    CommitPipeline pipeline,
    LongFunction<Snapshot> pins,
    LongSupplier ids,
    ChangesSpace changesSpace,
    ReservationDesk locks,
    RecentConflicts recentConflicts,
    Clock clock) {}
