package io.mosql.storage;

import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.port.StorageFile;
import io.mosql.storage.backup.Backup;
import io.mosql.storage.backup.BackupDirectory;
import io.mosql.storage.checkpoint.CheckpointOptions;
import io.mosql.storage.checkpoint.PinnedCheckpoint;
import io.mosql.storage.commit.RecoveryTarget;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.page.Manifest;
import io.mosql.storage.page.ManifestFile;
import io.mosql.storage.page.PageOptions;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.page.SegmentCopy;
import io.mosql.storage.page.SegmentEntry;
import io.mosql.storage.page.SegmentId;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.Roots;
import io.mosql.storage.version.SystemTrees;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.files.Fault;
import io.mosql.testkit.files.FaultyDirectory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Backups, and the states that are restored from them and the log. */
class BackupTest {
  private static final StoreOptions TINY = StoreOptions.DEFAULT.withShape(TreeShape.TINY);
  private static final PageOptions PAGES =
      PageOptions.withCache(16 << 10).withSegmentBytes(2 << 10);
  private static final CheckpointOptions QUIET =
      new CheckpointOptions(Long.MAX_VALUE, Long.MAX_VALUE / 2000, 1 << 30, 0, 1 << 30, false);

  private final StorageDirectory files = new MemoryDirectory("database");
  private final MemoryDirectory backup = new MemoryDirectory("backup");
  private final ManualClock clock = new ManualClock();
  private final Random random = new Random(11);
  private final TestLog log = new TestLog();
  private final SimulationRandom segmentIds = new SimulationRandom(4);

  /** Contents by position, and the time of their last commit. */
  private final TreeMap<Long, Map<Long, Map<String, String>>> states = new TreeMap<>();

  private final TreeMap<Long, Long> times = new TreeMap<>();

  private Store open() {
    return open(files, log);
  }

