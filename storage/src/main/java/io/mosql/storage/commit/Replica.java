package io.mosql.storage.commit;

import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.StateMachine;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The state machine of a database over a replicated log. It never throws: a record that cannot be
 * applied stops the pipeline, which keeps the reason. It returns at once, except that a delivery
 * blocks while memory is full of changes that are in no checkpoint.
 */
final class Replica implements StateMachine {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final ReplicatedGroupCommit pipeline;
  private final DirtyTracker dirtyTracker;
  private final CheckpointProvider checkpoints;

  Replica(ReplicatedGroupCommit pipeline, DirtyTracker gauge, CheckpointProvider checkpoints) {
    this.pipeline = pipeline;
    this.dirtyTracker = gauge;
    this.checkpoints = checkpoints;
  }

  @Override
  public void nextEntry(long term, long entry) {
    pipeline.applier.nextEntry(term, entry);
  }

  @Override
  public void deliver(long index, byte[] record) {
    pipeline.deliver(index, record);
    limitDirtyBytes();
  }

  /** A replica that applies faster than checkpoints are written waits for them. */
  private void limitDirtyBytes() {
    if (!pipeline.isStarted()) {
      if (exceedsDirtyLimit()) {
        checkpoints.writeNow(pipeline.published());
      }
      return;
    }
    while (!pipeline.leads() && pipeline.isOpen() && exceedsDirtyLimit()) {
      dirtyTracker.wake();
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
  }

  private boolean exceedsDirtyLimit() {
    return dirtyTracker.exceedsDirtyLimit(dirtyTracker.dirtyBytes(pipeline.published()));
  }

  @Override
  public void becomeLeader(long term) {
    pipeline.leadershipChanged(term);
  }

  @Override
  public void becomeFollower() {
    pipeline.leadershipChanged(ReplicatedGroupCommit.NO_TERM);
  }

  @Override
  public @Nullable LogSnapshot snapshot() {
    return checkpoints.snapshot();
  }

  @Override
  public void snapshotInstalled(LogStamp by) {
    checkpoints.discard();
    pipeline.retire();
  }
}
