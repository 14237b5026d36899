package io.mosql.storage;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.WouldWait;
import io.mosql.storage.Verdict.Accepted;
import io.mosql.storage.Verdict.Rejected;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Group commit. Committing threads judge their own requests, one after the other under the lock,
 * into the <em>open</em> group, on the tentative root that the ones before them left. One thread
 * leads: it freezes the open group and writes it, while the next one fills.
 *
 * <pre>
 * idle:      commit -> judge -> lead inline: append, publish, answer          no hand-off at all
 * meanwhile: commit -> judge -> park                                          in the next open group
 * then:      leadership passes to the resident log thread, which keeps it until no group is open
 * </pre>
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>at most one group is in flight, so that the log never holds two unsynced records;
 *   <li>an open group's base is the root of the group in flight, or the published one;
 *   <li>who has commits in the open group is waiting, and somebody leads;
 *   <li>an answer, a rejection too, leaves only when the root that it was judged on is published.
 * </ul>
 *
 * <p>Failures: what goes wrong before the append drops the open group and fails only the request
 * that met it; the others are judged again. A full disk fails the group in flight with 53100. Any
 * other failed append stops the store for good: the group in flight gets 40003, all else 58030.
 *
 * <p>Thread-safe. An interrupt neither breaks a commit nor gets lost.
 */
final class CommitPipeline {
  private final CommitLog log;
  private final Clock clock;
  private final StoreOptions options;
  private final Delivery delivery;
  private final CheckpointGauge gauge;
  private final int recordBytesMax;
  private final long boot;
  private final AtomicLong transactions = new AtomicLong();
  private final Thread logThread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition roomFreed = lock.newCondition(); // the open group was taken, or dropped
  private final Condition idle = lock.newCondition(); // nobody leads any more

  // Guarded by the lock.
  private @Nullable Group open;
  private @Nullable Group inFlight;
  private boolean led;
  private final PageMoves moves = new PageMoves();
  private boolean closing;
  private @Nullable MosqlException stopped;
  private final CommitFigures figures = new CommitFigures();

  /** Written under the lock; the log thread watches them. */
  private volatile boolean logThreadLeads;

  private volatile boolean closed;

  /**
   * Recovers what the log holds beyond a checkpoint and takes the lead in a new epoch.
   *
   * @param relief called during the recovery when the gauge says that too much has changed
   */
  CommitPipeline(
      CommitLog log,
      Clock clock,
      RandomSource random,
      StoreOptions options,
      Root start,
      CheckpointGauge gauge,
      Consumer<Root> relief) {
    this.log = log;
    this.clock = clock;
    this.options = options;
    this.gauge = gauge;
    this.delivery = new Delivery(options.shape(), start, gauge, relief);
    this.boot = random.nextLong();
    log.open(start.logIndex(), delivery);
    delivery.recovered();
    gauge.committed(delivery.published(), delivery.recoveredBytes());
    this.recordBytesMax = Math.min(options.recordBytesMax(), log.maxRecordBytes());
    NewEpoch.begin(log, clock, delivery, options.node(), boot, random);
    this.logThread = new Thread(this::runLogThread, "mosql-log");
  }

  boolean isReplicated() {
    return log.isReplicated();
  }

  boolean isOpen() {
    return !closed && delivery.failure() == null;
  }

  /** To be called once, before the first commit. */
  void start() {
    logThread.setDaemon(true);
    logThread.start();
  }

  /**
   * @throws MosqlException when the store has stopped
   */
  Root snapshot() {
    if (closed || delivery.failure() != null) {
      lock.lock();
      try {
        checkRunning();
      } finally {
        lock.unlock();
      }
    }
    return delivery.published();
  }

  Root published() {
    return delivery.published();
  }

  TransactionId nextTransactionId() {
    return new TransactionId(boot, transactions.incrementAndGet());
  }

  /** Judges a request, and when it is accepted makes it durable and visible. */
  CommitResult commit(Request request) {
    WouldWait.unlessAllowed();
    while (true) {
      Ticket ticket;
      Group toLead;
      lock.lock();
      try {
        ticket = submit(request);
        toLead = ticket.isWaiting() ? takeLead() : null;
      } finally {
        lock.unlock();
      }
      if (toLead != null) {
        leadOnce(toLead);
      } else {
        if (logThreadLeads && !logThread.isAlive()) {
          leadUntilIdle();
        }
        ticket.await();
      }
      CommitResult result = ticket.result();
      if (result != null) {
        return result;
      }
    }
  }

