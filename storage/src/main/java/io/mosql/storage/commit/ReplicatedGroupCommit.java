package io.mosql.storage.commit;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.LeadershipLostException;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.ReplicatedCommitLog;
import io.mosql.core.port.ThreadEnd;
import io.mosql.core.port.WouldBlock;
import io.mosql.storage.bytes.UninterruptibleWait;
import io.mosql.storage.certify.CommitRequest;
import io.mosql.storage.commit.ReplicaState.Claiming;
import io.mosql.storage.commit.ReplicaState.Follower;
import io.mosql.storage.commit.ReplicaState.Leader;
import io.mosql.storage.commit.ReplicaState.Stopped;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.record.RecordCodec;
import io.mosql.storage.version.EpochChange;
import io.mosql.storage.version.Root;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Group commit over a replicated log, to which one node at a time appends: a state machine whose
 * {@linkplain ReplicaState states} change in {@link #become} alone, and in {@link #giveUp}, when
 * there is no memory left for that.
 *
 * <pre>
 * event \ state               FOLLOWER          CLAIMING(t)             LEADER(t)
 * --------------------------  ----------------  ----------------------  --------------------------
 * log: leader in term u       CLAIMING(u)       CLAIMING(u)             CLAIMING(u)           [1]
 * log: follower               -                 FOLLOWER                FOLLOWER              [1]
 * own epoch record delivered  -                 LEADER(t)         [2]   -
 * other epoch delivered       -           [3]   -                 [3]   CLAIMING(t)        [1][3]
 * epoch record void           -                 -         a new record  -
 * epoch record lost           -                 FOLLOWER                -
 * batch lost, or void         -                 -                       CLAIMING(t)           [1]
 * barrier lost                -                 -                       CLAIMING(t)           [1]
 * append refused, disk full   -                 -    a new one, later   -      the batch fails
 * append failed               STOPPED           STOPPED                 STOPPED               [1]
 * record cannot be applied    STOPPED           STOPPED                 STOPPED               [1]
 * invariant violated          STOPPED           STOPPED                 STOPPED               [1]
 * closed, or replaced         STOPPED           STOPPED                 STOPPED               [1]
 *
 * [1] certified commits that were not delivered become in doubt
 * [2] in-doubt commits are decided: those that are in no root are certified again
 * [3] in-doubt commits are decided: those that are in no root fail
 * </pre>
 *
 * <p>A node that is FOLLOWER or CLAIMING is <em>in doubt</em> while it has {@link InDoubtCommits}:
 * it was deposed, and its batches wait for their delivery, for the next epoch record, or for the
 * bound of the options. A LEADER is never in doubt: all earlier commits are applied and decided.
 * STOPPED is final, and answers all commits that are in doubt as unknown. Outcomes are decided by
 * delivery alone.
 *
 * <p>No thread blocks on the log: {@link #step} submits pending work when nothing is in flight, and
 * is called by committing threads, by the log thread, and by a simulation. An append is completed
 * on a thread of the log. All delivered records are applied, and all states are changed, under the
 * lock, so that a root is published by one thread at a time.
 *
 * <p>Failures: a full disk fails the batch in flight with 53100; a failed log stops the store for
 * good, as do a record that cannot be applied and a violated invariant.
 */
public final class ReplicatedGroupCommit extends GroupCommit {
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final Duration THREAD_ENDS_WITHIN = Duration.ofSeconds(10);

  private final RandomSource random;
  private final Thread logThread;
  private final Condition changed = lock.newCondition(); // a root was published, or a batch decided

  /** Written under the lock, by {@link #become} and {@link #giveUp}. */
  private volatile ReplicaState state = new Follower();

  private final Stopped stoppedUndescribed = new Stopped(undescribed);

  // Guarded by the lock.
  private final InDoubtCommits inDoubt = new InDoubtCommits();

  /** The append that is in flight, or about to be. */
  private @Nullable InFlightAppend sending;

  /** While CLAIMING: the epoch record in flight; it is the append in flight then. */
  private @Nullable InFlightAppend claim;

  private long claimNotBeforeNanos;

  /** Waiters of a barrier that is not submitted. */
  private final List<PendingCommit> barriers = new ArrayList<>();

  /** Records since the last content check. */
  private int recordsUnchecked;

  private Consumer<Root> leadBegins = root -> {};
  private Runnable leadEnds = () -> {};
  private volatile boolean started;

  /**
   * Whether the log thread was woken since its last check began. Unparking alone is not enough: a
   * thread that waits for the lock may consume the permit.
   */
  private volatile boolean woken;

  private volatile boolean replaced;

  public ReplicatedGroupCommit(
      ReplicatedCommitLog log,
      Clock clock,
      RandomSource random,
      StoreOptions options,
      Root start,
      DirtyTracker gauge,
      CheckpointProvider checkpoints) {
    super(
        log,
        clock,
        options,
        new RecordApplier(options.shape(), start, gauge, root -> {}),
        gauge,
        random.nextLong());
    this.random = random;
    this.claimNotBeforeNanos = clock.nanoTime();
    this.logThread = new Thread(this::runLogThread, "mosql-log");
    applier.publishEachRecord();
    log.open(start.stamp(), new Replica(this, gauge, checkpoints));
  }

  @Override
  public void onLeadChange(Consumer<Root> begins, Runnable ends) {
    lock.lock();
    try {
      leadBegins = begins;
      leadEnds = ends;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void start() {
    started = true;
    logThread.setDaemon(true);
    logThread.start();
  }

  @Override
  public void listen(StoreEvents listener) {
    lock.lock();
    try {
      events.listen(listener);
      if (state instanceof Leader lead) {
        events.leadershipChanged(true, lead.epoch());
      }
    } finally {
      lock.unlock();
    }
    wake();
  }

  boolean isStarted() {
    return started;
  }

  @Override
  public boolean isReplaced() {
    return replaced;
  }

  @Override
  public boolean isReplicated() {
    return true;
  }

  @Override
  public boolean leads() {
    return state instanceof Leader;
  }

  @Override
  boolean isBusy() {
    return open != null || inFlight != null || !inDoubt.isEmpty();
  }

  @Override
  public CommitResult commit(CommitRequest request) {
    WouldBlock.throwIfForbidden();
    while (true) {
      PendingCommit ticket = submit(request);
      step();
      ticket.await();
      CommitResult result = ticket.result();
      if (result != null) {
        return result;
      }
    }
  }

  @Override
  public long barrier() {
    WouldBlock.throwIfForbidden();
    PendingCommit ticket = requestBarrier();
    step();
    ticket.await();
    if (!(ticket.result() instanceof CommitResult.Committed confirmed)) {
      throw StorageErrorMessage.NOT_LEADER.error();
    }
    return confirmed.position();
  }

  /** Requests a barrier, whose answer contains the epoch; {@link #lead} submits it. */
  public PendingCommit requestBarrier() {
    lock.lock();
    try {
      checkRunning();
      if (!(state instanceof Leader lead)) {
        throw StorageErrorMessage.NOT_LEADER.error();
      }
      PendingCommit ticket = new PendingCommit(new CommitResult.Committed(lead.epoch()));
      barriers.add(ticket);
      return ticket;
    } finally {
      lock.unlock();
    }
  }

  /** Number of waiters of a barrier that is not submitted yet. */
  int barriersWaiting() {
    lock.lock();
    try {
      return barriers.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean await(BooleanSupplier so, Duration within) {
    if (so.getAsBoolean()) {
      return true;
    }
    WouldBlock.throwIfForbidden();
    lock.lock();
    try {
      UninterruptibleWait.until(() -> so.getAsBoolean() || !isOpen(), changed, within.toNanos());
      return so.getAsBoolean();
    } finally {
      lock.unlock();
    }
  }

  // Appends.

  @Override
  public void lead() {
    step();
    events.dispatch();
  }

  /**
   * Submits pending work when nothing is in flight; fails work that has waited too long. Does not
   * block.
   */
  private void step() {
    while (true) {
      InFlightAppend next;
      lock.lock();
      try {
        if (inDoubt.waitedNanos(clock.nanoTime()) >= options.undecidedNanosMax()) {
          inDoubt.giveUp();
          changed.signalAll();
        }
        next = takeAppend();
      } catch (MosqlException e) {
        // the open batch could not be frozen and was dropped
        throw e;
      } catch (RuntimeException | Error e) {
        throw stopAfter(e);
      } finally {
        lock.unlock();
      }
      if (next == null) {
        return;
      }
      submit(next);
    }
  }

  /** The append to be submitted now; null while one is in flight. */
  private @Nullable InFlightAppend takeAppend() {
    if (sending == null && isOpen()) {
      if (state instanceof Leader lead) {
        sending = nextRecord(lead);
      } else if (state instanceof Claiming claiming) {
        sending = nextClaim(claiming);
      }
    }
    InFlightAppend next = sending;
    if (next == null || !next.isReady()) {
      return null;
    }
    next.begin();
    return next;
  }

  private @Nullable InFlightAppend nextClaim(Claiming claiming) {
    InvariantViolation.check(claim == null, "the epoch record in flight is the append in flight");
    if (clock.nanoTime() - claimNotBeforeNanos < 0) {
      return null;
    }
    Root root = applier.published();
    EpochChange change = EpochStart.after(root, options.node(), boot, random);
    byte[] record = RecordCodec.epoch(root, clock.wallMicros(), change);
    claim = InFlightAppend.claim(change, record, claiming.term());
    return claim;
  }

  /** A batch, or a barrier when no batch serves its waiters. */
  private @Nullable InFlightAppend nextRecord(Leader lead) {
    InvariantViolation.check(inDoubt.isEmpty(), "a leader has no commits in doubt");
    InFlightAppend next = null;
    if (open != null) {
      CommitBatch batch = takeOpenBatch();
      applier.expect(batch);
      next = InFlightAppend.batch(batch, lead.epoch());
      if (++recordsUnchecked == options.recordsPerCheck()) {
        recordsUnchecked = 0;
        next.withCheck();
      }
    } else if (!barriers.isEmpty()) {
      byte[] record = RecordCodec.barrier(applier.published(), clock.wallMicros());
      next = InFlightAppend.barrier(record, lead.epoch());
    }
    if (next != null) {
      next.serve(barriers);
    }
    return next;
  }

  /** Submits a record to the log, without the lock. */
  private void submit(InFlightAppend next) {
    CompletableFuture<Long> answer;
    try {
      next.check(log.maxRecordBytes());
      answer = log.append(next.record());
    } catch (RuntimeException | Error e) {
      answer = CompletableFuture.failedFuture(e);
    }
    CompletableFuture<Long> unused =
        answer.whenComplete((index, failure) -> appendCompleted(next, failure));
  }

  // Events of the log.

  /** On a thread of the log, or within the append. */
  private void appendCompleted(InFlightAppend sent, @Nullable Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    lock.lock();
    try {
      InvariantViolation.check(sending == sent, "the append that completes is the one in flight");
      if (cause == null && isOwn(sent) && sent.advance()) {
        return;
      }
      sending = null;
      if (cause == null) {
        appendDelivered(sent);
      } else if (cause instanceof LeadershipLostException) {
        appendLost(sent);
      } else if (cause instanceof MosqlException full && full.state() == SqlState.DISK_FULL) {
        appendRefused(sent, full);
      } else {
        appendFailed(sent, cause);
      }
    } catch (RuntimeException | Error e) {
      stopAfter(e);
    } finally {
      changed.signalAll();
      wake();
      lock.unlock();
    }
  }

  /** Whether it was certified in the epoch that this node leads now. */
  private boolean isOwn(InFlightAppend sent) {
    return sent.claim() == null && state instanceof Leader lead && lead.epoch() == sent.epoch();
  }

  /** Answers with the outcome in the published root; a void record has none. */
  private void appendDelivered(InFlightAppend sent) {
    if (sent.claim() != null) {
      // Void, unless it has served its purpose: a record of another node came first. The next step
      // claims a new epoch, from the newest root.
      claim = claim == sent ? null : claim;
      return;
    }
    if (!isOwn(sent)) {
      return;
    }
    CommitBatch batch = sent.batch();
    if (batch != null && batch.root() != applier.published()) {
      sent.takeBarriers().forEach(ReplicatedGroupCommit::failBarrier);
      claimNewEpoch();
      return;
    }
    if (batch != null) {
      inFlight = null;
      figures.committed(batch.commitCount());
      batch.answer();
      batch.wake();
    }
    for (PendingCommit ticket : sent.takeBarriers()) {
      ticket.decide(PendingCommit.State.ANSWERED, null);
      ticket.wake();
    }
  }

  /** Its outcome is not known: it may be delivered later, until a new epoch decides. */
  private void appendLost(InFlightAppend sent) {
    if (sent.claim() != null) {
      if (claim == sent) {
        become(new Follower());
      }
    } else if (isOwn(sent)) {
      sent.takeBarriers().forEach(ReplicatedGroupCommit::failBarrier);
      claimNewEpoch();
    }
  }

  /** The log took no part of it. */
  private void appendRefused(InFlightAppend sent, MosqlException full) {
    if (sent.claim() != null) {
      claim = claim == sent ? null : claim;
      claimNotBeforeNanos = clock.nanoTime() + RETRY_NANOS;
      return;
    }
    CommitBatch batch = sent.batch();
    if (batch != null && batch == inFlight) {
      inFlight = null;
      applier.expect(null);
      batch.fail(full, null);
      batch.wake();
      dropOpenBatch();
    }
    for (PendingCommit ticket : sent.takeBarriers()) {
      ticket.decide(PendingCommit.State.FAILED, full);
      ticket.wake();
    }
  }

  private void appendFailed(InFlightAppend sent, Throwable failure) {
    sent.takeBarriers().forEach(ReplicatedGroupCommit::failBarrier);
    if (stopped == null) {
      stop(StorageErrorMessage.LOG_FAILED.causedBy(failure));
    }
  }

  private static void failBarrier(PendingCommit barrier) {
    barrier.decide(PendingCommit.State.FAILED, StorageErrorMessage.NOT_LEADER.error());
    barrier.wake();
  }

  /** Applies a record. */
  void deliver(long index, byte[] record) {
    lock.lock();
    try {
      if (closed || applier.failure() != null) {
        return;
      }
      Root before = applier.published();
      applier.deliver(index, record);
      Root after = applier.published();
      dirtyTracker.committed(after, record.length);
      Throwable failure = applier.failure();
      if (failure != null) {
        stop(
            StorageErrorMessage.REPLICA_STOPPED.causedBy(
                failure, String.valueOf(failure.getMessage())));
      } else if (after != before) {
        applied(before, after);
      } else {
        changed.signalAll();
      }
    } catch (RuntimeException | Error e) {
      stopAfter(e);
    } finally {
      lock.unlock();
    }
  }

  private void applied(Root before, Root after) {
    CommitBatch own = applier.expected();
    if (own != null && own.root() == after) {
      inDoubt.delivered(own);
    }
    if (before.epoch() != after.epoch() || before.timeline() != after.timeline()) {
      epochBegan(after);
    }
    changed.signalAll();
  }

  private void epochBegan(Root root) {
    EpochChange begun = EpochChange.of(root);
    InFlightAppend mine = claim;
    if (state instanceof Claiming claiming
        && mine != null
        && begun != null
        && begun.equals(mine.claim())
        && mine.term() == claiming.term()
        && applier.term() == claiming.term()) {
      leadBegins.accept(root);
      become(new Leader(claiming.term(), root.epoch()));
      inDoubt.decide(root, true);
      applier.expect(null);
      events.leadershipChanged(true, root.epoch());
      wake();
      return;
    }
    if (state instanceof Leader) {
      claimNewEpoch();
    }
    if (begun == null || begun.boot() != boot) {
      inDoubt.decide(root, false);
    }
  }

  /** The log accepts appends of this node from now on. */
  void becomeLeader(long term) {
    roleChanged(new Claiming(term));
  }

  /** The log refuses appends of this node from now on. */
  void becomeFollower() {
    roleChanged(new Follower());
  }

  private void roleChanged(ReplicaState next) {
    lock.lock();
    try {
      if (!(state instanceof Stopped)) {
        become(next);
      }
    } catch (RuntimeException | Error e) {
      stopAfter(e);
    } finally {
      lock.unlock();
    }
    wake();
  }

  // Transitions.

  /** The submitted record may be void, or not written: a new epoch decides. */
  private void claimNewEpoch() {
    if (state instanceof Leader lead) {
      become(new Claiming(lead.term()));
    }
  }

  /**
   * Changes the state. A lead that ends leaves its certified commits in doubt, unless they were
   * delivered.
   */
  private void become(ReplicaState next) {
    ReplicaState before = state;
    assert lock.isHeldByCurrentThread() : "states change under the lock";
    InvariantViolation.check(
        before.mayBecome(next), "a transition is legal", () -> before + " to " + next);
    state = next;
    claim = null;
    if (before instanceof Leader lead) {
      leadEnded(lead.epoch());
    }
  }

  private void leadEnded(long epoch) {
    long now = clock.nanoTime();
    CommitBatch flying = inFlight;
    CommitBatch filling = open;
    inFlight = null;
    open = null;
    if (flying != null && flying.root() == applier.published()) {
      figures.committed(flying.commitCount());
      flying.answer();
      flying.wake();
    } else if (flying != null) {
      inDoubt.add(flying, true, now);
    }
    if (filling != null) {
      inDoubt.add(filling, false, now);
    }
    InFlightAppend under = sending;
    if (under != null) {
      under.takeBarriers().forEach(ReplicatedGroupCommit::failBarrier);
      // The rest of an append that is between two records is not submitted.
      sending = under.isReady() ? null : under;
    }
    barriers.forEach(ReplicatedGroupCommit::failBarrier);
    barriers.clear();
    roomFreed.signalAll();
    changed.signalAll();
    leadEnds.run();
    events.leadershipChanged(false, epoch);
    wake();
  }

  @Override
  void stop(MosqlException cause) {
    if (state instanceof Stopped) {
      return;
    }
    become(new Stopped(cause));
    stopped = cause;
    inDoubt.fail(StorageErrorMessage.LOG_FAILED_IN_COMMIT.causedBy(cause), cause);
    events.failed(cause);
    end(cause);
  }

  @Override
  void giveUp() {
    super.giveUp();
    state = state instanceof Stopped ? state : stoppedUndescribed;
    inDoubt.abandon(unknown, undescribed);
    if (sending != null) {
      sending.abandonBarriers(undescribed);
    }
    for (int i = 0; i < barriers.size(); i++) {
      barriers.get(i).abandon(undescribed);
    }
    barriers.clear();
    changed.signalAll();
    wake();
  }

  /** Marks that a newer copy replaces this store: nothing is accepted or published any more. */
  void retire() {
    lock.lock();
    try {
      replaced = true;
      MosqlException reason = StorageErrorMessage.REPLICA_DISCARDED.error();
      if (stopped == null) {
        stopped = reason;
      }
      end(reason);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void drain() {
    lock.lock();
    try {
      closing = true;
      roomFreed.signalAll();
      UninterruptibleWait.until(
          () -> !started || closed || !isBusy(), changed, options.undecidedNanosMax());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    drain();
    lock.lock();
    try {
      end(StorageErrorMessage.DATABASE_SHUT_DOWN.error());
    } finally {
      lock.unlock();
    }
    log.close();
    ThreadEnd.await("a replica", List.of(logThread), THREAD_ENDS_WITHIN);
  }

  private void end(MosqlException reason) {
    if (!(state instanceof Stopped)) {
      become(new Stopped(reason));
    }
    closed = true;
    inDoubt.giveUp();
    roomFreed.signalAll();
    changed.signalAll();
    wake();
  }

  // The log thread.

  private void wake() {
    woken = true;
    LockSupport.unpark(logThread);
  }

  private void runLogThread() {
    while (true) {
      woken = false;
      try {
        lead();
      } catch (MosqlException e) {
        // The batch could not be frozen and was dropped; its members are certified again.
      } catch (RuntimeException | Error e) {
        stopAfter(e);
      }
      if (closed) {
        events.dispatch();
        return;
      }
      long pause = pauseNanos();
      if (woken) {
        continue;
      }
      if (pause > 0) {
        LockSupport.parkNanos(this, pause);
      } else {
        LockSupport.park(this);
      }
    }
  }

  /** Time until a check is due without a wake-up; 0 for never. */
  private long pauseNanos() {
    lock.lock();
    try {
      if (!inDoubt.isEmpty()) {
        return Math.max(
            PAUSE_NANOS, options.undecidedNanosMax() - inDoubt.waitedNanos(clock.nanoTime()));
      }
      return state instanceof Claiming && claim == null ? RETRY_NANOS : 0;
    } finally {
      lock.unlock();
    }
  }
}
