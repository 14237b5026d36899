package io.mosql.storage.checkpoint;

import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.StorageDirectory;
import io.mosql.storage.SimulationRandom;
import io.mosql.storage.Store;
import io.mosql.storage.TestLog;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.tree.TreeChecker;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.Roots;
import io.mosql.storage.version.Snapshot;
import io.mosql.storage.version.SystemTrees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checkpoints, recovery from them, and the files that they keep and delete. */
class CheckpointTest {
  private static final StoreOptions TINY = StoreOptions.DEFAULT.withShape(TreeShape.TINY);
  private static final int SEGMENT_BYTES = 8 << 10;

  private final StorageDirectory files = new MemoryDirectory("test");
  private TestLog log = new TestLog();

  private static CheckpointOptions options(long dirtyBytes, long garbageBytes) {
    return new CheckpointOptions(
        Long.MAX_VALUE, Long.MAX_VALUE / 2000, dirtyBytes, 0, garbageBytes, false);
  }

  private Store open(CheckpointOptions options, long cacheBytes) {
    try {
      PageStore pages =
          PageStore.open(
              files,
              RandomSource.SECURE,
              PageOptions.withCache(cacheBytes).withSegmentBytes(SEGMENT_BYTES));
      return Store.open(log, pages, Clock.SYSTEM, new SimulationRandom(7), TINY, options);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Store open() {
    return open(options(1 << 30, 1 << 30), 1 << 20);
  }

  /** The log as a crash leaves it: without what a checkpoint replaces, if that is taken away. */
  private void crash() {
    log = TestLog.holding(log.records());
  }

  private static long tree(Store store) {
    Transaction transaction = store.begin(false);
    long id = transaction.newId();
    transaction.createTree(id);
    transaction.commit();
    return id;
  }

  private static void write(Store store, long tree, Random random, int keys) {
    Transaction transaction = store.begin(false);
    for (int i = 0; i < 20; i++) {
      byte[] key = key("key-" + random.nextInt(keys));
      if (random.nextInt(4) == 0) {
        transaction.delete(tree, key);
      } else if (!transaction.insert(tree, key, row(random.nextInt(), i))) {
        transaction.put(tree, key, row(random.nextInt(), i));
      }
    }
    assertThat(transaction.commit()).isInstanceOf(CommitResult.Committed.class);
  }

  /** Contents of the newest root, with its pages pinned while they are read. */
  private static Map<Long, Map<String, String>> contents(Store store) {
    while (true) {
      try (Snapshot pin = store.pin(0)) {
        try {
          return Roots.contents(pin.root(), SystemTrees.EPOCH);
        } catch (MosqlException e) {
          // With so little memory the snapshot of the recovered root may be ended.
          if (!pin.isEnded()) {
            throw e;
          }
        }
      }
    }
  }

  private static void check(Store store) {
    try (Snapshot pin = store.pin(0)) {
      for (long id : pin.root().treeIds()) {
        TreeChecker.verify(Objects.requireNonNull(pin.root().tree(id)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void recoversFromCheckpointAndLog(long seed) {
    Random random = new Random(seed);
    Store store = open(options(1 << 30, 1 << 30), 4 << 10);
    long tree = tree(store);
    for (int life = 0; life < 6; life++) {
      int commits = random.nextInt(30);
      for (int i = 0; i < commits; i++) {
        write(store, tree, random, 400);
        if (random.nextInt(8) == 0) {
          store.checkpoint();
          check(store);
        }
      }
      Map<Long, Map<String, String>> before = contents(store);
      if (random.nextBoolean()) {
        store.close();
      }
      crash();
      store = open(options(1 << 30, 1 << 30), 4 << 10);
      assertThat(contents(store)).isEqualTo(before);
      check(store);
    }
  }

  @Test
  void aCleanlyClosedDatabaseReplaysNothing() {
    long tree;
    try (Store store = open()) {
      tree = tree(store);
      write(store, tree, new Random(1), 100);
    }
    crash();
    try (Store store = open()) {
      assertThat(store.rowCount(tree)).isPositive();
      StorageStatistics storage = Objects.requireNonNull(store.storage());
      assertThat(storage.logBytes()).isZero();
    }
  }

  @Test
  void filesStaySmallUnderEndlessUpdates() {
    try (Store store = open(options(1 << 30, 4 << 10), 16 << 10)) {
      long tree = tree(store);
      Random random = new Random(3);
      for (int i = 0; i < 20; i++) {
        write(store, tree, random, 2000);
      }
      for (int i = 0; i < 300; i++) {
        write(store, tree, random, 2000);
        if (i % 5 == 0) {
          store.checkpoint();
          store.checkpoint();
          StorageStatistics s = Objects.requireNonNull(store.storage());
          assertThat(s.fileBytes())
              .isLessThan(2 * s.liveBytes() + 4L * SEGMENT_BYTES + s.segments() * 4096L);
        }
      }
      check(store);
    }
  }

  @Test
  void anOldReaderKeepsItsAnswersAndBoundedFiles() {
    try (Store store = open(options(1 << 30, 4 << 10), 16 << 10)) {
      long tree = tree(store);
      Random random = new Random(4);
      for (int i = 0; i < 40; i++) {
        write(store, tree, random, 500);
      }
      Transaction reader = store.begin(true);
      List<String> before = rows(reader, tree);
      long most = 0;
      for (int i = 0; i < 200; i++) {
        write(store, tree, random, 500);
        store.checkpoint();
        StorageStatistics s = Objects.requireNonNull(store.storage());
        if (i == 50) {
          most = s.fileBytes();
        }
        if (i > 50) {
          assertThat(s.fileBytes()).isLessThan(2 * most);
        }
      }
      assertThat(rows(reader, tree)).isEqualTo(before);
      StorageStatistics s = Objects.requireNonNull(store.storage());
      assertThat(s.retiredBytes()).isPositive();
      reader.rollback();
      write(store, tree, random, 500);
      store.checkpoint();
      assertThat(Objects.requireNonNull(store.storage()).retiredBytes()).isZero();
    }
  }

  private static List<String> rows(Transaction reader, long tree) {
    List<String> rows = new ArrayList<>();
    RowCursor cursor = reader.scan(tree, null, null, false, ColumnSet.ALL);
    while (cursor.next()) {
      rows.add(Arrays.toString(cursor.key()) + Arrays.toString(cursor.row()));
    }
    return rows;
  }

  @Test
  void commitsWaitForACheckpointWhenTooMuchHasChanged() {
    try (Store store = open(options(64 << 10, 1 << 30), 16 << 10)) {
      long tree = tree(store);
      Random random = new Random(5);
      for (int i = 0; i < 300; i++) {
        write(store, tree, random, 5000);
        StorageStatistics s = Objects.requireNonNull(store.storage());
        assertThat(s.dirtyBytes()).isLessThan(256 << 10);
      }
      assertThat(Objects.requireNonNull(store.storage()).checkpoints()).isPositive();
      check(store);
    }
  }

  @Test
  void aLongLogIsRecoveredInPieces() {
    Map<Long, Map<String, String>> before;
    try (Store store = open()) {
      long tree = tree(store);
      Random random = new Random(6);
      for (int i = 0; i < 200; i++) {
        write(store, tree, random, 5000);
      }
      before = contents(store);
      crash();
    }
    for (String name : names()) {
      delete(name);
    }
    try (Store store = open(options(32 << 10, 1 << 30), 16 << 10)) {
      assertThat(contents(store)).isEqualTo(before);
      assertThat(Objects.requireNonNull(store.storage()).checkpoints()).isGreaterThan(3);
    }
  }

  @Test
  void anEndedSnapshotSaysSo() {
    try (Store store = open()) {
      long tree = tree(store);
      Transaction reader = store.begin(true);
      reader.abandon("of the test");
      assertThatThrownBy(() -> reader.get(tree, key("a"), ColumnSet.ALL))
          .isInstanceOfSatisfying(
              MosqlException.class,
              e -> {
                assertThat(e.state()).isEqualTo(SqlState.SNAPSHOT_TOO_OLD);
                assertThat(e).hasMessageContaining("of the test");
              });
      reader.rollback();
    }
  }

  private List<String> names() {
    try {
      return files.list();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void delete(String name) {
    try {
      files.delete(name);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A clock that fails once in the thread of checkpoints: an unexpected error. */
  private static final class FailingOnce implements Clock {
    private final RuntimeException failure;
    private volatile boolean armed = true;

    FailingOnce(RuntimeException failure) {
      this.failure = failure;
    }

    @Override
    public long wallMicros() {
      return SYSTEM.wallMicros();
    }

    @Override
    public long nanoTime() {
      if (armed && Thread.currentThread().getName().equals("mosql-checkpoint")) {
        armed = false;
        throw failure;
      }
      return SYSTEM.nanoTime();
    }
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void checkpointsContinueAfterAnUnexpectedError() throws IOException {
    FailingOnce clock = new FailingOnce(new IllegalStateException("unexpected"));
    PageStore pages = PageStore.open(files, RandomSource.SECURE, PageOptions.withCache(1 << 20));
    CheckpointOptions background =
        new CheckpointOptions(Long.MAX_VALUE, Long.MAX_VALUE / 2000, 64 << 10, 0, 1 << 30, true);
    try (Store store = Store.open(log, pages, clock, new SimulationRandom(7), TINY, background)) {
      long tree = tree(store);
      while (clock.armed) {
        Thread.onSpinWait();
      }
      // Far more than the dirty limit: without checkpoints the commits would block forever. Until
      // the next one has ended they are rejected.
      Random random = new Random(3);
      int written = 0;
      while (written < 300) {
        try {
          write(store, tree, random, 5_000);
          written++;
        } catch (MosqlException e) {
          assertThat(e).hasMessageContaining("the last checkpoint failed");
        }
      }
      assertThat(Objects.requireNonNull(store.storage()).checkpoints()).isPositive();
    }
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aViolatedInvariantStopsTheStore() throws IOException {
    FailingOnce clock = new FailingOnce(new InvariantViolation("pages are counted"));
    PageStore pages = PageStore.open(files, RandomSource.SECURE, PageOptions.withCache(1 << 20));
    CheckpointOptions background =
        new CheckpointOptions(Long.MAX_VALUE, Long.MAX_VALUE / 2000, 64 << 10, 0, 1 << 30, true);
    try (Store store = Store.open(log, pages, clock, new SimulationRandom(7), TINY, background)) {
      while (store.isOpen()) {
        Thread.onSpinWait();
      }
      assertThatThrownBy(() -> store.begin(true))
          .isInstanceOf(MosqlException.class)
          .hasMessage("invariant violated: pages are counted; the database accepts no more work");
    }
  }
}
