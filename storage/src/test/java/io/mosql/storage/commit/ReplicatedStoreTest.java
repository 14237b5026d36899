package io.mosql.storage.commit;

import static io.mosql.storage.TestRows.field;
import static io.mosql.storage.TestRows.key;
import static io.mosql.storage.TestRows.row;
import static io.mosql.storage.TestRows.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.storage.HandDrivenLog;
import io.mosql.storage.HandDrivenLog.Append;
import io.mosql.storage.Sequences;
import io.mosql.storage.SimulationRandom;
import io.mosql.storage.Store;
import io.mosql.storage.StoreTest;
import io.mosql.storage.bytes.ByteSink;
import io.mosql.storage.commit.FailingClock.NoMemory;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.record.RecordCodec;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionName;
import io.mosql.storage.transaction.TransactionOptions;
import io.mosql.storage.transaction.TransactionOutcome;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.Effect;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.TransactionId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store over a replicated log that leads, is deposed, and leads again; driven by hand. */
@Timeout(60)
class ReplicatedStoreTest {
  private static final StoreOptions OPTIONS =
      StoreOptions.DEFAULT.withShape(TreeShape.TINY).withNode(1);
  private static final Duration SOON = Duration.ofSeconds(20);

  private HandDrivenLog log = new HandDrivenLog();
  private final FailingClock clock = new FailingClock();
  private Store store = Store.open(log, clock, new SimulationRandom(3), OPTIONS);
  private BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private long tree;

  @BeforeEach
  void setUp() throws Exception {
    listen(store);
    lead(1);
    log.automatic(true);
    tree = StoreTest.tree(store);
    for (String name : List.of("a", "b", "c")) {
      assertThat(set(name, 0).call()).isInstanceOf(CommitResult.Committed.class);
    }
    log.automatic(false);
  }

  @AfterEach
  void tearDown() {
    store.close();
  }

  private void listen(Store to) {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    events = seen;
    to.listen(
        new StoreEvents() {
          @Override
          public void leadershipChanged(boolean leads, long epoch) {
            seen.add(leads ? "leads" : "follows");
          }

          @Override
          public void failed(Throwable cause) {
            seen.add("failed");
          }
        });
  }

  private void expectEvent(String expected) throws InterruptedException {
    assertThat(events.poll(20, TimeUnit.SECONDS)).isEqualTo(expected);
  }

  private void lead(long term) throws InterruptedException {
    log.lead(term);
    log.commit(log.next());
    expectEvent("leads");
    assertThat(store.leads()).isTrue();
  }

  private Callable<CommitResult> set(String name, int value) {
    return () -> {
      Transaction transaction = store.begin(false);
      if (!transaction.set(tree, key(name), new int[] {0}, new byte[][] {field(value)})) {
        transaction.insert(tree, key(name), row(value, 0));
      }
      return transaction.commit(7);
    };
  }

  private static <T> FutureTask<T> start(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "committing");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private long read(String name) {
    Transaction transaction = store.begin(true);
    byte[] found = transaction.get(tree, key(name), ColumnSet.ALL);
    transaction.rollback();
    return found == null ? -1 : value(found, 0);
  }

