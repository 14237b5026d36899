package io.mosql.storage.transaction;

import io.mosql.core.port.Clock;
import io.mosql.storage.commit.GroupCommit;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.lock.LockManager;
import io.mosql.storage.object.LargeObjectRegistry;
import io.mosql.storage.version.Snapshot;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * The parts of a store that a {@link SnapshotTransaction} uses.
 *
 * @param options the store's options
 * @param pipeline the commit pipeline
 * @param pins opens a snapshot of the newest published root for the owner of that number
 * @param ids allocates the ids of new trees
 * @param writeMemory the memory budget that the writes of all transactions share
 * @param locks the row locks
 * @param recentConflicts records of commits and conflicts
 * @param clock the store's clock
 * @param largeObjects what is known of large objects beyond the data
 */
public record TransactionContext(
    StoreOptions options,
    GroupCommit pipeline,
    LongFunction<Snapshot> pins,
    LongSupplier ids,
    WriteMemoryBudget writeMemory,
    LockManager locks,
    RecentConflicts recentConflicts,
    Clock clock,
    LargeObjectRegistry largeObjects) {}
