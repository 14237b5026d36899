package io.mosql.storage.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.files.MemoryDirectory;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import io.mosql.storage.tree.TreePages;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The cache below a tree of about 1,600 leaves of 7 KB. */
class PageCacheTest {
  private static final int ENTRIES = 100_000;
  private static final long CACHE_BYTES = 1 << 20;

  private final MemoryDirectory files = new MemoryDirectory("test");
  private PageStore store = open(CACHE_BYTES);
  private Tree tree = Tree.empty();
  private int leaves;
  private int inners;

  private PageStore open(long cacheBytes) {
    try {
      return PageStore.open(
          files,
          new SeededRandom(1),
          PageOptions.withCache(cacheBytes).withSegmentBytes(1 << 20).withOpenFilesMax(4));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void write() throws IOException {
    StoredTree.checkpoint(store, 1, null, StoredTree.ofNumbers(ENTRIES));
    reopen(CACHE_BYTES);
    TreePages.walk(
        tree,
        (page, inner, low) -> {
          leaves += inner ? 0 : 1;
          inners += inner ? 1 : 0;
        });
    assertThat(leaves * 7000L).isGreaterThan(10 * CACHE_BYTES);
  }

  private void reopen(long cacheBytes) {
    store.close();
    store = open(cacheBytes);
    tree = StoredTree.open(store);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void staysWithinItsBoundAndGivesAllBack() {
    SeededRandom random = new SeededRandom(3);
    for (int i = 0; i < 20_000; i++) {
      get(random.nextInt(ENTRIES));
      CacheStatistics figures = store.cacheStatistics();
      assertThat(figures.bytes()).isLessThanOrEqualTo(CACHE_BYTES);
    }
    CacheStatistics full = store.cacheStatistics();
    assertThat(full.bytes()).isGreaterThan(CACHE_BYTES * 9 / 10);
    assertThat(full.pages()).isEqualTo(full.loads() - full.drops());
    assertThat(full.bytesMax()).isEqualTo(CACHE_BYTES);
    store.limitCache(CACHE_BYTES / 4);
    assertThat(store.cacheStatistics().bytes()).isBetween(CACHE_BYTES / 5, CACHE_BYTES / 4);
    store.limitCache(0);
    CacheStatistics none = store.cacheStatistics();
    assertThat(none.bytes()).isZero();
    assertThat(none.pages()).isZero();
    assertThat(none.drops()).isEqualTo(full.loads());
    get(7);
    assertThat(store.cacheStatistics().pages()).isZero();
    store.limitCache(CACHE_BYTES);
    get(7);
    get(7);
    assertThat(store.cacheStatistics().pages()).isPositive();
  }

  @Test
  void aScanDrivesOutNeitherInnerPagesNorHotLeaves() {
    List<Integer> hot = hotLeaves(60);
    for (int round = 0; round < 6; round++) {
      read(hot);
      // Fills the cache; each leaf once.
      readSome(round * 200, 200);
    }
    assertThat(loadsOf(hot)).as("warm").isLessThan(6);
    CacheStatistics before = store.cacheStatistics();
    scan();
    CacheStatistics after = store.cacheStatistics();
    assertThat(after.innerBytes()).isGreaterThan(1000L * inners);
    assertThat(after.innerBytes()).isGreaterThanOrEqualTo(before.innerBytes());
    // All leaves but those in the cache, and no inner page twice.
    assertThat(after.loads() - before.loads()).isLessThanOrEqualTo(leaves);
    assertThat(loadsOf(hot)).as("still there after a scan of ten times the cache").isLessThan(12);
    CacheStatistics again = store.cacheStatistics();
    scan();
    assertThat(store.cacheStatistics().loads() - again.loads()).isLessThanOrEqualTo(leaves);
    assertThat(store.cacheStatistics().innerBytes()).isEqualTo(again.innerBytes());
  }

  @Test
  void manyReadsOfALeafAtOnceDoNotMakeItHot() {
    for (int leaf = 0; leaf < leaves - 100; leaf++) {
      for (int i = 0; i < 20; i++) {
        get(firstOf(leaf) + i);
      }
    }
    List<Integer> hot = List.of(leaves - 1, leaves - 2, leaves - 3, leaves - 4);
    for (int round = 0; round < 4; round++) {
      read(hot);
      readSome(round * 20, 20);
    }
    for (int leaf = 0; leaf < leaves - 100; leaf++) {
      for (int i = 0; i < 20; i++) {
        get(firstOf(leaf) + i);
      }
    }
    assertThat(loadsOf(hot)).isZero();
  }

  @Test
  void whatComesBackSoonIsProtected() {
    store.limitCache(CACHE_BYTES);
    readSome(0, 400);
    long before = store.cacheStatistics().reloads();
    List<Integer> hot = hotLeaves(40);
    readSome(400, 200);
    read(hot);
    readSome(600, 150);
    read(hot);
    assertThat(store.cacheStatistics().reloads() - before).isGreaterThan(20);
    scan();
    assertThat(loadsOf(hot)).isLessThan(20);
  }

  @Test
  void innerPagesGiveWayWhenTheyFillHalf() {
    store.limitCache(40 << 10);
    SeededRandom random = new SeededRandom(4);
    long most = 0;
    for (int i = 0; i < 5_000; i++) {
      get(random.nextInt(ENTRIES));
      most = Math.max(most, store.cacheStatistics().innerBytes());
    }
    assertThat(most).isBetween(10L << 10, 20L << 10);
    assertThat(inners).isGreaterThan(20);
  }

  @Test
  void threadsShareItWithinItsBound() throws Exception {
    reopen(32 << 20);
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(5);
    try {
      List<Future<?>> readers = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Random random = new Random(t);
        readers.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 20_000; i++) {
                    get(random.nextInt(ENTRIES));
                  }
                  return null;
                }));
      }
      Future<?> bounds =
          threads.submit(
              () -> {
                for (long limit = 1 << 20; !done.get(); limit = (limit * 5) % (8 << 20)) {
                  store.limitCache(limit);
                  CacheStatistics figures = store.cacheStatistics();
                  assertThat(figures.bytes()).isLessThanOrEqualTo(figures.bytesMax());
                }
                return null;
              });
      for (Future<?> reader : readers) {
        reader.get();
      }
      done.set(true);
      bounds.get();
    } finally {
      threads.shutdownNow();
    }
    store.limitCache(2 << 20);
    scan();
    assertThat(store.cacheStatistics().bytes()).isBetween(1L << 20, 2L << 20);
    store.limitCache(0);
    assertThat(store.cacheStatistics().bytes()).isZero();
    assertThat(store.cacheStatistics().pages()).isZero();
  }

  private void get(int number) {
    assertThat(tree.get(StoredTree.key(number))).isEqualTo(StoredTree.value(number, 0));
  }

  private void scan() {
    TreeCursor cursor = tree.cursor();
    int number = 0;
    for (boolean on = cursor.first(); on; on = cursor.next()) {
      if (number % 64 == 0) {
        assertThat(StoredTree.number(cursor.key())).isEqualTo(number);
      }
      number++;
    }
    assertThat(number).isEqualTo(ENTRIES);
  }

  /** Leaves that were filled in ascending order are equally full. */
  private int firstOf(int leaf) {
    return (int) ((long) leaf * ENTRIES / leaves);
  }

  private List<Integer> hotLeaves(int count) {
    List<Integer> hot = new ArrayList<>();
    for (int i = 0; i < leaves; i++) {
      hot.add(i);
    }
    Collections.shuffle(hot, new Random(9));
    return hot.subList(0, count);
  }

  private void read(List<Integer> some) {
    some.forEach(leaf -> get(firstOf(leaf)));
  }

  private void readSome(int from, int count) {
    for (int leaf = from; leaf < from + count; leaf++) {
      get(firstOf(leaf));
    }
  }

  private long loadsOf(List<Integer> some) {
    long before = store.cacheStatistics().loads();
    read(some);
    return store.cacheStatistics().loads() - before;
  }
}