  private static void assertFails(FutureTask<?> task, SqlState state) {
    assertThatThrownBy(task::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(MosqlException.class)
        .satisfies(
            e ->
                assertThat(
                        ((MosqlException) java.util.Objects.requireNonNull(e.getCause())).state())
                    .isEqualTo(state));
  }

  private static void assertThrows(Runnable work, SqlState state) {
    assertThatThrownBy(work::run)
        .isInstanceOfSatisfying(MosqlException.class, e -> assertThat(e.state()).isEqualTo(state));
  }

  /** The record by which another node becomes leader. */
  private byte[] foreignEpoch() {
    Root root = store.published();
    return RecordCodec.epoch(root, 1, EpochStart.after(root, 2, 99, new SimulationRandom(9)));
  }

  /** A thread that waits for a lock may take another wake-up for the lock. */
  @Test
  void theLogThreadIsNotLostToTheLock() throws Exception {
    CountDownLatch leading = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    BlockingQueue<String> later = new LinkedBlockingQueue<>();
    ReplicatedGroupCommit pipeline = (ReplicatedGroupCommit) store.pipeline();
    store.listen(
        new StoreEvents() {
          @Override
          public void leadershipChanged(boolean leads, long epoch) {
            if (!leads) {
              later.add("follows");
              return;
            }
            leading.countDown();
            boolean interrupted = false;
            while (goesOn.getCount() > 0) {
              try {
                goesOn.await();
              } catch (InterruptedException e) {
                interrupted = true;
              }
            }
            if (interrupted) {
              Thread.currentThread().interrupt();
            }
          }
        });
    leading.await();
    pipeline.lock.lock();
    try {
      goesOn.countDown();
      while (!pipeline.lock.hasQueuedThreads()) {
        Thread.onSpinWait();
      }
      log.follow();
      // It wakes up for the event, finds the lock acquired, and waits for it again.
      for (int i = 0; i < 1_000_000; i++) {
        Thread.onSpinWait();
      }
    } finally {
      pipeline.lock.unlock();
    }
    assertThat(later.poll(20, TimeUnit.SECONDS)).isEqualTo("follows");
  }

  @Test
  void whatWasDeliveredAfterTheLeadWasLostIsCommitted() throws Exception {
    FutureTask<CommitResult> commit = start(set("a", 1));
    Append append = log.next();
    log.lose(append);
    log.follow();
    expectEvent("follows");
    assertThat(commit.isDone()).isFalse();
    assertThat(read("a")).isZero();
    log.deliver(append.record());
    assertThat(commit.get()).isInstanceOf(CommitResult.Committed.class);
    assertThat(read("a")).isEqualTo(1);
    assertThat(store.leads()).isFalse();
  }

  @Test
  void whatAnotherLeadersEpochComesBeforeIsUnknownToItsCaller() throws Exception {
    FutureTask<CommitResult> submitted = start(set("a", 1));
    Append append = log.next();
    FutureTask<CommitResult> waiting = start(set("b", 2));
    awaitOpenGroup();
    byte[] other = foreignEpoch();
    log.lose(append);
    log.follow();
    log.deliver(other, 2);
    assertFails(submitted, SqlState.COMMIT_OUTCOME_UNKNOWN);
    assertFails(waiting, SqlState.NOT_LEADER);
    // Void: its epoch has ended.
    log.deliver(append.record(), 2);
    assertThat(read("a")).isZero();
  }

  private void awaitOpenGroup() {
    GroupCommit pipeline = store.pipeline();
    boolean open = false;
    while (!open) {
      Thread.onSpinWait();
      pipeline.lock.lock();
      try {
        open = pipeline.open != null;
      } finally {
        pipeline.lock.unlock();
      }
    }
  }

  @Test
  void whoLeadsAgainJudgesAgainAndAppliesNothingTwice() throws Exception {
    FutureTask<CommitResult> first = start(set("a", 1));
    Append append = log.next();
    FutureTask<CommitResult> second = start(set("b", 2));
    awaitOpenGroup();
    log.lose(append);
    // It claims a new epoch in the same term, which the log refuses.
    log.lose(log.next());
    log.follow();
    log.lead(3);
    Append claim = log.next();
    assertThat(first.isDone()).isFalse();
    log.commit(claim);
    Append again = log.next();
    log.deliver(append.record());
    assertThat(read("a")).isZero();
    log.commit(again);
    while (!first.isDone() || !second.isDone()) {
      if (log.hasAppends()) {
        log.commit(log.next());
      }
      Thread.onSpinWait();
    }
    assertThat(first.get()).isInstanceOf(CommitResult.Committed.class);
    assertThat(second.get()).isInstanceOf(CommitResult.Committed.class);
    assertThat(read("a")).isEqualTo(1);
    assertThat(read("b")).isEqualTo(2);
  }

  @Test
  void whoLeadsAgainAnswersWhatWasDelivered() throws Exception {
    FutureTask<CommitResult> commit = start(set("a", 1));
    Append append = log.next();
    log.lose(append);
    log.lose(log.next());
    log.follow();
    log.lead(3);
    Append claim = log.next();
    long position = store.position();
    log.deliver(append.record(), 1);
    assertThat(commit.get()).isEqualTo(new CommitResult.Committed(position + 1));
    log.commit(claim);
    expectEvent("follows");
    expectEvent("leads");
    assertThat(read("a")).isEqualTo(1);
    assertThat(log.hasAppends()).isFalse();
  }

  @Test
  void anEpochOfAnEarlierTermIsNoLead() throws Exception {
    log.follow();
    log.lead(2);
    Append early = log.next();
    log.lose(early);
    log.follow();
    log.lead(4);
    Append late = log.next();
    log.deliver(early.record(), 2);
    assertThat(store.leads()).isFalse();
    // Void, so it claims another epoch.
    log.commit(late);
    assertThat(store.leads()).isFalse();
    log.commit(log.next());
    assertThat(store.leads()).isTrue();
  }

  @Test
  void noWaitIsEndless() throws Exception {
    store.close();
    log = new HandDrivenLog();
    StoreOptions options =
        new StoreOptions(TreeShape.TINY, 1, 1 << 20, 4 << 20, 1 << 20, 1_000, 1_000_000, 0);
    store = Store.open(log, Clock.SYSTEM, new SimulationRandom(3), options);
    listen(store);
    lead(1);
    log.automatic(true);
    tree = StoreTest.tree(store);
    log.automatic(false);
    FutureTask<CommitResult> commit = start(set("a", 1));
    Append append = log.next();
    log.follow();
    assertFails(commit, SqlState.COMMIT_OUTCOME_UNKNOWN);
    // Reported as unknown, and committed nevertheless: the outcome query reports it.
    log.commit(append);
    assertThat(read("a")).isEqualTo(1);
  }

  @Test
  void aFollowerReadsAndWritesNothing() {
    log.follow();
    assertThat(read("a")).isZero();
    Transaction transaction = store.begin(false);
    assertThat(transaction.get(tree, key("a"), ColumnSet.ALL)).isNotNull();
    assertThrows(
        () -> transaction.set(tree, key("a"), new int[] {0}, new byte[][] {field(1)}),
        SqlState.NOT_LEADER);
    assertThrows(
        () ->
            transaction.lockRow(
                tree, key("a"), LockMode.WHOLE, LockWaitPolicy.upTo(0, () -> false)),
        SqlState.NOT_LEADER);
    assertThat(transaction.commit()).isInstanceOf(CommitResult.Committed.class);
    assertThrows(store::barrier, SqlState.NOT_LEADER);
    assertThrows(
        () -> store.sequences().next(900, Sequences.Rule.of(1, 1), 10), SqlState.NOT_LEADER);
  }

  @Test
  void aTransactionThatHeldSomethingIsToBeRunAgain() throws Exception {
    Transaction holds =
        store.begin(new TransactionOptions(CertificationLevel.SERIALIZABLE, false, 0, true));
    holds.lockRow(tree, key("a"), LockMode.WHOLE, LockWaitPolicy.upTo(0, () -> false));
    Transaction wrote = store.begin(false);
    wrote.set(tree, key("b"), new int[] {0}, new byte[][] {field(5)});
    log.follow();
    assertThat(store.locks()).isEmpty();
    assertThrows(wrote::commit, SqlState.SERIALIZATION_FAILURE);
    expectEvent("follows");
    lead(2);
    assertThrows(() -> holds.insert(tree, key("x"), row(1, 1)), SqlState.SERIALIZATION_FAILURE);
    holds.rollback();
    assertThat(store.locks()).isEmpty();
  }

  @Test
  void oneBarrierServesAllWhoCameBeforeIt() throws Exception {
    FutureTask<CommitResult> commit = start(set("a", 1));
    Append group = log.next();
    FutureTask<Boolean> one = start(this::barrier);
    FutureTask<Boolean> two = start(this::barrier);
    awaitBarriers(2);
    log.commit(group);
    commit.get();
    assertThat(one.isDone()).isFalse();
    long index = log.lastIndex();
    log.commit(log.next());
    assertThat(one.get()).isTrue();
    assertThat(two.get()).isTrue();
    assertThat(log.lastIndex()).isEqualTo(index + 1);
    assertThat(log.hasAppends()).isFalse();
  }

  private boolean barrier() {
    store.barrier();
    return true;
  }

  private void awaitBarriers(int count) {
    while (((ReplicatedGroupCommit) store.pipeline()).barriersWaiting() < count) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aBarrierDoesNotOutliveTheLead() throws Exception {
    FutureTask<Boolean> waiting = start(this::barrier);
    Append append = log.next();
    byte[] other = foreignEpoch();
    log.follow();
    assertFails(waiting, SqlState.NOT_LEADER);
    log.deliver(other, 2);
    log.commit(append);
    assertThat(store.isOpen()).isTrue();
  }

  @Test
  void whatIsConfirmedWasNotOlderThanAnotherLeadersWrites() throws Exception {
    Transaction unchanged = store.begin(false);
    unchanged.get(tree, key("b"), ColumnSet.ALL);
    Transaction stale = store.begin(false);
    stale.get(tree, key("a"), ColumnSet.ALL);
    Transaction readOnly = store.begin(true);
    readOnly.get(tree, key("b"), ColumnSet.ALL);
    byte[] other = foreignEpoch();
    log.follow();
    expectEvent("follows");
    log.deliver(other, 2);
    log.deliver(foreignWrite("a", 9), 2);
    assertThat(read("a")).isEqualTo(9);
    lead(3);
    log.automatic(true);
    unchanged.confirm();
    assertThrows(stale::confirm, SqlState.SERIALIZATION_FAILURE);
    assertThrows(readOnly::confirm, SqlState.SERIALIZATION_FAILURE);
    Transaction fresh = store.begin(true);
    fresh.confirm();
  }

  private byte[] foreignWrite(String name, int value) {
    ByteSink payload = new ByteSink(64);
    RecordCodec.encode(
        payload, new TransactionId(99, 1), List.of(new Effect.Put(tree, key(name), row(value, 0))));
    return RecordCodec.transactions(store.published(), 1, payload, 1 << 20).get(0);
  }

  @Test
  void waitsForAPosition() throws Exception {
    log.follow();
    long position = store.position();
    FutureTask<Boolean> waiting = start(() -> store.awaitPosition(position + 2, SOON));
    byte[] other = foreignEpoch();
    log.deliver(other, 2);
    log.deliver(foreignWrite("a", 9), 2);
    assertThat(waiting.get()).isTrue();
    assertThat(store.awaitPosition(position + 3, Duration.ofMillis(1))).isFalse();
  }

  @Test
  void stopsWhenARecordDoesNotFit() throws Exception {
    log.follow();
    expectEvent("follows");
    ByteSink payload = new ByteSink(64);
    RecordCodec.encode(
        payload, new TransactionId(99, 1), List.of(new Effect.Delete(tree, key("none"))));
    log.deliver(RecordCodec.transactions(store.published(), 1, payload, 1 << 20).get(0), 2);
    expectEvent("failed");
    assertThat(store.isOpen()).isFalse();
    long position = store.position();
    log.deliver(foreignEpoch(), 2);
    assertThat(store.position()).isEqualTo(position);
    assertThrows(() -> store.begin(true), SqlState.DATA_CORRUPTED);
  }

  @Test
  void stopsAfterAnErrorOfTheLog() throws Exception {
    FutureTask<CommitResult> written = start(set("a", 1));
    HandDrivenLog.Append append = log.next();
    FutureTask<CommitResult> next = start(set("b", 2));
    awaitOpenGroup();
    log.fail(append, new NoMemory());
    assertFails(written, SqlState.COMMIT_OUTCOME_UNKNOWN);
    assertFails(next, SqlState.IO_ERROR);
    assertThat(store.isOpen()).isFalse();
    store.close();
  }

  @Test
  void stopsAfterAnErrorThatCannotBeDescribed() throws Exception {
    FutureTask<CommitResult> written = start(set("a", 1));
    HandDrivenLog.Append append = log.next();
    FutureTask<CommitResult> next = start(set("b", 2));
    awaitOpenGroup();
    FutureTask<Boolean> waiting = start(() -> store.awaitPosition(store.position() + 9, SOON));
    clock.failWith(new NoMemory());
    log.commit(append);
    assertThat(written.get()).isInstanceOf(CommitResult.Committed.class);
    assertFails(next, SqlState.INTERNAL_ERROR);
    assertThat(waiting.get()).isFalse();
    assertThat(store.isOpen()).isFalse();
    assertThrows(() -> store.begin(true), SqlState.INTERNAL_ERROR);
    store.close();
  }

  @Test
  void aLargeTransactionWhoseEndIsMissingIsVoid() throws Exception {
    store.close();
    log = new HandDrivenLog().withRecordBytesMax(200);
    store = Store.open(log, Clock.SYSTEM, new SimulationRandom(3), OPTIONS);
    listen(store);
    lead(1);
    log.automatic(true);
    tree = StoreTest.tree(store);
    log.automatic(false);
    FutureTask<CommitResult> large = start(() -> insertMany("x"));
    log.commit(log.next());
    Append second = log.next();
    log.lose(second);
    log.lose(log.next());
    byte[] other = foreignEpoch();
    log.deliver(second.record());
    log.deliver(other, 2);
    assertFails(large, SqlState.COMMIT_OUTCOME_UNKNOWN);
    log.deliver(foreignWrite("a", 9), 2);
    assertThat(read("a")).isEqualTo(9);
    assertThat(store.rowCount(tree)).isEqualTo(1);
  }

  private CommitResult insertMany(String prefix) {
    Transaction transaction = store.begin(false);
    for (int i = 0; i < 40; i++) {
      transaction.insert(tree, key(prefix + i), row(i, i));
    }
    return transaction.commit();
  }

  @Test
  void outcomesHaveTheResult() throws Exception {
    log.automatic(true);
    TransactionName name = store.newName();
    Transaction transaction =
        store.begin(new TransactionOptions(CertificationLevel.SERIALIZABLE, false, 0, true, name));
    long origin = store.position();
    transaction.insert(tree, key("new"), row(1, 1));
    CommitResult.Committed committed = (CommitResult.Committed) transaction.commit(42);
    assertThat(store.outcome(name.id(), origin))
        .isEqualTo(new TransactionOutcome.Committed(committed.position(), 42));
  }
}