  private Store open(StorageDirectory directory, TestLog its) {
    try {
      return Store.open(
          its,
          PageStore.open(directory, segmentIds, PAGES),
          clock,
          new SimulationRandom(7),
          TINY,
          QUIET);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static long tree(Store store) {
    Transaction transaction = store.begin(false);
    long id = transaction.newId();
    transaction.createTree(id);
    transaction.commit();
    return id;
  }

  private void write(Store store, long tree, int commits) {
    for (int i = 0; i < commits; i++) {
      clock.advance(Duration.ofMillis(10));
      Transaction transaction = store.begin(false);
      for (int j = 0; j < 8; j++) {
        byte[] key = key("key-" + random.nextInt(300));
        if (random.nextInt(4) == 0) {
          transaction.delete(tree, key);
        } else {
          transaction.put(tree, key, row(random.nextInt(), j));
        }
      }
      transaction.commit();
      note(store);
    }
  }

  private void note(Store store) {
    states.put(store.position(), contents(store));
    times.put(store.position(), clock.wallMicros());
  }

  private static Map<Long, Map<String, String>> contents(Store store) {
    return Roots.contents(store.published(), SystemTrees.EPOCH);
  }

  private Backup.Figures back(Store store, StorageDirectory target) {
    try (PinnedCheckpoint checkpoint = store.pinCheckpoint()) {
      return Backup.write(files, checkpoint, target, true, clock, (done, total) -> {});
    }
  }

  /** Copies a backup, restores it, and returns what the database then has. */
  private Map<Long, Map<String, String>> restore(
      StorageDirectory from, RecoveryTarget end, @Nullable TestLog its, long dirtyBytesMax) {
    try {
      MemoryDirectory target = new MemoryDirectory("restored");
      Restoration.Result result = restore(from, target, end, its, dirtyBytesMax);
      TestLog own = new TestLog();
      try (Store store = open(target, own)) {
        assertThat(store.published().timeline()).isEqualTo(result.timeline());
        assertThat(store.position()).isEqualTo(result.position() + 1);
        return contents(store);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Restoration.Result restore(
      StorageDirectory from,
      StorageDirectory target,
      RecoveryTarget end,
      @Nullable TestLog its,
      long dirtyBytesMax)
      throws IOException {
    Manifest manifest = BackupDirectory.manifest(from);
    for (SegmentEntry segment : manifest.segments()) {
      SegmentCopy.copy(from, target, segment, step -> {});
    }
    ManifestFile.write(target, manifest);
    try (PageStore pages = PageStore.open(target, segmentIds, PAGES)) {
      Restoration restoration = new Restoration(pages, clock, TreeShape.TINY, dirtyBytesMax);
      return restoration.run(
          new SimulationRandom(clock.nanoTime() + 1),
          end,
          its == null
              ? null
              : (after, machine) -> TestLog.holding(its.records()).open(after.index(), machine));
    }
  }

  @Test
  void restoresEveryPositionAndTime() {
    try (Store store = open()) {
      long tree = tree(store);
      write(store, tree, 30);
      Backup.Figures figures = back(store, backup);
      assertThat(figures.position()).isEqualTo(store.position());
      write(store, tree, 40);
      assertThat(restore(backup, RecoveryTarget.LOG, null, 1 << 20))
          .isEqualTo(states.get(figures.position()));
      for (long position : states.tailMap(figures.position()).keySet()) {
        Map<Long, Map<String, String>> expected = states.get(position);
        assertThat(restore(backup, new RecoveryTarget.Position(position), log, 1 << 20))
            .as("position %d", position)
            .isEqualTo(expected);
        long time = times.getOrDefault(position, 0L);
        assertThat(restore(backup, new RecoveryTarget.Time(time), log, 4 << 10))
            .as("time of position %d", position)
            .isEqualTo(expected);
        assertThat(restore(backup, new RecoveryTarget.Time(time + 9_999), log, 1 << 20))
            .isEqualTo(expected);
      }
      assertThat(restore(backup, RecoveryTarget.LOG, log, 4 << 10)).isEqualTo(contents(store));
    }
  }

  @Test
  void saysWhyAStateCannotBeReached() {
    try (Store store = open()) {
      long tree = tree(store);
      write(store, tree, 5);
      long position = back(store, backup).position();
      write(store, tree, 5);
      assertUnreachable(new RecoveryTarget.Position(position - 1), log, "older backup");
      assertUnreachable(new RecoveryTarget.Position(position + 9), log, "ends at position");
      assertUnreachable(new RecoveryTarget.Position(position + 1), null, "needs the log");
      assertUnreachable(
          new RecoveryTarget.Time(clock.wallMicros() - 1_000_000), log, "older backup");
    }
  }

  private void assertUnreachable(RecoveryTarget end, @Nullable TestLog its, String part) {
    assertThatThrownBy(() -> restore(backup, end, its, 1 << 20))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.state()).isEqualTo(SqlState.INVALID_PARAMETER))
        .hasMessageContaining(part);
  }

  @Test
  void theLogOfAnotherTimelineIsRefused() throws IOException {
    MemoryDirectory restored = new MemoryDirectory("restored");
    MemoryDirectory second = new MemoryDirectory("second backup");
    try (Store store = open()) {
      long tree = tree(store);
      write(store, tree, 5);
      back(store, backup);
      write(store, tree, 20);
      restore(backup, restored, RecoveryTarget.LOG, null, 1 << 20);
      TestLog own = new TestLog();
      try (Store copy = open(restored, own)) {
        write(copy, tree, 3);
        try (PinnedCheckpoint checkpoint = copy.pinCheckpoint()) {
          Backup.write(restored, checkpoint, second, true, clock, (done, total) -> {});
        }
      }
      assertThatThrownBy(() -> restore(second, RecoveryTarget.LOG, log, 1 << 20))
          .isInstanceOf(MosqlException.class)
          .hasMessageContaining("another timeline");
      assertThat(restore(second, RecoveryTarget.LOG, own, 1 << 20)).isNotEmpty();
    }
  }

  @Test
  void copiesOnlyWhatIsNew() throws IOException {
    try (Store store = open()) {
      long tree = tree(store);
      write(store, tree, 100);
      Backup.Figures first = back(store, backup);
      assertThat(first.copied()).isEqualTo(first.segments()).isGreaterThan(1);
      Backup.Figures same = back(store, backup);
      assertThat(same.copied()).isZero();
      assertThat(same.removed()).isZero();
      write(store, tree, 1);
      Backup.Figures second = back(store, backup);
      assertThat(second.copied()).isBetween(1, second.segments() - 1);
      assertThat(second.copiedBytes()).isLessThan(second.bytes());
      write(store, tree, 200);
      Backup.Figures third = back(store, backup);
      assertThat(third.removed()).isPositive();
      long segments =
          backup.list().stream().filter(name -> SegmentId.ofFileName(name) != null).count();
      assertThat(segments).isEqualTo(third.segments());
      assertThat(restore(backup, RecoveryTarget.LOG, null, 1 << 20)).isEqualTo(contents(store));
    }
  }

  @Test
  void repairsWhatIsDamagedInTheBackup() throws IOException {
    try (Store store = open()) {
      write(store, tree(store), 50);
      back(store, backup);
      String name =
          backup.list().stream()
              .filter(n -> SegmentId.ofFileName(n) != null)
              .findFirst()
              .orElseThrow();
      flip(backup, name, 100);
      assertThatThrownBy(() -> restore(backup, RecoveryTarget.LOG, null, 1 << 20))
          .isInstanceOf(MosqlException.class)
          .hasMessageContaining(name);
      assertThat(back(store, backup).copied()).isEqualTo(1);
      assertThat(restore(backup, RecoveryTarget.LOG, null, 1 << 20)).isEqualTo(contents(store));
    }
  }

  private static void flip(StorageDirectory files, String name, long at) throws IOException {
    try (StorageFile file = files.open(name, false)) {
      byte[] one = new byte[1];
      file.read(at, one, 0, 1);
      one[0] ^= 0x10;
      file.write(at, one, 0, 1);
    }
  }

  @Test
  void touchesNoForeignDirectory() throws IOException {
    try (Store store = open()) {
      write(store, tree(store), 1);
      MemoryDirectory foreign = new MemoryDirectory("foreign");
      foreign.open("letter.txt", true).close();
      for (StorageDirectory target : List.of(foreign, files)) {
        List<String> before = target.list();
        assertThatThrownBy(() -> back(store, target))
            .isInstanceOf(MosqlException.class)
            .hasMessageContaining("choose another directory");
        assertThat(target.list()).containsAll(before).doesNotContain(BackupDirectory.MARKER);
      }
    }
  }

  /** Each operation on the target fails in turn, until a backup succeeds. */
  @ParameterizedTest
  @EnumSource(Fault.class)
  void aFailedBackupLeavesTheOneBefore(Fault fault) {
    FaultyDirectory target = new FaultyDirectory(3);
    try (Store store = open()) {
      long tree = tree(store);
      write(store, tree, 40);
      back(store, target);
      Map<Long, Map<String, String>> before = contents(store);
      int failures = 0;
      boolean through = false;
      for (int n = 1; !through; n++) {
        write(store, tree, 2);
        target = target.kill().failAt(n, fault);
        try {
          back(store, target);
          // An error while an old segment is compared only causes another copy of it.
          through = target.operations() < n;
        } catch (MosqlException e) {
          failures++;
          assertThat(e.state()).isIn(SqlState.IO_ERROR, SqlState.DISK_FULL);
        }
        target = fault == Fault.POWER_CUT ? target.cutPower() : target.kill();
        Map<Long, Map<String, String>> now = restore(target, RecoveryTarget.LOG, null, 1 << 20);
        assertThat(now).as("after operation %d", n).isIn(before, contents(store));
        before = now;
      }
      assertThat(failures).isGreaterThan(10);
      assertThat(before).isEqualTo(contents(store));
    }
  }
}
