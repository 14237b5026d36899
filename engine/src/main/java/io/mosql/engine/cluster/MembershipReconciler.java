package io.mosql.engine.cluster;

import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.engine.account.ClusterCatalog;
import io.mosql.engine.account.NodeCatalog;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reconciles the members of the groups led by this node with the rows of the system database. The
 * rows are the only record of a change in progress: the next leader compares again, so a change
 * interrupted by a crash or a change of leader is completed.
 *
 * <p>{@link #reconcile} is called by one thread; the steps are executed by another, one at a time
 * for the whole node. A failed step is retried after a pause, in turn with the other steps, so that
 * an unresponsive node does not block the removal of another one. A step that takes a vote waits
 * until a majority of the voters that remain responds.
 */
final class MembershipReconciler {
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String self;
  private final Clock clock;
  private final Map<UUID, GroupProgress> changing = new ConcurrentHashMap<>();
  private final Executor worker;

  /**
   * @param worker executes the steps one at a time
   */
  MembershipReconciler(String self, Executor worker, Clock clock) {
    this.self = self;
    this.worker = worker;
    this.clock = clock;
  }

  /** Progress of a group led by this node. */
  private static final class GroupProgress {
    final String database;
    volatile List<MembershipPlan.Step> steps = List.of();
    volatile @Nullable String problem;
    volatile boolean busy;
    volatile long pauseEnds;
    int turn;

    GroupProgress(String database, long now) {
      this.database = database;
      this.pauseEnds = now;
    }
  }

  /** Starts the next step of each group that needs one. */
  void reconcile(NodeCatalog accounts, ReplicatedDatabase system, ReplicatedDatabases databases) {
    ClusterCatalog rows = accounts.cluster();
    if (rows.nodes().isEmpty()) {
      return;
    }
    reconcile(system, MembershipPlan.targetMembers(rows, List.of()), null);
    for (NodeCatalog.Database database : accounts.databases()) {
      ReplicatedDatabase copy = databases.replica(database.id());
      ClusterCatalog.Placement placement = database.placement();
      if (copy != null && placement != null) {
        reconcile(
            copy,
            MembershipPlan.targetMembers(rows, placement.nodes()),
            rows.transferOf(database.id()));
      }
    }
  }

  private void reconcile(ReplicatedDatabase copy, List<Member> wanted, @Nullable String leader) {
    if (!copy.leads()) {
      changing.remove(copy.group());
      return;
    }
    List<Member> actual =
        copy.status().members().stream().map(GroupStatus.MemberStatus::member).toList();
    List<MembershipPlan.Step> steps = MembershipPlan.steps(self, wanted, actual, leader);
    if (steps.isEmpty()) {
      changing.remove(copy.group());
      return;
    }
    GroupProgress progress =
        changing.computeIfAbsent(
            copy.group(), unused -> new GroupProgress(copy.name(), clock.nanoTime()));
    progress.steps = steps;
    if (!progress.busy && clock.nanoTime() - progress.pauseEnds >= 0) {
      progress.busy = true;
      MembershipPlan.Step step = steps.get(progress.turn % steps.size());
      try {
        worker.execute(() -> execute(copy, progress, step));
      } catch (RejectedExecutionException e) {
        // The node is being closed.
        progress.busy = false;
      }
    }
  }

  private void execute(ReplicatedDatabase copy, GroupProgress progress, MembershipPlan.Step step) {
    try {
      if (MembershipPlan.keepsMajority(self, step, copy.status().members())) {
        copy.change(step);
        progress.problem = null;
      } else {
        progress.problem = "too few of the other voters respond";
        progress.turn++;
      }
    } catch (RuntimeException e) {
      progress.problem = String.valueOf(e.getMessage());
      progress.turn++;
      if (!(e instanceof MosqlException)) {
        throw e;
      }
    } finally {
      progress.pauseEnds = clock.nanoTime() + (progress.problem == null ? 0 : PAUSE_NANOS);
      progress.busy = false;
    }
  }

  /**
   * Text describing the pending steps for a node in the groups led by this node; null when there
   * are none.
   */
  @Nullable String pending(String node) {
    StringJoiner all = new StringJoiner("; ");
    for (GroupProgress progress : changing.values()) {
      for (MembershipPlan.Step step : progress.steps) {
        if (MembershipPlan.node(step).equals(node)) {
          String problem = progress.problem;
          all.add(
              MembershipPlan.describe(step)
                  + " in "
                  + progress.database
                  + (problem == null ? "" : " (" + problem + ")"));
        }
      }
    }
    return all.length() == 0 ? null : all.toString();
  }
}
