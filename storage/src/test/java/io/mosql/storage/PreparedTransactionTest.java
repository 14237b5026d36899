package io.mosql.storage;

import static io.mosql.storage.TestRows.field;
import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static io.mosql.storage.TestRows.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.storage.certify.PreparedTransaction;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.LockOwnerInfo;
import io.mosql.storage.lock.LockResult;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.lock.RowLockInfo;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionOptions;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.SystemTrees;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A prepared transaction commits when it is told to, whatever others do meanwhile. */
class PreparedTransactionTest {
  private static final StoreOptions TINY = StoreOptions.DEFAULT.withShape(TreeShape.TINY);
  private static final int KEYS = 12;

  private final TestLog log = new TestLog();
  private Store store = open();
  private long tree;

  private Store open() {
    return Store.open(log, Clock.SYSTEM, new SimulationRandom(7), TINY);
  }

  @BeforeEach
  void setUp() {
    tree = StoreTest.tree(store);
    Transaction setup = store.begin(false);
    for (int i = 0; i < KEYS; i++) {
      setup.insert(tree, name(i), row(100, 0));
    }
    assertCommitted(setup.commit());
  }

  @AfterEach
  void tearDown() {
    store.close();
  }

  private static byte[] name(int i) {
    return key("k" + (char) ('a' + i));
  }

  private static void assertCommitted(CommitResult result) {
    assertThat(result).isInstanceOf(CommitResult.Committed.class);
  }

  private static void assertHeld(CommitResult result) {
    assertThat(result)
        .isInstanceOfSatisfying(
            CommitResult.Conflict.class, conflict -> assertThat(conflict.isHeld()).isTrue());
  }

  private Transaction begin() {
    return store.begin(false);
  }

  private int read(Transaction transaction, int i, int column) {
    return value(transaction.get(tree, name(i), ColumnSet.of(column)), column);
  }

  private void set(Transaction transaction, int i, int column, int to) {
    transaction.set(tree, name(i), new int[] {column}, new byte[][] {field(to)});
  }

  private int stored(int i, int column) {
    Transaction reader = store.begin(true);
    try {
      return read(reader, i, column);
    } finally {
      reader.rollback();
    }
  }

  private List<String> prepared() {
    return store.prepared().stream().map(PreparedTransaction::gid).toList();
  }

  @Test
  void itsWritesAreNotSeenBeforeTheSecondPhase() {
    Transaction first = begin();
    set(first, 0, 0, 7);
    first.insert(tree, key("z"), row(1, 1));
    assertCommitted(first.prepare("g", 9));
    assertThat(first.isOpen()).isFalse();
    assertThat(prepared()).containsExactly("g");
    assertThat(store.prepared().get(0).owner()).isEqualTo(9);
    assertThat(stored(0, 0)).isEqualTo(100);

    assertThat(store.endPrepared("g", true)).isTrue();
    assertThat(stored(0, 0)).isEqualTo(7);
    assertThat(store.begin(true).get(tree, key("z"), ColumnSet.ALL)).isNotNull();
    assertThat(prepared()).isEmpty();
    assertThat(store.endPrepared("g", true)).isFalse();
    assertThat(store.endPrepared("g", false)).isFalse();
  }

  @Test
  void aRollbackLeavesNothing() {
    Transaction first = begin();
    set(first, 0, 0, 7);
    assertCommitted(first.prepare("g", 0));
    assertThat(store.endPrepared("g", false)).isTrue();
    assertThat(stored(0, 0)).isEqualTo(100);
    assertThat(prepared()).isEmpty();
    Transaction later = begin();
    set(later, 0, 0, 8);
    assertCommitted(later.commit());
  }

  @Test
  void survivesARestart() {
    Transaction first = begin();
    set(first, 0, 0, read(first, 1, 0) + 1);
    assertCommitted(first.prepare("g with \u00e9 \ud83d\ude00", 0));
    store.close();
    store = open();
    assertThat(prepared()).containsExactly("g with \u00e9 \ud83d\ude00");

    Transaction held = begin();
    set(held, 1, 0, 5);
    assertHeld(held.commit());
    assertThat(store.endPrepared("g with \u00e9 \ud83d\ude00", true)).isTrue();
    assertThat(stored(0, 0)).isEqualTo(101);
    Transaction free = begin();
    set(free, 1, 0, 5);
    assertCommitted(free.commit());
  }

