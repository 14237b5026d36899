package io.mosql.storage.commit;

import static io.mosql.storage.TestRows.field;
import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static io.mosql.storage.TestRows.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.type.SqlType;
import io.mosql.storage.SimulationRandom;
import io.mosql.storage.Store;
import io.mosql.storage.StoreTest;
import io.mosql.storage.TestLog;
import io.mosql.storage.bytes.ByteSink;
import io.mosql.storage.certify.CommitRequest;
import io.mosql.storage.certify.Write;
import io.mosql.storage.commit.FailingClock.NoMemory;
import io.mosql.storage.record.RecordCodec;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.Effect;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.Roots;
import io.mosql.storage.version.TransactionId;
import java.math.BigDecimal;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Order and failures of group commit, single-stepped: the log blocks until it is released. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GroupCommitTest {
  private static final StoreOptions TINY = StoreOptions.DEFAULT.withShape(TreeShape.TINY);

  private final TestLog log = new TestLog();
  private final List<Thread> threads = new ArrayList<>();

  private final FailingClock clock = new FailingClock();
  private Store store = open(TINY);
  private long tree;

  private Store open(StoreOptions options) {
    return Store.open(log, clock, new SimulationRandom(3), options);
  }

  @BeforeEach
  void setUp() {
    tree = StoreTest.tree(store);
    for (String name : List.of("a", "b", "c", "d")) {
      Transaction setup = store.begin(false);
      setup.insert(tree, key(name), row(0, 0));
      assertThat(setup.commit()).isInstanceOf(CommitResult.Committed.class);
    }
    log.arrived.drainPermits();
  }

  @AfterEach
  void tearDown() throws InterruptedException {
    log.releaseAll();
    for (Thread thread : threads) {
      thread.join();
    }
    store.close();
  }

  @Test
  void publishesNothingBeforeItIsDurable() throws Exception {
    log.hold();
    FutureTask<CommitResult> commit = start(set("a", 1));
    log.arrived.acquire();
    long position = store.position();
    assertThat(read("a")).isZero();
    assertThat(commit.isDone()).isFalse();
    log.release();
    assertThat(commit.get()).isEqualTo(new CommitResult.Committed(position + 1));
    assertThat(read("a")).isEqualTo(1);
  }

  @Test
  void judgesTheNextGroupWhileOneIsWritten() throws Exception {
    log.hold();
    FutureTask<CommitResult> first = start(set("a", 1));
    log.arrived.acquire();
    int before = log.records().size();
    FutureTask<CommitResult> second = startAndPark(set("b", 2));
    FutureTask<CommitResult> third = startAndPark(set("c", 3));
    assertThat(log.records()).hasSize(before);
    log.release();
    first.get();
    // Both wait in one batch, which the log thread writes.
    log.arrived.acquire();
    assertThat(read("b")).isZero();
    assertThat(second.isDone()).isFalse();
    log.release();
    second.get();
    third.get();
    assertThat(read("b")).isEqualTo(2);
    assertThat(read("c")).isEqualTo(3);
    assertThat(log.records()).hasSize(before + 2);
  }

  @Test
  void judgesOnTheTentativeRootAndKeepsARejectionUntilItIsPublished() throws Exception {
    Transaction late = store.begin(false);
    late.get(tree, key("a"), ColumnSet.of(0));
    late.set(tree, key("b"), new int[] {0}, new byte[][] {field(9)});
    log.hold();
    FutureTask<CommitResult> first = start(set("a", 1));
    log.arrived.acquire();
    FutureTask<CommitResult> rejected = startAndPark(late::commit);
    assertThat(rejected.isDone()).isFalse();
    log.release();
    CommitResult.Conflict conflict = (CommitResult.Conflict) rejected.get();
    assertThat(conflict.tree()).isEqualTo(tree);
    assertThat(conflict.key()).isEqualTo(key("a"));
    assertThat(conflict.reason()).isEqualTo("point read");
    assertThat(first.get()).isInstanceOf(CommitResult.Committed.class);
  }

  @Test
  void answersARejectionAtOnceWhenItWasJudgedOnThePublishedRoot() {
    Transaction late = store.begin(false);
    late.get(tree, key("a"), ColumnSet.of(0));
    late.set(tree, key("b"), new int[] {0}, new byte[][] {field(9)});
    call(set("a", 1));
    log.arrived.drainPermits();
    assertThat(late.commit()).isInstanceOf(CommitResult.Conflict.class);
    assertThat(log.arrived.availablePermits()).isZero();
  }

  @Test
  void stopsWhenTheLogFails() throws Exception {
    stopsWhenTheLogFails(false);
  }

  @Test
  void stopsWhenTheLogFailsLater() throws Exception {
    stopsWhenTheLogFails(true);
  }

  private void stopsWhenTheLogFails(boolean throughFuture) throws Exception {
    Transaction loser = store.begin(false);
    loser.get(tree, key("a"), ColumnSet.of(0));
    loser.set(tree, key("d"), new int[] {0}, new byte[][] {field(9)});
    Transaction reader = store.begin(true);
    log.hold();
    FutureTask<CommitResult> first = start(set("a", 1));
    log.arrived.acquire();
    FutureTask<CommitResult> rejected = startAndPark(loser::commit);
    FutureTask<CommitResult> second = startAndPark(set("b", 2));
    log.fail(new MosqlException(SqlState.IO_ERROR, "sync failed"), throughFuture);
    log.release();
    assertState(first, SqlState.COMMIT_OUTCOME_UNKNOWN);
    assertState(second, SqlState.IO_ERROR);
    assertState(rejected, SqlState.IO_ERROR);
    assertThatThrownBy(() -> store.begin(true)).isInstanceOf(MosqlException.class);
    assertThat(value(reader.get(tree, key("a"), ColumnSet.ALL), 0)).isZero();
    log.fail(null, false);
    assertThatThrownBy(() -> store.begin(false)).isInstanceOf(MosqlException.class);
  }

  @Test
  void refusesWritesWhileTheDiskIsFull() throws Exception {
    Transaction loser = store.begin(false);
    loser.get(tree, key("a"), ColumnSet.of(0));
    loser.set(tree, key("d"), new int[] {0}, new byte[][] {field(9)});
    log.hold();
    FutureTask<CommitResult> first = start(set("a", 1));
    log.arrived.acquire();
    // Rejected on a root that is dropped: certified again, and then accepted.
    FutureTask<CommitResult> judgedAgain = startAndPark(loser::commit);
    log.fail(new MosqlException(SqlState.DISK_FULL, "disk full"), false);
    log.release();
    assertState(first, SqlState.DISK_FULL);
    log.arrived.acquire();
    log.fail(null, false);
    log.release();
    assertThat(judgedAgain.get()).isInstanceOf(CommitResult.Committed.class);
    assertThat(read("a")).isZero();
    assertThat(read("d")).isEqualTo(9);
    log.releaseAll();
    assertThat(call(set("a", 5))).isInstanceOf(CommitResult.Committed.class);
    assertThat(read("a")).isEqualTo(5);
  }

  @Test
  void anInterruptNeitherBreaksACommitNorGetsLost() throws Exception {
    log.hold();
    FutureTask<CommitResult> first = start(set("a", 1));
    log.arrived.acquire();
    FutureTask<Boolean> second =
        startAndPark(
            () -> {
              set("b", 2).call();
              return Thread.interrupted();
            });
    threads.get(threads.size() - 1).interrupt();
    log.releaseAll();
    first.get();
    assertThat(second.get()).isTrue();
    assertThat(read("b")).isEqualTo(2);
    FutureTask<Boolean> leader =
        start(
            () -> {
              Thread.currentThread().interrupt();
              set("c", 3).call();
              return Thread.interrupted();
            });
    assertThat(leader.get()).isTrue();
    assertThat(read("c")).isEqualTo(3);
  }

  @Test
  void cutsLargeTransactionsIntoPartsThatCountOnlyTogether() {
    store.close();
    List<byte[]> before = log.records();
    TestLog small = TestLog.holding(before).withRecordBytesMax(100);
    Store parts = Store.open(small, Clock.SYSTEM, new SimulationRandom(4), TINY);
    Transaction large = parts.begin(false);
    for (int i = 0; i < 40; i++) {
      large.insert(tree, key("large" + i), row(i, i));
    }
    CommitResult.Committed committed = (CommitResult.Committed) large.commit();
    assertThat(committed.position()).isEqualTo(parts.position());
    List<byte[]> all = small.records();
    int from = before.size() + 1;
    assertThat(all.size() - from).isGreaterThan(5);
    assertThat(all.subList(from, all.size())).allMatch(record -> record.length <= 100);
    int rows = rows(all);
    assertThat(rows).isEqualTo(44);
    // A torn end: without the last part the record has no effect, and the log continues after it.
    List<byte[]> torn = new ArrayList<>(all.subList(0, all.size() - 1));
    assertThat(rows(torn)).isEqualTo(4);
    TestLog again = TestLog.holding(torn);
    Store reopened = Store.open(again, Clock.SYSTEM, new SimulationRandom(5), TINY);
    Transaction after = reopened.begin(false);
    after.insert(tree, key("after"), row(1, 1));
    after.commit();
    reopened.close();
    assertThat(rows(again.records())).isEqualTo(5);
    // A missing part voids the others.
    List<byte[]> holed = new ArrayList<>(all);
    holed.remove(from + 2);
    assertThat(rows(holed)).isEqualTo(4);
    parts.close();
    store = Store.open(TestLog.holding(before), Clock.SYSTEM, new SimulationRandom(6), TINY);
  }

  @Test
  void passesOverRecordsOfAnotherTimelineEpochOrPredecessor() {
    store.close();
    Root root = store.published();
    ByteSink payload = new ByteSink(64);
    RecordCodec.encode(
        payload, new TransactionId(1, 1), List.of(new Effect.Put(tree, key("x"), row(1, 1))));
    long timeline = root.timeline();
    long epoch = root.epoch();
    long position = root.position();
    assertThat(rowsAfter(timeline, epoch, position, payload)).isEqualTo(5);
    assertThat(rowsAfter(timeline + 1, epoch, position, payload)).isEqualTo(4);
    assertThat(rowsAfter(timeline, epoch + 1, position, payload)).isEqualTo(4);
    assertThat(rowsAfter(timeline, epoch, position + 1, payload)).isEqualTo(4);
    assertThat(rowsAfter(timeline, epoch, position - 1, payload)).isEqualTo(4);
  }

  @Test
  void aRecordThatDoesNotFitItsRootIsAnError() {
    store.close();
    Root root = store.published();
    for (Effect effect :
        List.of(
            new Effect.Delete(tree, key("nowhere")),
            new Effect.SetFields(
                tree, key("nowhere"), new int[] {0}, new byte[][] {field(1)}, null),
            new Effect.DropTree(tree + 1),
            new Effect.CreateTree(tree),
            new Effect.Put(tree + 1, key("x"), row(1, 1)))) {
      ByteSink payload = new ByteSink(64);
      RecordCodec.encode(payload, new TransactionId(1, 1), List.of(effect));
      assertThatThrownBy(() -> rowsAfter(root.timeline(), root.epoch(), root.position(), payload))
          .as(effect.toString())
          .isInstanceOf(MosqlException.class)
          .extracting(e -> ((MosqlException) e).state())
          .isEqualTo(SqlState.DATA_CORRUPTED);
    }
  }

  private int rowsAfter(long timeline, long epoch, long previous, ByteSink payload) {
    List<byte[]> records = new ArrayList<>(log.records());
    records.addAll(RecordCodec.transactions(Roots.at(timeline, epoch, previous), 0, payload, 1000));
    return rows(records);
  }

  private int rows(List<byte[]> records) {
    try (Store copy =
        Store.open(TestLog.holding(records), Clock.SYSTEM, new SimulationRandom(9), TINY)) {
      return (int) copy.begin(true).count(tree, null, null);
    }
  }

  @Test
  void aBrokenRequestFailsAloneAndTheOthersAreJudgedAgain() throws Exception {
    log.hold();
    FutureTask<CommitResult> first = start(set("a", 1));
    log.arrived.acquire();
    FutureTask<CommitResult> second = startAndPark(set("b", 2));
    // Adds a DECIMAL to a field that contains an INTEGER, after a correct insert.
    Root snapshot = store.published();
    FieldPatch add =
        new FieldPatch.Add(0, SqlType.decimal(5, 2), BigDecimal.ONE, null, null, new byte[0]);
    CommitRequest unjudgeable =
        new CommitRequest(
            store.pipeline().nextTransactionId(),
            snapshot.timeline(),
            CommitRequest.ANY_EPOCH,
            snapshot.position(),
            List.of(),
            List.of(
                new Write.Insert(tree, key("0"), row(1, 1)),
                new Write.Patch(tree, key("b"), List.of(add), null)),
            null);
    FutureTask<CommitResult> third = start(() -> store.pipeline().commit(unjudgeable));
    assertState(third, SqlState.DATA_CORRUPTED);
    // Changes one key twice, which no request may: fails when the open root is half changed.
    CommitRequest unappliable =
        new CommitRequest(
            store.pipeline().nextTransactionId(),
            snapshot.timeline(),
            CommitRequest.ANY_EPOCH,
            snapshot.position(),
            List.of(),
            List.of(new Write.Delete(tree, key("b")), new Write.Delete(tree, key("b"))),
            null);
    FutureTask<CommitResult> fourth = start(() -> store.pipeline().commit(unappliable));
    assertState(fourth, SqlState.DATA_CORRUPTED);
    log.releaseAll();
    first.get();
    assertThat(second.get()).isInstanceOf(CommitResult.Committed.class);
    assertThat(read("b")).isEqualTo(2);
    assertThat(store.begin(true).get(tree, key("0"), ColumnSet.NONE)).isNull();
  }

  @Test
  void aViolatedInvariantStopsTheStoreAndIsNamed() throws Exception {
    log.hold();
    FutureTask<CommitResult> first = start(set("a", 1));
    log.arrived.acquire();
    FutureTask<CommitResult> second = startAndPark(set("b", 2));
    Root snapshot = store.published();
    CommitRequest violating =
        new CommitRequest(
            store.pipeline().nextTransactionId(),
            snapshot.timeline(),
            CommitRequest.ANY_EPOCH,
            snapshot.position(),
            List.of(),
            new AbstractList<>() {
              @Override
              public Write get(int index) {
                throw new InvariantViolation("writes can be read");
              }

              @Override
              public int size() {
                return 1;
              }
            },
            null);
    assertStopped(start(() -> store.pipeline().commit(violating)));
    assertStopped(second);
    log.releaseAll();
    assertThat(first.get()).isInstanceOf(CommitResult.Committed.class);
    assertThat(store.isOpen()).isFalse();
    assertStopped(start(set("c", 3)));
  }

  @Test
  void anErrorInACommittingThreadStopsTheStore() {
    log.failWith(new NoMemory());
    assertState(start(set("a", 1)), SqlState.COMMIT_OUTCOME_UNKNOWN);
    assertEnds();
  }

  @Test
  void anErrorInTheLogThreadStopsTheStore() throws Exception {
    log.hold();
    FutureTask<CommitResult> first = start(set("a", 1));
    log.arrived.acquire();
    FutureTask<CommitResult> second = startAndPark(set("b", 2));
    log.release();
    first.get();
    // the log thread writes the second one, and the third waits for the next batch
    log.arrived.acquire();
    FutureTask<CommitResult> third = startAndPark(set("c", 3));
    log.failWith(new NoMemory());
    log.release();
    assertState(second, SqlState.COMMIT_OUTCOME_UNKNOWN);
    assertState(third, SqlState.INTERNAL_ERROR);
    assertEnds();
  }

  @Test
  void anErrorBeforeTheLogThreadWritesStopsTheStore() throws Exception {
    log.hold();
    FutureTask<CommitResult> first = start(set("a", 1));
    log.arrived.acquire();
    FutureTask<CommitResult> second = startAndPark(set("b", 2));
    clock.failWith(new NoMemory());
    log.release();
    first.get();
    assertState(second, SqlState.INTERNAL_ERROR);
    assertEnds();
  }

  /** The store has stopped, refuses work with an error, and can be closed. */
  private void assertEnds() {
    assertThat(store.isOpen()).isFalse();
    assertThatThrownBy(() -> store.begin(false))
        .isInstanceOf(MosqlException.class)
        .hasMessageContaining("the database accepts no more work");
    store.close();
  }

  private static void assertStopped(FutureTask<?> task) {
    assertState(task, SqlState.INTERNAL_ERROR);
    assertThatThrownBy(task::get)
        .hasMessageContaining(
            "invariant violated: writes can be read; the database accepts no more work");
  }

  private Callable<CommitResult> set(String name, int value) {
    return () -> {
      Transaction transaction = store.begin(false);
      transaction.get(tree, key(name), ColumnSet.of(0));
      transaction.set(tree, key(name), new int[] {0}, new byte[][] {field(value)});
      return transaction.commit();
    };
  }

  private int read(String name) {
    return value(store.begin(true).get(tree, key(name), ColumnSet.ALL), 0);
  }

  private static CommitResult call(Callable<CommitResult> callable) {
    return CompletableFuture.supplyAsync(
            () -> {
              try {
                return callable.call();
              } catch (Exception e) {
                throw new CompletionException(e);
              }
            },
            Runnable::run)
        .join();
  }

  private <T> FutureTask<T> start(Callable<T> callable) {
    FutureTask<T> task = new FutureTask<>(callable);
    Thread thread = new Thread(task);
    threads.add(thread);
    thread.start();
    return task;
  }

  /** Starts it and waits until it waits for its batch. */
  private <T> FutureTask<T> startAndPark(Callable<T> callable) {
    FutureTask<T> task = start(callable);
    Thread thread = threads.get(threads.size() - 1);
    while (!(LockSupport.getBlocker(thread) instanceof PendingCommit)) {
      if (task.isDone()) {
        throw new AssertionError("it did not wait");
      }
      Thread.onSpinWait();
    }
    return task;
  }

  private static void assertState(FutureTask<?> task, SqlState state) {
    assertThatThrownBy(task::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(MosqlException.class)
        .extracting(e -> ((MosqlException) e).state())
        .isEqualTo(state);
  }
}
