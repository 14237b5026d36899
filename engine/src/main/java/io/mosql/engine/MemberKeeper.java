package io.mosql.engine;

import io.mosql.consensus.ratis.GroupStatus;
import io.mosql.consensus.ratis.Member;
import io.mosql.core.error.MosqlException;
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
 * Makes the groups that this node leads have the members that the rows of the system database name.
 * Nothing is remembered of a change that is under way but those rows: who leads next compares
 * again, so a change that a crash or another leader interrupted is finished all the same.
 *
 * <p>{@link #tend} is called by one thread; the steps are made by another, one at a time for the
 * whole node. What fails is tried again after a moment, in turn with what else there is to do, so
 * that a node that does not answer keeps no other from leaving.
 */
final class MemberKeeper implements AutoCloseable {
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String self;
  private final Map<UUID, Care> cares = new ConcurrentHashMap<>();
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "mosql-cluster-members");
            thread.setDaemon(true);
            return thread;
          });

  MemberKeeper(String self) {
    this.self = self;
  }

  /** What is known of a group that this node leads. */
  private static final class Care {
    final String database;
    volatile List<MemberPlan.Step> steps = List.of();
    volatile @Nullable String problem;
    volatile boolean busy;
    volatile long pauseEnds = System.nanoTime();
    int turn;

    Care(String database) {
      this.database = database;
    }
  }

  /** Begins the next step of each group that needs one. */
  void tend(Accounts accounts, ReplicatedDatabase system, ReplicatedDatabases databases) {
    ClusterRows rows = accounts.cluster();
    if (rows.nodes().isEmpty()) {
      return;
    }
    tend(system, MemberPlan.wanted(rows, List.of()), null);
    for (Accounts.Database database : accounts.databases()) {
      ReplicatedDatabase copy = databases.copy(database.id());
      ClusterRows.Placement placement = database.placement();
      if (copy != null && placement != null) {
        tend(copy, MemberPlan.wanted(rows, placement.nodes()), rows.transferOf(database.id()));
      }
    }
  }

  private void tend(ReplicatedDatabase copy, List<Member> wanted, @Nullable String leader) {
    if (!copy.leads()) {
      cares.remove(copy.group());
      return;
    }
    List<Member> actual =
        copy.status().members().stream().map(GroupStatus.MemberStatus::member).toList();
    List<MemberPlan.Step> steps = MemberPlan.steps(self, wanted, actual, leader);
    if (steps.isEmpty()) {
      cares.remove(copy.group());
      return;
    }
    Care care = cares.computeIfAbsent(copy.group(), unused -> new Care(copy.name()));
    care.steps = steps;
    if (!care.busy && System.nanoTime() - care.pauseEnds >= 0) {
      care.busy = true;
      MemberPlan.Step step = steps.get(care.turn % steps.size());
      try {
        worker.execute(() -> make(copy, care, step));
      } catch (RejectedExecutionException e) {
        // The node is being closed.
        care.busy = false;
      }
    }
  }

  private static void make(ReplicatedDatabase copy, Care care, MemberPlan.Step step) {
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
   * What is to be done to a node in the groups that this one leads, for people; null if nothing.
   */
  @Nullable String pending(String node) {
    StringJoiner all = new StringJoiner("; ");
    for (Care care : cares.values()) {
      for (MemberPlan.Step step : care.steps) {
        if (MemberPlan.node(step).equals(node)) {
          String problem = care.problem;
          all.add(
              MemberPlan.told(step)
                  + " in "
                  + care.database
                  + (problem == null ? "" : " (" + problem + ")"));
        }
      }
    }
    return all.length() == 0 ? null : all.toString();
  }

  /** Begins nothing more; what is under way may end after this. */
  @Override
  public void close() {
    worker.shutdownNow();
  }
}