  /** Judges a request and leaves it to others, or to {@link #lead}, to write it. */
  Ticket submit(Request request) {
    lock.lock();
    try {
      awaitRoom();
      checkRunning();
      Ticket ticket = judge(request);
      if (ticket.answer() instanceof CommitResult.Conflict) {
        Group judgedOn = open != null ? open : inFlight;
        if (judgedOn == null) {
          ticket.decide(Ticket.State.ANSWERED, null);
        } else {
          judgedOn.addRejection(ticket);
        }
      }
      return ticket;
    } finally {
      lock.unlock();
    }
  }

  /** Writes all that was submitted: for a simulation, whose one thread is the log thread too. */
  void lead() {
    Group toLead;
    lock.lock();
    try {
      toLead = takeLead();
    } finally {
      lock.unlock();
    }
    if (toLead != null) {
      leadOnce(toLead);
    }
    if (logThreadLeads) {
      leadUntilIdle();
    }
  }

  /** Judges into the open group. Whatever fails here fails this request alone. */
  private Ticket judge(Request request) {
    Group before = open;
    Group group = before == null ? new Group(head(), options.shape(), gauge.era()) : before;
    open = group;
    try {
      Verdict verdict = Certifier.judge(group.tentative(), request);
      if (verdict instanceof Rejected rejection) {
        open = before;
        figures.rejected(rejection.reason());
        return new Ticket(
            new CommitResult.Conflict(
                rejection.tree(), rejection.key(), rejection.reason().text()));
      }
      return group.accept(request.id(), ((Accepted) verdict).effects());
    } catch (RuntimeException | Error e) {
      dropOpen();
      throw CommitFailures.beforeAppend(e);
    }
  }

  /** The root that the next group follows. */
  private Root head() {
    return inFlight == null ? delivery.published() : inFlight.root();
  }

  /** The open group, for the caller to lead; null when there is none or somebody leads. */
  private @Nullable Group takeLead() {
    if (led || open == null) {
      return null;
    }
    Group group = takeOpen();
    led = true;
    return group;
  }

  /** Freezes the open group and puts it in flight. */
  private Group takeOpen() {
    Group group = open;
    if (group == null) {
      throw new IllegalStateException("no group is open");
    }
    try {
      moves.addTo(group.tentative());
      group.freeze(recordBytesMax, clock.wallMicros());
    } catch (RuntimeException | Error e) {
      dropOpen();
      throw CommitFailures.beforeAppend(e);
    }
    open = null;
    inFlight = group;
    roomFreed.signalAll();
    return group;
  }

  private void awaitRoom() {
    while (stopped == null
        && !closing
        && ((open != null && open.bytes() >= options.groupBytesMax())
            || gauge.mustWait(delivery.published()))) {
      roomFreed.awaitUninterruptibly();
    }
  }

