package io.mosql.consensus.memory;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.port.LeadershipLostException;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.LogStatistics;
import io.mosql.core.port.ReplicatedCommitLog;
import io.mosql.core.port.ReplicatedStateMachine;
import java.util.concurrent.CompletableFuture;

/** One run of a member of a {@link MemoryGroup}; guarded by the group. */
final class MemoryGroupLog implements ReplicatedCommitLog {
  private static final int MAX_RECORD_BYTES = 4 << 20;

  private final MemoryGroup group;
  private final GroupMember member;
  private boolean opened;
  private boolean ended;
  private long appendedRecords;
  private long appendedBytes;

  MemoryGroupLog(MemoryGroup group, GroupMember member) {
    this.group = group;
    this.member = member;
  }

  @Override
  public void open(LogStamp after, ReplicatedStateMachine stateMachine) {
    synchronized (group) {
      if (ended || (opened && member.target != null)) {
        throw new IllegalStateException("opened twice, or ended");
      }
      member.start(after, stateMachine);
      opened = true;
      group.started(member);
    }
  }

  @Override
  public CompletableFuture<Long> append(byte[] record) {
    synchronized (group) {
      if (!opened) {
        throw new IllegalStateException("not opened");
      }
      if (record.length == 0) {
        throw new IllegalArgumentException("empty record");
      }
      if (ended || !member.running) {
        return CompletableFuture.failedFuture(CoreErrorMessage.LOG_CLOSED.error());
      }
      if (record.length > MAX_RECORD_BYTES) {
        return CompletableFuture.failedFuture(
            CoreErrorMessage.LOG_RECORD_TOO_LARGE.error(record.length, MAX_RECORD_BYTES));
      }
      if (!member.leads) {
        return CompletableFuture.failedFuture(
            new LeadershipLostException("member " + member.node + " does not lead"));
      }
      CompletableFuture<Long> append = new CompletableFuture<>();
      member.write(record, null);
      member.addPendingAppend(append);
      appendedRecords++;
      appendedBytes += record.length;
      group.changed();
      return append;
    }
  }

  @Override
  public long lastIndex() {
    synchronized (group) {
      return member.appliedIndex();
    }
  }

  @Override
  public void purge(LogStamp upTo) {
    synchronized (group) {
      member.purge(upTo);
    }
  }

  @Override
  public int maxRecordBytes() {
    return MAX_RECORD_BYTES;
  }

  @Override
  public LogStatistics statistics() {
    synchronized (group) {
      return new LogStatistics(appendedRecords, appendedBytes, 0, 0, 0);
    }
  }

  /** Shuts the member down cleanly: all its entries are durable. */
  @Override
  public void close() {
    synchronized (group) {
      if (!ended) {
        end();
        member.sync();
        member.stop();
      }
    }
  }

  /** Ends the run; nothing is notified any more. */
  void end() {
    ended = true;
  }
}
