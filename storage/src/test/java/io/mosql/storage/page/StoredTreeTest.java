package io.mosql.storage.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.files.DiskDirectory;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import io.mosql.storage.tree.TreeEditor;
import io.mosql.storage.tree.TreePages;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees through checkpoints on disk, small cache, few open files. */
class StoredTreeTest {
  private static final int ENTRIES = 20_000;
  private static final int CHECKPOINTS = 25;

  @TempDir Path directory = Path.of("");

  private final SeededRandom ids = new SeededRandom(2);

  private PageStore open() throws IOException {
    return PageStore.open(
        DiskDirectory.open(directory),
        ids,
        PageOptions.withCache(200_000).withSegmentBytes(100_000).withOpenFilesMax(2));
  }

  @Test
  void treesComeBackAndDeadSegmentsGo() throws IOException {
    int[] versions = new int[ENTRIES];
    Random random = new Random(5);
    try (PageStore store = open()) {
      StoredTree.checkpoint(store, 1, null, StoredTree.ofNumbers(ENTRIES));
    }
    for (int round = 2; round < CHECKPOINTS; round++) {
      try (PageStore store = open()) {
        Tree before = StoredTree.open(store);
        assertHolds(before, versions);
        Tree after = edited(before, versions, random);
        StoredTree.checkpoint(store, round, before, after);
        assertHolds(after, versions);
        TestCheckpoints.deleteRetired(store);
        assertHolds(after, versions);
        assertThat(TestCheckpoints.problems(store)).isEmpty();
        assertLiveBytes(store, after);
      }
    }
  }

  /**
   * Old versions with segments deleted below their readers give right values or the error of a
   * snapshot that is too old; the newest one always gives right values.
   */
  @Test
  void readersGoOnWhileSegmentsAreReplaced() throws Exception {
    PageStore store = open();
    Tree first = StoredTree.ofNumbers(ENTRIES);
    StoredTree.checkpoint(store, 1, null, first);
    AtomicReference<Tree> newest = new AtomicReference<>(first);
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<Future<Long>> readers = new ArrayList<>();
    for (int t = 0; t < 3; t++) {
      Random random = new Random(t);
      readers.add(threads.submit(() -> readOldVersions(newest, done, random)));
    }
    try {
      int[] versions = new int[ENTRIES];
      Random random = new Random(6);
      Tree tree = first;
      for (int round = 2; round < CHECKPOINTS; round++) {
        Tree next = edited(tree, versions, random);
        StoredTree.checkpoint(store, round, tree, next);
        newest.set(next);
        tree = next;
        TestCheckpoints.deleteRetired(store);
      }
      assertHolds(tree, versions);
    } finally {
      done.set(true);
      threads.shutdown();
    }
    for (Future<Long> reader : readers) {
      assertThat(reader.get()).isPositive();
    }
    store.close();
    assertThat(store.failedDeletions()).isZero();
    assertThat(store.cacheStatistics().bytes()).isZero();
  }

  private static long readOldVersions(
      AtomicReference<Tree> newest, AtomicBoolean done, Random random) {
    long reads = 0;
    while (!done.get()) {
      Tree tree = Objects.requireNonNull(newest.get());
      try {
        for (int i = 0; i < 200; i++) {
          int number = random.nextInt(ENTRIES);
          byte[] value = Objects.requireNonNull(tree.get(StoredTree.key(number)));
          int version = ByteBuffer.wrap(value).getInt(Long.BYTES);
          if (!Arrays.equals(value, StoredTree.value(number, version))) {
            throw new AssertionError("entry " + number + " is wrong");
          }
          reads++;
          if (i % 50 == 49) {
            // Has to work without harm to the shared files.
            Thread.currentThread().interrupt();
          }
        }
      } catch (MosqlException e) {
        assertThat(e.state()).isEqualTo(SqlState.SNAPSHOT_TOO_OLD);
      } finally {
        Thread.interrupted();
      }
    }
    return reads;
  }

  private static Tree edited(Tree tree, int[] versions, Random random) {
    TreeEditor editor = tree.edit();
    int from = random.nextInt(ENTRIES);
    for (int i = 0; i < 2000; i++) {
      int number = (from + i + (i % 10 == 0 ? random.nextInt(ENTRIES) : 0)) % ENTRIES;
      editor.put(StoredTree.key(number), StoredTree.value(number, ++versions[number]));
    }
    return editor.finish();
  }

  private static void assertHolds(Tree tree, int[] versions) {
    TreeCursor cursor = tree.cursor();
    int number = 0;
    for (boolean on = cursor.first(); on; on = cursor.next()) {
      byte[] expected = StoredTree.value(number, versions[number]);
      if (StoredTree.number(cursor.key()) != number || !Arrays.equals(cursor.value(), expected)) {
        throw new AssertionError("entry " + number + " is wrong");
      }
      number++;
    }
    assertThat(number).isEqualTo(ENTRIES);
  }

  private static void assertLiveBytes(PageStore store, Tree tree) {
    long[] bytes = new long[1];
    TreePages.walk(tree, (page, inner, low) -> bytes[0] += page.length());
    long live = store.segments().stream().mapToLong(SegmentInfo::liveBytes).sum();
    assertThat(live).isEqualTo(bytes[0]);
  }
}
