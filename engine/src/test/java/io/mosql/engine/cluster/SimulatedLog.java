package io.mosql.engine.cluster;

import io.mosql.consensus.ratis.group.GroupLog;
import io.mosql.consensus.ratis.group.GroupMembership;
import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.LogEventListener;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.LogStatistics;
import io.mosql.core.port.ReplicatedCommitLog;
import io.mosql.core.port.ReplicatedStateMachine;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The log of a {@link SimulatedGroup} on one node, from its start to its crash or close. Nothing is
 * purged, so that no member needs a checkpoint of another one.
 */
final class SimulatedLog implements GroupLog {
  private final SimulatedGroup group;
  private final String node;
  private final LogEventListener events;
  private @Nullable ReplicatedCommitLog member;

  /** What the log was opened with before the group was founded. */
  private @Nullable LogStamp openedAfter;

  private @Nullable ReplicatedStateMachine openedFor;
  private boolean closed;

  SimulatedLog(SimulatedGroup group, String node, LogEventListener events) {
    this.group = group;
    this.node = node;
    this.events = events;
  }

  String node() {
    return node;
  }

  /** The group has been founded, or the node has got a number in it. */
  void connect(ReplicatedCommitLog own) {
    member = own;
    LogStamp after = openedAfter;
    if (after != null && !closed) {
      own.open(after, Objects.requireNonNull(openedFor));
    }
  }

  /** The group has removed this node. */
  void removed() {
    if (!closed) {
      events.stopped(new IllegalStateException("the group has removed this node"));
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** The process was killed. */
  void kill() {
    closed = true;
  }

  @Override
  public void open(LogStamp after, ReplicatedStateMachine stateMachine) {
    openedAfter = after;
    openedFor = stateMachine;
    ReplicatedCommitLog own = member;
    if (own != null) {
      own.open(after, stateMachine);
    }
  }

  @Override
  public CompletableFuture<Long> append(byte[] record) {
    group.beforeAppend(node);
    return Objects.requireNonNull(member).append(record);
  }

  @Override
  public long lastIndex() {
    ReplicatedCommitLog own = member;
    return own == null ? 0 : own.lastIndex();
  }

  @Override
  public void purge(LogStamp upTo) {}

  @Override
  public int maxRecordBytes() {
    ReplicatedCommitLog own = member;
    return own == null ? Integer.MAX_VALUE : own.maxRecordBytes();
  }

  @Override
  public LogStatistics statistics() {
    ReplicatedCommitLog own = member;
    return own == null ? new LogStatistics(0, 0, 0, 0, 0) : own.statistics();
  }

  @Override
  public GroupStatus status() {
    return group.status(this);
  }

  @Override
  public GroupMembership membership() {
    return group.membership(node);
  }

  @Override
  public void close() {
    ReplicatedCommitLog own = member;
    if (!closed && own != null) {
      own.close();
    }
    closed = true;
  }
}
