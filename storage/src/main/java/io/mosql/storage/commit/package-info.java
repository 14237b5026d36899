/**
 * The commit path: {@code GroupCommit} certifies requests one after the other into the open {@code
 * CommitBatch}, over a local log ({@code LocalGroupCommit}) or a replicated one ({@code
 * ReplicatedGroupCommit}, a state machine whose states are {@code ReplicaState}s, fed by the {@code
 * Replica}). {@code RecordApplier} applies the records that the log delivers and publishes the
 * roots; {@code LogReplay} applies a log up to a {@link io.mosql.storage.commit.RecoveryTarget};
 * both redo a record by {@code RecordRedo}, which has the rule that voids records.
 *
 * <p>Invariants: a commit is answered only after its record was delivered; records apply in log
 * order; a record is void unless timeline, epoch and predecessor match the root. After a failure of
 * the log nothing is published any more. The {@code DirtyTracker} blocks commits while the changes
 * exceed the memory limit.
 *
 * <p>Group commits are thread-safe; batches, appends and in-doubt commits are guarded by the lock
 * of their group commit. Used by {@code checkpoint}, {@code transaction} and {@code
 * io.mosql.storage}; {@code sql}, {@code engine} and {@code server} use results, statistics,
 * options, events and recovery targets.
 */
@NullMarked
package io.mosql.storage.commit;

import org.jspecify.annotations.NullMarked;
