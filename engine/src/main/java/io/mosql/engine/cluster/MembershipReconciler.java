package io.mosql.engine.cluster;

import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.error.MosqlException;
import io.mosql.engine.account.ClusterCatalog;
import io.mosql.engine.account.NodeCatalog;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
 * an unresponsive node does not block the removal of another one.
 */
final class MembershipReconciler implements AutoCloseable {
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String self;
  private final Map<UUID, GroupProgress> cares = new ConcurrentHashMap<>();
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "mosql-cluster-members");
            thread.setDaemon(true);
            return thread;
          });

  MembershipReconciler(String self) {
    this.self = self;
  }

  /** Progress of a group led by this node. */
  private static final class GroupProgress {
    final String database;
    volatile List<MembershipPlan.Step> steps = List.of();
    volatile @Nullable String problem;
    volatile boolean busy;
    volatile long pauseEnds = System.nanoTime();
    int turn;

    GroupProgress(String database) {
      this.database = database;
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
      cares.remove(copy.group());
      return;
    }
    List<Member> actual =
        copy.status().members().stream().map(GroupStatus.MemberStatus::member).toList();
    List<MembershipPlan.Step> steps = MembershipPlan.steps(self, wanted, actual, leader);
    if (steps.isEmpty()) {
      cares.remove(copy.group());
      return;
    }
    GroupProgress care =
        cares.computeIfAbsent(copy.group(), unused -> new GroupProgress(copy.name()));
    care.steps = steps;
    if (!care.busy && System.nanoTime() - care.pauseEnds >= 0) {
      care.busy = true;
      MembershipPlan.Step step = steps.get(care.turn % steps.size());
      try {
        worker.execute(() -> execute(copy, care, step));
      } catch (RejectedExecutionException e) {
        // The node is being closed.
        care.busy = false;
      }
    }
  }

  private static void execute(
      ReplicatedDatabase copy, GroupProgress care, MembershipPlan.Step step) {
    try {
      copy.change(step);
      care.problem = null;
    } catch (MosqlException e) {
      care.problem = e.getMessage();
      care.turn++;
    } finally {
      care.pauseEnds = System.nanoTime() + (care.problem == null ? 0 : PAUSE_NANOS);
      care.busy = false;
    }
  }

  /**
   * Text describing the pending steps for a node in the groups led by this node; null when there
   * are none.
   */
  @Nullable String pending(String node) {
    StringJoiner all = new StringJoiner("; ");
    for (GroupProgress care : cares.values()) {
      for (MembershipPlan.Step step : care.steps) {
        if (MembershipPlan.node(step).equals(node)) {
          String problem = care.problem;
          all.add(
              MembershipPlan.describe(step)
                  + " in "
                  + care.database
                  + (problem == null ? "" : " (" + problem + ")"));
        }
      }
    }
    return all.length() == 0 ? null : all.toString();
  }

  /** Starts no further step; a running step may end after this call. */
  @Override
  public void close() {
    worker.shutdownNow();
  }
}
