package io.mosql.storage;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ReplicatedCommitLog;
import io.mosql.core.port.ReplicatedStateMachine;
import io.mosql.storage.version.ClusterSimulation;
import io.mosql.storage.version.SimulatedNode;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A member's log in a simulated cluster: the history receives every record before the store does.
 */
public final class ClusterLog implements ReplicatedCommitLog {
  private final ReplicatedCommitLog member;
  private final SimulatedNode node;
  private final ClusterSimulation world;

  public ClusterLog(ReplicatedCommitLog member, SimulatedNode node, ClusterSimulation world) {
    this.member = member;
    this.node = node;
    this.world = world;
  }

  @Override
  public void open(LogStamp after, ReplicatedStateMachine machine) {
    member.open(after, new Tap(machine));
  }

  @Override
  public CompletableFuture<Long> append(byte[] record) {
    world.beforeAppend(node.number());
    return world.meets("full disk before an append", 2)
        ? CompletableFuture.failedFuture(
            new MosqlException(SqlState.DISK_FULL, "the simulated disk is full"))
        : member.append(record);
  }

  @Override
  public long lastIndex() {
    return member.lastIndex();
  }

  @Override
  public void purge(LogStamp upTo) {
    world.trace("n" + node.number(), upTo, "purges up to");
    member.purge(upTo);
  }

  @Override
  public int maxRecordBytes() {
    return member.maxRecordBytes();
  }

  /** The member continues without its previous store. */
  @Override
  public void close() {}

  private final class Tap implements ReplicatedStateMachine {
    private final ReplicatedStateMachine machine;

    Tap(ReplicatedStateMachine machine) {
      this.machine = machine;
    }

    @Override
    public void nextEntry(long term, long entry) {
      machine.nextEntry(term, entry);
    }

    @Override
    public void deliver(long index, byte[] record) {
      try {
        world.history().deliver(index, record);
        machine.deliver(index, record);
        node.delivered(index);
      } catch (RuntimeException | Error e) {
        throw world.violated(e);
      }
    }

    @Override
    public void becomeLeader(long term) {
      world.trace("n" + node.number(), term, "leads in");
      machine.becomeLeader(term);
    }

    @Override
    public void becomeFollower() {
      world.trace("n" + node.number(), "", "follows");
      machine.becomeFollower();
    }

    @Override
    public @Nullable LogSnapshot snapshot() {
      return machine.snapshot();
    }

    @Override
    public void snapshotInstalled(LogStamp by) {
      machine.snapshotInstalled(by);
    }
  }
}
