package io.mosql.storage.commit;

import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ReplicatedStateMachine;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The state machine of a database over a replicated log. It never throws: a record that cannot be
 * applied stops the group commit, which keeps the reason. It returns at once, except that a
 * delivery blocks while memory is full of changes that are in no checkpoint.
 */
final class Replica implements ReplicatedStateMachine {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final ReplicatedGroupCommit commits;
  private final DirtyTracker dirtyTracker;
  private final CheckpointProvider checkpoints;

  Replica(ReplicatedGroupCommit commits, DirtyTracker gauge, CheckpointProvider checkpoints) {
    this.commits = commits;
    this.dirtyTracker = gauge;
    this.checkpoints = checkpoints;
  }

  @Override
  public void nextEntry(long term, long entry) {
    commits.applier.nextEntry(term, entry);
  }

  @Override
  public void deliver(long index, byte[] record) {
    commits.deliver(index, record);
    limitDirtyBytes();
  }

  /** A replica that applies faster than checkpoints are written waits for them. */
  private void limitDirtyBytes() {
    if (!commits.isStarted()) {
      if (exceedsDirtyLimit()) {
        checkpoints.writeNow(commits.published());
      }
      return;
    }
    while (!commits.leads() && commits.isOpen() && exceedsDirtyLimit()) {
      dirtyTracker.wake();
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
  }

  private boolean exceedsDirtyLimit() {
    return dirtyTracker.exceedsDirtyLimit(dirtyTracker.dirtyBytes(commits.published()));
  }

  @Override
  public void becomeLeader(long term) {
    commits.becomeLeader(term);
  }

  @Override
  public void becomeFollower() {
    commits.becomeFollower();
  }

  @Override
  public @Nullable LogSnapshot snapshot() {
    return checkpoints.snapshot();
  }

  @Override
  public void snapshotInstalled(LogStamp by) {
    checkpoints.discard();
    commits.retire();
  }
}
