package io.mosql.storage;

import static io.mosql.storage.TestRows.field;
import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static io.mosql.storage.TestRows.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.Clock;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.CommitStatistics;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.Roots;
import io.mosql.storage.version.SystemTrees;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads: nothing is lost, nothing is counted twice, and all is in the log. */
@Timeout(120)
class StoreConcurrencyTest {
  private static final int THREADS = 8;
  private static final int ROUNDS = 400;
  private static final int COUNTERS = 3;

  private final TestLog log = new TestLog();

  @Test
  void countersAddUp() throws Exception {
    // A tiny batch limit makes committing threads wait for room, too.
    for (int groupBytesMax : new int[] {1 << 20, 1}) {
      StoreOptions options =
          new StoreOptions(
              StoreOptions.DEFAULT.shape(), 0, groupBytesMax, 1 << 20, 1 << 20, 50_000);
      TestLog own = new TestLog();
      try (Store store = Store.open(own, Clock.SYSTEM, new SimulationRandom(1), options)) {
        long tree = StoreTest.tree(store);
        Transaction setup = store.begin(false);
        for (int i = 0; i < COUNTERS; i++) {
          setup.insert(tree, key("counter" + i), row(0));
        }
        setup.commit();
        inThreads(thread -> increment(store, tree, thread));
        assertThat(sum(store, tree)).isEqualTo(THREADS * ROUNDS);
        CommitStatistics statistics = store.statistics();
        assertThat(statistics.commits()).isGreaterThanOrEqualTo(THREADS * ROUNDS);
        assertThat(statistics.groups()).isLessThanOrEqualTo(statistics.commits());
        Root published = store.published();
        try (Store again =
            Store.open(
                TestLog.holding(own.records()), Clock.SYSTEM, new SimulationRandom(2), options)) {
          assertThat(Roots.contents(again.published(), SystemTrees.EPOCH))
              .isEqualTo(Roots.contents(published, SystemTrees.EPOCH));
        }
      }
    }
  }

  private static List<Long> increment(Store store, long tree, int thread) {
    for (int i = 0; i < ROUNDS; i++) {
      byte[] key = key("counter" + (thread + i) % COUNTERS);
      CommitResult result;
      do {
        Transaction transaction = store.begin(false);
        int before = value(transaction.get(tree, key, ColumnSet.of(0)), 0);
        transaction.set(tree, key, new int[] {0}, new byte[][] {field(before + 1)});
        result = transaction.commit();
      } while (result instanceof CommitResult.Conflict);
    }
    return List.of();
  }

  private static int sum(Store store, long tree) {
    int sum = 0;
    RowCursor cursor = store.begin(true).scan(tree, null, null, false, ColumnSet.of(0));
    while (cursor.next()) {
      sum += value(cursor.row(), 0);
    }
    return sum;
  }

  /** Each thread moves amounts; every reader sees the same total. */
  @Test
  void noReaderSeesAHalfTransfer() throws Exception {
    try (Store store =
        Store.open(log, Clock.SYSTEM, new SimulationRandom(1), StoreOptions.DEFAULT)) {
      long tree = StoreTest.tree(store);
      Transaction setup = store.begin(false);
      for (int i = 0; i < 10; i++) {
        setup.insert(tree, key("account" + i), row(100));
      }
      setup.commit();
      inThreads(
          thread -> {
            for (int i = 0; i < ROUNDS; i++) {
              if (thread == 0) {
                assertThat(sum(store, tree)).isEqualTo(1000);
                continue;
              }
              Transaction transaction = store.begin(false);
              byte[] from = key("account" + (thread + i) % 10);
              byte[] to = key("account" + (3 * thread + 7 * i + 1) % 10);
              int old = value(transaction.get(tree, from, ColumnSet.of(0)), 0);
              transaction.set(tree, from, new int[] {0}, new byte[][] {field(old - 1)});
              int other = value(transaction.get(tree, to, ColumnSet.of(0)), 0);
              transaction.set(tree, to, new int[] {0}, new byte[][] {field(other + 1)});
              transaction.commit();
            }
            return List.of();
          });
      assertThat(sum(store, tree)).isEqualTo(1000);
    }
  }

  @Test
  void noNumberIsDrawnTwice() throws Exception {
    try (Store store =
        Store.open(log, Clock.SYSTEM, new SimulationRandom(1), StoreOptions.DEFAULT)) {
      List<Long> all =
          inThreads(
              thread -> {
                List<Long> drawn = new ArrayList<>();
                for (int i = 0; i < ROUNDS; i++) {
                  drawn.add(store.sequences().next(500, Sequences.Rule.of(1, 1), 7));
                }
                return drawn;
              });
      Set<Long> distinct = new HashSet<>(all);
      assertThat(distinct).hasSize(THREADS * ROUNDS);
      assertThat(all).allMatch(number -> number >= 1 && number <= THREADS * ROUNDS);
    }
  }

  private interface Work {
    List<Long> run(int thread);
  }

  private static List<Long> inThreads(Work work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<List<Long>>> tasks = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        tasks.add(() -> work.run(thread));
      }
      List<Long> all = new ArrayList<>();
      for (Future<List<Long>> done : threads.invokeAll(tasks)) {
        all.addAll(done.get());
      }
      return all;
    } finally {
      threads.shutdownNow();
    }
  }
}
