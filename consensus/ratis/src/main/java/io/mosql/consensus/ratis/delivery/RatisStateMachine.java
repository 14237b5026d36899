package io.mosql.consensus.ratis.delivery;

import io.mosql.consensus.ratis.checkpoint.CheckpointStorage;
import io.mosql.consensus.ratis.error.RatisErrorMessage;
import io.mosql.consensus.ratis.files.EntryFormat;
import io.mosql.consensus.ratis.group.PendingAppends;
import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.LogStamp;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * The Ratis state machine of a log: it converts calls of Ratis to calls of {@link EntryDelivery}
 * and {@link CheckpointStorage}.
 *
 * <p>Applying never throws: Ratis would close the group, and the entry would close it again at each
 * start.
 */
public final class RatisStateMachine extends BaseStateMachine {
  private final EntryDelivery delivery;
  private final CheckpointStorage checkpoints;
  private final PendingAppends pending;
  private final GroupListener owner;

  /** True between the end of a checkpoint's transfer and {@link #reinitialize}. */
  private volatile boolean paused;

  /** Entry of the checkpoint that caused the pause. */
  private volatile long pausedAt;

  private volatile @Nullable RaftStorage storage;
  private volatile boolean retired;

  /** Term of the configuration entry that was applied last. Applying thread only. */
  private long configurationTerm;

  /** Listener for the events of a group. */
  public interface GroupListener {
    /** This node leads in this term, and all earlier entries have been delivered. */
    void ready(long term);

    /** This node has lost leadership. */
    void deposed();

    void leaderChanged(@Nullable String node);

    void configurationChanged();

    /** A checkpoint is about to be installed; the database's files must not be in use on return. */
    void release(LogStamp at);

    /** A checkpoint was installed. */
    void placed(LogStamp at);

    /** A record of this node was delivered. */
    void appended(int bytes);

    /** The log cannot be written any more. */
    void logFailed(Throwable cause);
  }

  public RatisStateMachine(
      EntryDelivery delivery,
      CheckpointStorage checkpoints,
      PendingAppends pending,
      GroupListener owner,
      LogStamp at) {
    this.delivery = delivery;
    this.checkpoints = checkpoints;
    this.pending = pending;
    this.owner = owner;
    if (at.index() > 0) {
      setLastAppliedTermIndex(TermIndex.valueOf(at.term(), at.entry()));
    }
  }

  @Override
  public void initialize(RaftServer raftServer, RaftGroupId raftGroupId, RaftStorage raftStorage)
      throws IOException {
    super.initialize(raftServer, raftGroupId, raftStorage);
    storage = raftStorage;
  }

  /** Detaches this object before its replacement: its end does not end the delivery. */
  public void detach() {
    retired = true;
  }

  /**
   * Releases the lock on the group's directory, which Ratis keeps when the group fails to start.
   */
  public void unlock() {
    RaftStorage locked = storage;
    if (locked != null) {
      try {
        locked.close();
      } catch (IOException e) {
        // The lock remains until the process ends.
      }
    }
  }

  @Override
  public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
    LogEntryProto entry = transaction.getLogEntry();
    StateMachineLogEntryProto body = entry.getStateMachineLogEntry();
    PendingAppends.Append own = pending.take(body.getClientId(), body.getCallId());
    EntryDelivery.DeliveryOutcome outcome = deliver(entry, own);
    updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
    if (own != null) {
      answer(own, outcome);
    }
    return CompletableFuture.completedFuture(Message.EMPTY);
  }

  /**
   * Continues with entries after a checkpoint that was not installed because Ratis abandoned it.
   * Applying thread.
   */
  private void resumeWithoutCheckpoint(long entry) {
    if (paused && entry > pausedAt) {
      try {
        checkpoints.deleteUnusedReceived();
        paused = false;
      } catch (IOException e) {
        delivery.stop(RatisErrorMessage.CHECKPOINT_NOT_DISCARDED.causedBy(e));
      }
    }
  }

  private EntryDelivery.DeliveryOutcome deliver(
      LogEntryProto entry, PendingAppends.@Nullable Append own) {
    resumeWithoutCheckpoint(entry.getIndex());
    byte[] record;
    try {
      record =
          own != null
              ? own.record()
              : EntryFormat.decode(entry.getIndex(), entry.getStateMachineLogEntry().getLogData());
    } catch (MosqlException e) {
      delivery.stop(e);
      return EntryDelivery.DeliveryOutcome.PASSED_OVER;
    }
    return delivery.deliver(entry.getTerm(), entry.getIndex(), record);
  }

  private void answer(PendingAppends.Append own, EntryDelivery.DeliveryOutcome outcome) {
    switch (outcome) {
      case DELIVERED -> {
        owner.appended(own.record().length);
        own.result().complete(delivery.last().index());
      }
      case REFUSED ->
          own.result().completeExceptionally(RatisErrorMessage.STATE_MACHINE_FAILED.error());
      case PASSED_OVER -> own.result().completeExceptionally(CoreErrorMessage.LOG_CLOSED.error());
    }
  }

  @Override
  public void notifyTermIndexUpdated(long term, long index) {
    delivery.skip(index);
    updateLastAppliedTermIndex(term, index);
  }

  @Override
  public void notifyConfigurationChanged(
      long term, long index, RaftConfigurationProto configuration) {
    configurationTerm = term;
    owner.configurationChanged();
  }

  /** The first entry of this node's term was applied, and so all earlier ones. Applying thread. */
  @Override
  public void notifyLeaderReady() {
    owner.ready(configurationTerm);
  }

  @Override
  public void notifyNotLeader(Collection<TransactionContext> pendingEntries) {
    owner.deposed();
  }

  @Override
  public void notifyLeaderChanged(RaftGroupMemberId member, @Nullable RaftPeerId leader) {
    owner.leaderChanged(leader == null ? null : leader.toString());
  }

  @Override
  public void notifyLogFailed(Throwable cause, @Nullable LogEntryProto failedEntry) {
    owner.logFailed(cause);
  }

  @Override
  public void notifyServerShutdown(RoleInfoProto role, boolean allServer) {
    owner.deposed();
  }

  @Override
  public @Nullable SnapshotInfo getLatestSnapshot() {
    return checkpoints.latest();
  }

  @Override
  public StateMachineStorage getStateMachineStorage() {
    return checkpoints;
  }

  /**
   * Writes nothing: checkpoints are written by the database; returns the entry of the last
   * completed one.
   */
  @Override
  public long takeSnapshot() {
    SnapshotInfo latest = checkpoints.latest();
    return latest == null ? RaftLog.INVALID_LOG_INDEX : latest.getIndex();
  }

  @Override
  public LifeCycle.State getLifeCycleState() {
    return paused ? LifeCycle.State.PAUSED : LifeCycle.State.RUNNING;
  }

  /**
   * All files of a checkpoint were received; Ratis purges its log before the checkpoint as soon as
   * this returns, so the files must be verified and durable. An exception makes the leader send
   * them again.
   */
  @Override
  public void pause() {
    pausedAt = checkpoints.secureReceived().entry();
    paused = true;
  }

  /** Installs the received checkpoint. Applying thread. */
  @Override
  public void reinitialize() throws IOException {
    LogStamp at = checkpoints.received();
    delivery.replace(at);
    owner.release(at);
    checkpoints.install();
    setLastAppliedTermIndex(TermIndex.valueOf(at.term(), at.entry()));
    owner.placed(at);
    delivery.awaitTarget();
    paused = false;
  }

  @Override
  public void close() {
    if (!retired) {
      delivery.end();
    }
  }
}