  /** Looks again whether commits may go on: a checkpoint has ended. */
  void relieve() {
    lock.lock();
    try {
      roomFreed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Has pages moved by the next group that is written, or at once when nothing is being written.
   *
   * @return whether all moves that are waiting have been made
   */
  boolean move(List<PageMoves.Move> more) {
    lock.lock();
    try {
      moves.add(more);
      if (!led && stopped == null && !closing) {
        TentativeRoot root = new TentativeRoot(delivery.published(), options.shape(), gauge.era());
        moves.addTo(root);
        if (!root.isUntouched()) {
          delivery.publishMoved(root.finish());
        }
      }
      return moves.isEmpty() || stopped != null || closing;
    } finally {
      lock.unlock();
    }
  }

  private void dropOpen() {
    Group group = open;
    open = null;
    roomFreed.signalAll();
    if (group != null) {
      group.drop();
      group.wake();
    }
  }

  /** Writes a group inline; passes leadership on before anybody is woken. */
  private void leadOnce(Group group) {
    Throwable failure = write(group);
    boolean handOn;
    lock.lock();
    try {
      complete(group, failure);
      handOn = open != null;
      if (handOn) {
        logThreadLeads = true;
      } else {
        endLead();
      }
    } finally {
      lock.unlock();
    }
    if (handOn) {
      LockSupport.unpark(logThread);
    }
    group.wake();
  }

  private void runLogThread() {
    // The lead may have been handed to it before the end, and then is still to be ended.
    while (!closed || logThreadLeads) {
      if (logThreadLeads) {
        leadUntilIdle();
      } else {
        LockSupport.park(this);
      }
    }
  }

  private void leadUntilIdle() {
    Group written = null;
    Throwable failure = null;
    while (true) {
      Group next = null;
      lock.lock();
      try {
        if (written != null) {
          complete(written, failure);
        }
        if (open != null) {
          next = takeOpen();
        } else {
          logThreadLeads = false;
          endLead();
        }
      } catch (MosqlException e) {
        // The group could not be frozen and was dropped; its members judge anew, inline.
        logThreadLeads = false;
        endLead();
      } finally {
        lock.unlock();
      }
      if (written != null) {
        written.wake();
      }
      if (next == null) {
        return;
      }
      failure = write(next);
      written = next;
    }
  }

  private void endLead() {
    led = false;
    idle.signalAll();
  }

  /** Appends all records of the group; returns what went wrong. */
  private @Nullable Throwable write(Group group) {
    try {
      delivery.expect(group);
      for (byte[] record : group.records()) {
        log.append(record).join();
      }
      return delivery.published() == group.root()
          ? null
          : new MosqlException(
              SqlState.IO_ERROR, "the log did not deliver a record", delivery.failure());
    } catch (CompletionException e) {
      return e.getCause() == null ? e : e.getCause();
    } catch (RuntimeException | Error e) {
      return e;
    } finally {
      delivery.expect(null);
    }
  }

  /** Decides a group that was written; wakes nobody of it. */
  private void complete(Group group, @Nullable Throwable failure) {
    inFlight = null;
    if (failure == null) {
      figures.committed(group.commitCount());
      gauge.committed(group.root(), group.recordBytes());
      group.answer();
      return;
    }
    if (failure instanceof MosqlException full
        && full.state() == SqlState.DISK_FULL
        && group.decideFull(delivery.published(), full)) {
      dropOpen();
      return;
    }
    MosqlException cause =
        new MosqlException(
            SqlState.IO_ERROR, "the log failed; the database accepts no more work", failure);
    stop(cause);
    group.fail(
        new MosqlException(
            SqlState.COMMIT_OUTCOME_UNKNOWN,
            "the log failed while the transaction was being written; it may have committed",
            failure),
        cause);
    failOpen(cause);
  }

  private void stop(MosqlException cause) {
    stopped = cause;
    closed = true;
    LockSupport.unpark(logThread);
  }

  private void failOpen(MosqlException cause) {
    Group next = open;
    open = null;
    roomFreed.signalAll();
    if (next != null) {
      next.fail(cause, cause);
      next.wake();
    }
  }

  /** Accepts and publishes nothing more, for what a checkpoint met; who is in flight is decided. */
  void stopFor(MosqlException cause) {
    lock.lock();
    try {
      if (stopped == null) {
        stop(cause);
        failOpen(cause);
      }
    } finally {
      lock.unlock();
    }
  }

  private void checkRunning() {
    MosqlException cause = stopped;
    if (cause != null) {
      throw new MosqlException(cause.state(), String.valueOf(cause.getMessage()), cause);
    }
    if (delivery.failure() != null) {
      throw new MosqlException(
          SqlState.DATA_CORRUPTED, "this copy of the database has stopped", delivery.failure());
    }
    if (closing) {
      throw new MosqlException(SqlState.SHUTTING_DOWN, "the database is shut down");
    }
  }

  StoreStatistics statistics(long openedWallMicros) {
    lock.lock();
    try {
      return figures.statistics(openedWallMicros, delivery.published());
    } finally {
      lock.unlock();
    }
  }

  /** Lets what was judged be written and refuses anything else. */
  void drain() {
    lock.lock();
    try {
      closing = true;
      roomFreed.signalAll();
      while (led) {
        idle.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the log thread and closes the log, after {@link #drain}. */
  void close() {
    drain();
    closed = true;
    LockSupport.unpark(logThread);
    log.close();
  }
}
