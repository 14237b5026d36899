package io.mosql.storage.commit;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.WouldBlock;
import io.mosql.storage.bytes.UninterruptibleWait;
import io.mosql.storage.certify.CommitRequest;
import io.mosql.storage.version.EpochChange;
import io.mosql.storage.version.Root;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Group commit over a replicated log, to which one node at a time appends.
 *
 * <pre>
 * FOLLOWING --lead(term)--> CLAIMING --own epoch record of that term delivered--> LEADING
 *     ^                        ^                                                     |
 *     |                        +--- an append failed or was void: a new epoch -------+
 *     +------------ follow, or the epoch record of another node ---------------------+
 * </pre>
 *
 * <p>Requests are certified only while LEADING: then all earlier commits are applied and decided. A
 * node that leaves that state drops the open batch and all tentative roots; commits wait,
 * {@linkplain InDoubtCommits in doubt}, for the next epoch record or the bound of the options.
 * Outcomes are decided by delivery alone.
 *
 * <p>No thread blocks on the log: {@link #step} submits pending work when nothing is in flight, and
 * is called by committing threads, by the log thread, and by a simulation. An append is completed
 * on a thread of the log. All delivered records are applied under the lock, so that a root is
 * published by one thread at a time.
 *
 * <p>Failures: a full disk fails the batch in flight with 53100; a failed log stops the store for
 * good, as does a record that cannot be applied.
 */
public final class ReplicatedGroupCommit extends GroupCommit {
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Term of a node that may not append. */
  static final long NO_TERM = 0;

  private enum Phase {
    FOLLOWING,
    CLAIMING,
    LEADING
  }

  private final Thread logThread;
  private final Condition changed = lock.newCondition(); // a root was published, or a batch decided

  // Guarded by the lock.
  private Phase phase = Phase.FOLLOWING;

  /** Term in which the log accepts appends of this node; 0 for none. */
  private long term;

  private final InDoubtCommits inDoubt = new InDoubtCommits();
  private final CommitQueue queue;
  private Runnable onLeadLost = () -> {};

  /** This node's epoch while LEADING, else 0. Written under the lock. */
  private volatile long leadEpoch;

  private volatile boolean started;

  /**
   * Whether the log thread was woken since its last check began. Unparking alone is not enough: a
   * thread that waits for the lock may consume the permit.
   */
  private volatile boolean woken;

  private volatile boolean replaced;

  public ReplicatedGroupCommit(
      CommitLog log,
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
    this.queue = new CommitQueue(this, random);
    this.logThread = new Thread(this::runLogThread, "mosql-log");
    applier.publishEachRecord();
    log.open(start.stamp(), new Replica(this, gauge, checkpoints));
  }

  @Override
  public void onLeadLost(Runnable action) {
    lock.lock();
    try {
      onLeadLost = action;
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
      long epoch = leadEpoch;
      if (epoch != 0) {
        events.leadershipChanged(true, epoch);
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
  public boolean leads() {
    return leadEpoch != 0;
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
      throw NotLeaderErrors.notLeader();
    }
    return confirmed.position();
  }

  /** Requests a barrier, whose answer contains the epoch; {@link #lead} submits it. */
  public PendingCommit requestBarrier() {
    lock.lock();
    try {
      checkRunning();
      checkLeads();
      PendingCommit ticket = new PendingCommit(new CommitResult.Committed(leadEpoch));
      queue.addBarrier(ticket);
      return ticket;
    } finally {
      lock.unlock();
    }
  }

  /** Number of waiters of a barrier that is not submitted yet. */
  int barriersWaiting() {
    lock.lock();
    try {
      return queue.barriersWaiting();
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

  // Submitting.

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
        next = queue.next();
      } finally {
        lock.unlock();
      }
      if (next == null) {
        return;
      }
      queue.submit(next);
    }
  }

  /** Term in which this node is to begin a lead; {@link #NO_TERM} for none. */
  long termToClaim() {
    return phase == Phase.CLAIMING ? term : NO_TERM;
  }

  /** The epoch in which this node certifies; 0 for none. */
  long leadEpoch() {
    return leadEpoch;
  }

  /** The log refused an append of this node. */
  void deposed(long ofTerm) {
    if (phase == Phase.CLAIMING && term == ofTerm) {
      term = NO_TERM;
      phase = Phase.FOLLOWING;
    }
  }

  /** The submitted record may be void, or not written: a new epoch decides. */
  void claimNewEpoch() {
    leave(Phase.CLAIMING);
  }

  /** Wakes the log thread: a batch was decided, or may be submitted now. */
  void changed() {
    changed.signalAll();
    wake();
  }

  // Loss of leadership, and stopping.

  /** Stops certification; certified commits that were not delivered are in doubt. */
  private void leave(Phase next) {
    Phase before = phase;
    phase = next;
    queue.dropClaim();
    if (before != Phase.LEADING) {
      return;
    }
    long epoch = leadEpoch;
    leadEpoch = 0;
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
    queue.leadershipLost();
    roomFreed.signalAll();
    changed.signalAll();
    onLeadLost.run();
    events.leadershipChanged(false, epoch);
    wake();
  }

  @Override
  void stop(MosqlException cause) {
    leave(Phase.FOLLOWING);
    stopped = cause;
    inDoubt.fail(
        new MosqlException(
            SqlState.COMMIT_OUTCOME_UNKNOWN,
            "the log failed while the transaction was being written; it may have committed",
            cause),
        cause);
    events.failed(cause);
    end();
  }

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
        stopFor(new MosqlException(SqlState.INTERNAL_ERROR, "the commit pipeline failed", e));
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
      return phase == Phase.CLAIMING && queue.claim() == null ? RETRY_NANOS : 0;
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
      leave(Phase.FOLLOWING);
      end();
    } finally {
      lock.unlock();
    }
    log.close();
  }

  // Notifications from the log.

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
            new MosqlException(
                SqlState.DATA_CORRUPTED,
                "this copy of the database has stopped: " + failure.getMessage(),
                failure));
      } else if (after != before) {
        applied(before, after);
      } else {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sets whether the log accepts appends of this node from now on.
   *
   * @param ofTerm {@link #NO_TERM} when it does not
   */
  void leadershipChanged(long ofTerm) {
    lock.lock();
    try {
      leave(ofTerm == NO_TERM ? Phase.FOLLOWING : Phase.CLAIMING);
      term = ofTerm;
    } finally {
      lock.unlock();
    }
    wake();
  }

  /** Marks that a newer copy replaces this store: nothing is accepted or published any more. */
  void retire() {
    lock.lock();
    try {
      replaced = true;
      leave(Phase.FOLLOWING);
      if (stopped == null) {
        stopped =
            new MosqlException(
                SqlState.NOT_LEADER, "this copy of the database gives way to a newer one");
      }
      end();
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    closed = true;
    inDoubt.giveUp();
    roomFreed.signalAll();
    changed.signalAll();
    wake();
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
    InFlightAppend mine = queue.claim();
    if (phase == Phase.CLAIMING
        && mine != null
        && begun != null
        && begun.equals(mine.claim())
        && mine.term() == term
        && applier.term() == term) {
      queue.dropClaim();
      phase = Phase.LEADING;
      long epoch = root.epoch();
      leadEpoch = epoch;
      inDoubt.decide(root, true);
      applier.expect(null);
      events.leadershipChanged(true, epoch);
      wake();
      return;
    }
    if (phase == Phase.LEADING) {
      leave(term == NO_TERM ? Phase.FOLLOWING : Phase.CLAIMING);
    }
    if (begun == null || begun.boot() != boot) {
      inDoubt.decide(root, false);
    }
  }
}