  @Test
  void othersMayNotWriteWhatItHasReadOrWritten() {
    Transaction first = begin();
    read(first, 0, 0);
    RowCursor range = first.scan(tree, name(2), name(4), false, ColumnSet.of(1));
    while (range.next()) {
      range.row();
    }
    first.count(tree, name(6), name(8));
    set(first, 9, 1, 3);
    assertCommitted(first.prepare("g", 0));

    Transaction column = begin();
    set(column, 0, 1, 5);
    set(column, 2, 0, 5);
    set(column, 6, 0, 5);
    assertCommitted(column.commit());
    Transaction elsewhere = begin();
    elsewhere.delete(tree, name(10));
    assertThat(read(elsewhere, 9, 1)).isZero();
    assertCommitted(elsewhere.commit());
    for (int[] write : new int[][] {{0, 0}, {2, 1}, {3, 1}, {9, 0}, {9, 1}}) {
      Transaction held = begin();
      set(held, write[0], write[1], 5);
      assertHeld(held.commit());
    }
    for (int i : new int[] {0, 2, 6, 7, 9}) {
      Transaction held = begin();
      held.delete(tree, name(i));
      assertHeld(held.commit());
    }
    Transaction insertion = begin();
    insertion.insert(tree, key("kc5"), row(1, 1));
    assertHeld(insertion.commit());
    Transaction whole = begin();
    whole.truncateTree(tree);
    assertHeld(whole.commit());
    assertThat(store.endPrepared("g", true)).isTrue();
    assertThat(stored(9, 1)).isEqualTo(3);
  }

  private Transaction locking() {
    return store.begin(new TransactionOptions(CertificationLevel.READ_COMMITTED, false, 5, true));
  }

  private LockResult tryLock(Transaction transaction, int i, LockMode mode) {
    return transaction.lockRow(
        tree, name(i), mode, new LockWaitPolicy(LockWaitPolicy.Kind.SKIP, 0, () -> false));
  }

  private List<String> gidsOfLocks() {
    return store.locks().stream().map(lock -> String.valueOf(lock.owner().gid())).toList();
  }

  /** Each mode of a lock is kept: by the session's end, by a restart and by another one. */
  @Test
  void itsLocksAreKept() {
    LockMode sets = LockMode.change(ColumnSet.of(1), ColumnSet.of(0), ColumnSet.NONE);
    LockMode adds = LockMode.change(ColumnSet.NONE, ColumnSet.NONE, ColumnSet.of(1));
    List<LockMode> modes =
        List.of(
            LockMode.WHOLE,
            LockMode.forUpdate(ColumnSet.ALL),
            LockMode.forShare(ColumnSet.of(0)),
            sets,
            adds);
    Transaction first = locking();
    for (int i = 0; i < modes.size(); i++) {
      assertThat(tryLock(first, i, modes.get(i))).isEqualTo(LockResult.CURRENT);
    }
    set(first, 0, 0, 7);
    assertCommitted(first.prepare("g", 0));
    first.rollback();
    first.abandon("its session has ended");
    for (int opens = 0; opens < 3; opens++) {
      assertThat(gidsOfLocks()).hasSize(modes.size()).containsOnly("g");
      for (int i = 0; i < modes.size(); i++) {
        for (LockMode mode : modes) {
          Transaction other = locking();
          assertThat(tryLock(other, i, mode))
              .isEqualTo(
                  mode.isCompatibleWith(modes.get(i)) ? LockResult.CURRENT : LockResult.HELD);
          other.rollback();
        }
      }
      store.close();
      store = open();
    }
    assertThat(store.endPrepared("g", false)).isTrue();
    assertThat(store.locks()).isEmpty();
  }

  @Test
  void whatIsNotPreparedKeepsNoLocks() {
    Transaction first = locking();
    tryLock(first, 0, LockMode.WHOLE);
    read(first, 1, 0);
    set(first, 0, 0, 7);
    assertCommitted(first.prepare("g", 0));
    Transaction sameName = locking();
    tryLock(sameName, 2, LockMode.WHOLE);
    set(sameName, 2, 0, 7);
    assertThat(sameName.prepare("g", 0)).isInstanceOf(CommitResult.Conflict.class);
    Transaction broken =
        store.begin(new TransactionOptions(CertificationLevel.SERIALIZABLE, false, 0, true));
    read(broken, 3, 0);
    tryLock(broken, 4, LockMode.WHOLE);
    set(broken, 4, 0, 7);
    Transaction between = begin();
    set(between, 3, 0, 1);
    assertCommitted(between.commit());
    assertThat(broken.prepare("h", 0)).isInstanceOf(CommitResult.Conflict.class);
    assertThat(gidsOfLocks()).containsExactly("g");
    assertThat(store.endPrepared("g", true)).isTrue();
    assertThat(store.locks()).isEmpty();
  }

