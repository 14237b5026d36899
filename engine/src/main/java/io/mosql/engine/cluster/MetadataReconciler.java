package io.mosql.engine.cluster;

import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.engine.account.ClusterCatalog;
import io.mosql.engine.account.NodeCatalog;
import io.mosql.engine.account.NodeCatalogStore;
import io.mosql.engine.account.SystemDatabase;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Updates the node and transfer rows of the system database to the actual state. {@link #reconcile}
 * is called by one thread, on the leader of the system database; the rows are changed by another
 * thread.
 */
final class MetadataReconciler {
  /** Time after which an incomplete transfer is discarded; it must be requested again. */
  private static final long TRANSFER_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final Function<NodeCatalog.Database, @Nullable String> leaders;
  private final Executor work;
  private final Clock clock;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final Map<ClusterCatalog.LeadershipTransfer, Long> seen = new HashMap<>();

  MetadataReconciler(
      Function<NodeCatalog.Database, @Nullable String> leaders, Executor work, Clock clock) {
    this.leaders = leaders;
    this.work = work;
    this.clock = clock;
  }

  void reconcile(NodeCatalogStore store, GroupStatus system) {
    NodeCatalog accounts = store.catalog();
    Set<String> members = new HashSet<>();
    system.members().forEach(each -> members.add(each.member().node()));
    Consumer<SystemDatabase> change = null;
    for (ClusterCatalog.NodeRow row : accounts.cluster().nodes()) {
      if (!row.joined() && members.contains(row.node())) {
        change = sequence(change, s -> s.setJoined(row.node()));
      }
    }
    seen.keySet().retainAll(accounts.cluster().transfers());
    for (ClusterCatalog.LeadershipTransfer transfer : accounts.cluster().transfers()) {
      if (isOver(accounts, transfer)) {
        change = sequence(change, s -> s.removeTransfer(transfer.database()));
      }
    }
    Consumer<SystemDatabase> all = change;
    if (all != null && busy.compareAndSet(false, true)) {
      work.execute(() -> apply(store, all));
    }
  }

  private boolean isOver(NodeCatalog accounts, ClusterCatalog.LeadershipTransfer transfer) {
    long now = clock.nanoTime();
    long since = seen.computeIfAbsent(transfer, unused -> now);
    return now - since > TRANSFER_NANOS
        || accounts.databases().stream()
            .filter(database -> database.id() == transfer.database())
            .allMatch(database -> transfer.node().equals(leaders.apply(database)));
  }

  private static Consumer<SystemDatabase> sequence(
      @Nullable Consumer<SystemDatabase> first, Consumer<SystemDatabase> second) {
    return first == null ? second : first.andThen(second);
  }

  private void apply(NodeCatalogStore store, Consumer<SystemDatabase> change) {
    try {
      synchronized (store.lock()) {
        store.change(change);
      }
    } catch (MosqlException e) {
      // The next leader does it.
    } finally {
      busy.set(false);
    }
  }
}
