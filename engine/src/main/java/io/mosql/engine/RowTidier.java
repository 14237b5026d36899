package io.mosql.engine;

import io.mosql.consensus.ratis.GroupStatus;
import io.mosql.core.error.MosqlException;
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
 * Brings the rows about nodes up to what has come about: who has joined, and which transfers of the
 * lead are done or came to nothing. {@link #tend} is called by one thread, where the system
 * database is led; the rows are changed on another.
 */
final class RowTidier {
  /** After which a transfer that did not come about is forgotten: it is asked for again. */
  private static final long TRANSFER_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final Function<Accounts.Database, @Nullable String> leaders;
  private final Executor work;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final Map<ClusterRows.Transfer, Long> seen = new HashMap<>();

  RowTidier(Function<Accounts.Database, @Nullable String> leaders, Executor work) {
    this.leaders = leaders;
    this.work = work;
  }

  void tend(NodeStore store, GroupStatus system) {
    Accounts accounts = store.accounts();
    Set<String> members = new HashSet<>();
    system.members().forEach(each -> members.add(each.member().node()));
    Consumer<SystemDatabase> change = null;
    for (ClusterRows.NodeRow row : accounts.cluster().nodes()) {
      if (!row.joined() && members.contains(row.node())) {
        change = and(change, s -> s.setJoined(row.node()));
      }
    }
    seen.keySet().retainAll(accounts.cluster().transfers());
    for (ClusterRows.Transfer transfer : accounts.cluster().transfers()) {
      if (isOver(accounts, transfer)) {
        change = and(change, s -> s.removeTransfer(transfer.database()));
      }
    }
    Consumer<SystemDatabase> all = change;
    if (all != null && busy.compareAndSet(false, true)) {
      work.execute(() -> make(store, all));
    }
  }

  private boolean isOver(Accounts accounts, ClusterRows.Transfer transfer) {
    long now = System.nanoTime();
    long since = seen.computeIfAbsent(transfer, unused -> now);
    return now - since > TRANSFER_NANOS
        || accounts.databases().stream()
            .filter(database -> database.id() == transfer.database())
            .allMatch(database -> transfer.node().equals(leaders.apply(database)));
  }

  private static Consumer<SystemDatabase> and(
      @Nullable Consumer<SystemDatabase> first, Consumer<SystemDatabase> second) {
    return first == null ? second : first.andThen(second);
  }

  private void make(NodeStore store, Consumer<SystemDatabase> change) {
    try {
      synchronized (store.lock()) {
        store.change(change);
      }
    } catch (MosqlException e) {
      // Whoever leads then does it.
    } finally {
      busy.set(false);
    }
  }
}
