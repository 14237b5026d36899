package io.mosql.storage;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.storage.Verdict.Accepted;
import io.mosql.storage.Verdict.Rejected;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where commits are judged, one after the other under the lock, into the <em>open</em> group, on
 * the tentative root that the ones before them left. Who writes groups, and what becomes of those
 * that were not written, is for the two kinds of it: over a {@linkplain LocalPipeline local} log
 * and over a {@linkplain ReplicatedPipeline replicated} one.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>at most one group is in flight;
 *   <li>an open group's base is the root of the group in flight, or the published one;
 *   <li>an answer, a rejection too, leaves only when the root that it was judged on is published.
 * </ul>
 *
 * <p>Failures: what goes wrong before the append drops the open group and fails only the request
 * that met it; the others are judged again.
 *
 * <p>Thread-safe. An interrupt neither breaks a commit nor gets lost.
 */
abstract sealed class CommitPipeline permits LocalPipeline, ReplicatedPipeline {
  final CommitLog log;
  final Clock clock;
  final StoreOptions options;
  final Delivery delivery;
  final CheckpointGauge gauge;
  final long boot;
  final ReentrantLock lock = new ReentrantLock();
  final Condition roomFreed = lock.newCondition(); // the open group was taken, or dropped
  private final int recordBytesMax;
  private final AtomicLong transactions = new AtomicLong();

  // Guarded by the lock.
  @Nullable Group open;
  @Nullable Group inFlight;
  final PageMoves moves = new PageMoves();
  boolean closing;
  @Nullable MosqlException stopped;
  final CommitFigures figures = new CommitFigures();

  /** Written under the lock. */
  volatile boolean closed;

  final News news = new News();

  /**
   * @param log opened already, or to be opened by the kind
   */
  CommitPipeline(
      CommitLog log,
      Clock clock,
      StoreOptions options,
      Delivery delivery,
      CheckpointGauge gauge,
      long boot) {
    this.log = log;
    this.clock = clock;
    this.options = options;
    this.delivery = delivery;
    this.gauge = gauge;
    this.boot = boot;
    this.recordBytesMax = Math.min(options.recordBytesMax(), log.maxRecordBytes());
  }

  boolean isOpen() {
    return !closed && delivery.failure() == null;
  }

  /** To be called once, before the first commit. */
  abstract void start();

  boolean isReplicated() {
    return log.isReplicated();
  }

  /** Whether this node judges. */
  abstract boolean leads();

  /** Judges a request, and when it is accepted makes it durable and visible. */
  abstract CommitResult commit(Request request);

  /** Writes all that was submitted: for a simulation, whose one thread is every other one too. */
  abstract void lead();

  /**
   * Waits as {@link Store#barrier} says.
   *
   * @return the epoch that it was written in
   */
  abstract long barrier();

  /**
   * Waits until something is so that records of other nodes may bring about.
   *
   * @return whether it is
   */
  abstract boolean await(BooleanSupplier so, Duration within);

  /** See {@link Store#hasHeardSince}. */
  boolean hasHeardSince(long wallMicros) {
    return !isReplicated() || leads() || delivery.heardMicros() >= wallMicros;
  }

  /** Whether a group is being made or written, so that no other root may be published. */
  abstract boolean isBusy();

  /** Lets what was judged be written and refuses anything else. */
  abstract void drain();

  /** Ends the threads and closes the log, after {@link #drain}. */
  abstract void close();

  abstract void listen(StoreEvents listener);

  /** What is to be forgotten with the lead; called under the lock, to return at once. */
  abstract void onLeadLost(Runnable action);

  /** Whether a newer copy has taken the place of this one. */
  abstract boolean isReplaced();

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

  /** The newest stamp of the log that a root taken after this call contains; see there. */
  LogStamp passed() {
    return delivery.passed();
  }

  /** Judges a request and leaves it to others, or to {@link #lead}, to write it. */
  Ticket submit(Request request) {
    lock.lock();
    try {
      checkLeads();
      awaitRoom();
      checkRunning();
      checkLeads();
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

  /**
   * @throws MosqlException 57P05 when this node does not judge
   */
  final void checkLeads() {
    if (!leads()) {
      checkRunning();
      throw NotLeading.exception();
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

  /** Freezes the open group and puts it in flight. */
  final Group takeOpen() {
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
        && leads()
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
      if (!isBusy() && stopped == null && !closing) {
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

  final void dropOpen() {
    Group group = open;
    open = null;
    roomFreed.signalAll();
    if (group != null) {
      group.drop();
      group.wake();
    }
  }

  /** Accepts and publishes nothing more. */
  void stop(MosqlException cause) {
    stopped = cause;
    closed = true;
    news.failed(cause);
  }

  final void failOpen(MosqlException cause) {
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

  final void checkRunning() {
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
}
