package io.mosql.engine.cluster;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.LogStatistics;
import io.mosql.core.port.ReplicatedCommitLog;
import io.mosql.core.port.ReplicatedStateMachine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A commit log that can be detached from its store without closing the log itself. Entries
 * delivered after the detachment are not lost: the next store starts from a checkpoint, or the log
 * is opened again.
 */
final class DetachableLog implements ReplicatedCommitLog {
  private final ReplicatedCommitLog log;

  /** Held during a delivery, so that no delivery happens after {@link #close} has returned. */
  private final ReentrantLock delivering = new ReentrantLock();

  private boolean opened;
  private boolean closed;

  DetachableLog(ReplicatedCommitLog log) {
    this.log = log;
  }

  @Override
  public void open(LogStamp after, ReplicatedStateMachine stateMachine) {
    delivering.lock();
    try {
      InvariantViolation.check(!opened, "a log is opened for one store once");
      InvariantViolation.check(!closed, "a log is opened before it is detached from its store");
      opened = true;
    } finally {
      delivering.unlock();
    }
    log.open(after, new DetachableStateMachine(stateMachine));
  }

  @Override
  public CompletableFuture<Long> append(byte[] record) {
    return log.append(record);
  }

  @Override
  public long lastIndex() {
    return log.lastIndex();
  }

  @Override
  public void purge(LogStamp upTo) {
    log.purge(upTo);
  }

  @Override
  public int maxRecordBytes() {
    return log.maxRecordBytes();
  }

  @Override
  public LogStatistics statistics() {
    return log.statistics();
  }

  @Override
  public void close() {
    delivering.lock();
    try {
      closed = true;
    } finally {
      delivering.unlock();
    }
  }

  /** Forwards deliveries until the log is detached. */
  private final class DetachableStateMachine implements ReplicatedStateMachine {
    private final ReplicatedStateMachine behind;

    DetachableStateMachine(ReplicatedStateMachine behind) {
      this.behind = behind;
    }

    private void pass(Runnable event) {
      delivering.lock();
      try {
        if (!closed) {
          event.run();
        }
      } finally {
        delivering.unlock();
      }
    }

    @Override
    public void deliver(long index, byte[] record) {
      delivering.lock();
      try {
        if (!closed) {
          behind.deliver(index, record);
        }
      } finally {
        delivering.unlock();
      }
    }

    @Override
    public void nextEntry(long term, long entry) {
      delivering.lock();
      try {
        if (!closed) {
          behind.nextEntry(term, entry);
        }
      } finally {
        delivering.unlock();
      }
    }

    @Override
    public void becomeLeader(long term) {
      pass(() -> behind.becomeLeader(term));
    }

    @Override
    public void becomeFollower() {
      pass(behind::becomeFollower);
    }

    @Override
    public @Nullable LogSnapshot snapshot() {
      return behind.snapshot();
    }

    @Override
    public void snapshotInstalled(LogStamp by) {
      pass(() -> behind.snapshotInstalled(by));
    }
  }
}