  /**
   * Transactions are prepared while others end them as soon as they see them: no lock is left, none
   * is lost, and the sum is that of the commits.
   */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void locksEndWithTheSecondPhase() throws Exception {
    int writers = 3;
    int rounds = 150;
    AtomicInteger added = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    LockWaitPolicy waits = LockWaitPolicy.upTo(Long.MAX_VALUE, () -> false);
    ExecutorService threads = Executors.newFixedThreadPool(writers + 2);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        int number = writer;
        all.add(
            threads.submit(
                () -> {
                  for (int round = 0; round < rounds; round++) {
                    Transaction transaction = locking();
                    while (transaction.lockRow(tree, name(0), LockMode.WHOLE, waits)
                        != LockResult.CURRENT) {
                      transaction.undoStatement();
                      assertThat(transaction.refresh()).isTrue();
                    }
                    set(transaction, 0, 0, read(transaction, 0, 0) + 1);
                    assertCommitted(transaction.prepare("g" + number + "." + round, 0));
                    added.incrementAndGet();
                  }
                }));
      }
      for (int ender = 0; ender < 2; ender++) {
        all.add(
            threads.submit(
                () -> {
                  while (ended.get() < writers * rounds) {
                    for (String gid : prepared()) {
                      ended.addAndGet(store.endPrepared(gid, true) ? 1 : 0);
                    }
                  }
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(added.get()).isEqualTo(writers * rounds);
    assertThat(stored(0, 0)).isEqualTo(100 + writers * rounds);
    assertThat(store.locks()).isEmpty();
    assertThat(prepared()).isEmpty();
  }

  @Test
  void aCommitWaitsWhenItMay() throws Exception {
    Transaction first = begin();
    RowCursor range = first.scan(tree, name(2), name(4), false, ColumnSet.of(1));
    while (range.next()) {
      range.row();
    }
    set(first, 9, 0, 1);
    assertCommitted(first.prepare("g", 0));
    Transaction second = begin();
    second.insert(tree, key("kc5"), row(1, 1));
    second.waitForPrepared(LockWaitPolicy.upTo(Long.MAX_VALUE, () -> false));
    CompletableFuture<CommitResult> commit = CompletableFuture.supplyAsync(second::commit);
    while (store.locks().isEmpty() && !commit.isDone()) {
      Thread.onSpinWait();
    }
    assertThat(store.locks()).extracting(RowLockInfo::mode).containsExactly("commit");
    assertThat(store.locks().get(0).waitsFor()).containsExactly(new LockOwnerInfo(0, "g"));
    assertThat(store.endPrepared("g", true)).isTrue();
    assertCommitted(commit.get());
    assertThat(store.locks()).isEmpty();

    Transaction third = begin();
    set(third, 0, 0, 1);
    assertCommitted(third.prepare("h", 0));
    Transaction fourth = begin();
    set(fourth, 0, 0, 2);
    fourth.waitForPrepared(LockWaitPolicy.upTo(0, () -> false));
    assertThatThrownBy(fourth::commit)
        .isInstanceOf(MosqlException.class)
        .extracting(e -> ((MosqlException) e).state())
        .isEqualTo(SqlState.LOCK_NOT_AVAILABLE);
    assertThat(fourth.isOpen()).isFalse();
    assertThat(store.endPrepared("h", true)).isTrue();
  }

  @Test
  void aPreparedOneMayNotHaveReadWhatAnotherWillWrite() {
    Transaction first = begin();
    set(first, 0, 0, 1);
    assertCommitted(first.prepare("first", 0));
    Transaction second = begin();
    read(second, 0, 0);
    set(second, 1, 0, 1);
    assertHeld(second.prepare("second", 0));
    Transaction third = begin();
    set(third, 2, 0, 1);
    assertCommitted(third.prepare("third", 0));
    assertThat(prepared()).containsExactly("first", "third");
    assertThat(store.endPrepared("third", true)).isTrue();
    assertThat(store.endPrepared("first", true)).isTrue();
  }

  @Test
  void anIdentifierIsUsedOnce() {
    Transaction first = begin();
    set(first, 0, 0, 1);
    assertCommitted(first.prepare("g", 0));
    Transaction second = begin();
    set(second, 1, 0, 1);
    assertThat(second.prepare("g", 0))
        .isInstanceOfSatisfying(
            CommitResult.Conflict.class,
            conflict -> assertThat(conflict.tree()).isEqualTo(SystemTrees.PREPARED));
    assertThat(store.endPrepared("g", true)).isTrue();
    Transaction third = begin();
    set(third, 1, 0, 1);
    assertCommitted(third.prepare("g", 0));
    assertThat(store.endPrepared("g", false)).isTrue();
  }

  @Test
  void aPrepareThatConflictsIsNone() {
    Transaction first = begin();
    read(first, 0, 0);
    set(first, 1, 0, 1);
    Transaction other = begin();
    set(other, 0, 0, 1);
    assertCommitted(other.commit());
    assertThat(first.prepare("g", 0)).isInstanceOf(CommitResult.Conflict.class);
    assertThat(prepared()).isEmpty();
  }

  @Test
  void manyChunksAndTreeOperations() {
    Transaction first = begin();
    long made = first.newId();
    first.createTree(made);
    for (int i = 0; i < 2_000; i++) {
      first.insert(made, key("row " + i), row(i, i));
    }
    first.dropTree(tree);
    assertCommitted(first.prepare("g", 0));
    store.close();
    store = open();
    Transaction held = begin();
    set(held, 0, 0, 1);
    assertHeld(held.commit());
    assertThat(store.endPrepared("g", true)).isTrue();
    Transaction reader = store.begin(true);
    assertThat(reader.hasTree(tree)).isFalse();
    assertThat(reader.count(made, null, null)).isEqualTo(2_000);
  }

  /** Of several threads that end a transaction one succeeds, and the others find none. */
  @Test
  void oneOfSeveralThreadsEndsIt() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 200; round++) {
        String gid = "race" + round;
        Transaction transaction = store.begin(false);
        set(transaction, 0, 0, round);
        assertCommitted(transaction.prepare(gid, 0));
        List<Future<Boolean>> ends =
            threads.invokeAll(Collections.nCopies(4, () -> store.endPrepared(gid, true)));
        int ended = 0;
        for (Future<Boolean> end : ends) {
          ended += end.get() ? 1 : 0;
        }
        assertThat(ended).isEqualTo(1);
        assertThat(stored(0, 0)).isEqualTo(round);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * Random transactions, some of them in two phases: each commit leaves the sum of what it moved,
   * and all of them are equal to a serial order, since each writes the sum of all that it reads.
   */
  @ParameterizedTest
  @EnumSource(CertificationLevel.class)
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void theSecondPhaseNeverFails(CertificationLevel level) {
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      Map<String, int[]> waiting = new HashMap<>();
      int number = 0;
      for (int step = 0; step < 120; step++) {
        if (random.nextInt(6) == 0) {
          store.close();
          store = open();
          assertThat(prepared()).containsExactlyInAnyOrderElementsOf(waiting.keySet());
        }
        if (!waiting.isEmpty() && random.nextInt(3) == 0) {
          List<String> names = new ArrayList<>(waiting.keySet());
          String gid = names.get(random.nextInt(names.size()));
          int[] expected = waiting.remove(gid);
          boolean commits = random.nextInt(4) > 0;
          int before = stored(expected[0], 0);
          if (level == CertificationLevel.SERIALIZABLE && expected[2] >= 0) {
            assertThat(stored(expected[2], 0)).as("seed %s", seed).isEqualTo(expected[3]);
          }
          assertThat(store.endPrepared(gid, commits)).isTrue();
          assertThat(stored(expected[0], 0))
              .as("seed %s", seed)
              .isEqualTo(commits ? expected[1] : before);
          continue;
        }
        Transaction transaction = store.begin(new TransactionOptions(level, false, 0, false));
        int from = random.nextInt(KEYS);
        int to = random.nextInt(KEYS);
        int value = read(transaction, from, 0);
        set(transaction, to, 0, value + step);
        if (random.nextBoolean()) {
          assertThat(transaction.commit()).isNotNull();
        } else {
          String gid = "g" + number++;
          if (transaction.prepare(gid, 0) instanceof CommitResult.Committed) {
            waiting.put(gid, new int[] {to, value + step, from == to ? -1 : from, value});
          }
        }
      }
      for (String gid : waiting.keySet()) {
        assertThat(store.endPrepared(gid, true)).isTrue();
      }
    }
  }
}
