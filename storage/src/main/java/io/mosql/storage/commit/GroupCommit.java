package io.mosql.storage.commit;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.LogStamp;
import io.mosql.storage.certify.Certifier;
import io.mosql.storage.certify.CertifierVerdict;
import io.mosql.storage.certify.CertifierVerdict.Accepted;
import io.mosql.storage.certify.CertifierVerdict.Rejected;
import io.mosql.storage.certify.CommitRequest;
import io.mosql.storage.certify.PreparedGuard;
import io.mosql.storage.certify.PreparedTransaction;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.version.PageRelocations;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.SystemTrees;
import io.mosql.storage.version.TentativeRoot;
import io.mosql.storage.version.TransactionId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Group commit: requests are certified one after the other under the lock, against the tentative
 * root that their predecessors left, and join the open batch. The two subclasses define which
 * thread writes batches and how failed ones are handled: over a {@linkplain LocalGroupCommit local}
 * log and over a {@linkplain ReplicatedGroupCommit replicated} one.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>at most one batch is in flight;
 *   <li>an open batch's base is the root of the batch in flight, or the published one;
 *   <li>an answer, including a rejection, is returned only when the root on which it was decided is
 *       published.
 * </ul>
 *
 * <p>Failures: a failure before the append drops the open batch and fails only the request that
 * caused it; the others are certified again. A violated invariant stops the store, as does an error
 * of the virtual machine in a thread that decides commits: it fails all that wait.
 *
 * <p>Thread-safe. An interrupt neither breaks a commit nor gets lost.
 */
public abstract sealed class GroupCommit permits LocalGroupCommit, ReplicatedGroupCommit {
  final CommitLog log;
  final Clock clock;
  final StoreOptions options;
  public final RecordApplier applier;
  final DirtyTracker dirtyTracker;
  final long boot;
  final ReentrantLock lock = new ReentrantLock();
  final Condition roomFreed = lock.newCondition(); // the open batch was taken, or dropped
  private final int recordBytesMax;
  private final AtomicLong transactions = new AtomicLong();

  // Guarded by the lock.
  @Nullable CommitBatch open;
  @Nullable CommitBatch inFlight;
  final PageRelocations moves = new PageRelocations();
  boolean closing;
  @Nullable MosqlException stopped;
  final CommitCounters figures = new CommitCounters();

  /** The errors of a store that has stopped without memory for a description. */
  final MosqlException undescribed = StorageErrorMessage.COMMIT_PATH_FAILED.error();

  final MosqlException unknown = StorageErrorMessage.LOG_FAILED_IN_COMMIT.error();

  /** The prepared transactions, and their guards. */
  private @Nullable Tree guarded;

  private List<PreparedGuard> guards = List.of();

  /** Written under the lock. */
  volatile boolean closed;

  final EventQueue events = new EventQueue();

  /**
   * @param log opened already, or to be opened by the subclass
   */
  GroupCommit(
      CommitLog log,
      Clock clock,
      StoreOptions options,
      RecordApplier delivery,
      DirtyTracker gauge,
      long boot) {
    this.log = log;
    this.clock = clock;
    this.options = options;
    this.applier = delivery;
    this.dirtyTracker = gauge;
    this.boot = boot;
    this.recordBytesMax = Math.min(options.recordBytesMax(), log.maxRecordBytes());
  }

  public boolean isOpen() {
    return !closed && applier.failure() == null;
  }

  /** To be called once, before the first commit. */
  public abstract void start();

  public abstract boolean isReplicated();

  /** Whether this node certifies commits. */
  public abstract boolean leads();

  /** Certifies a request, and when it is accepted makes it durable and visible. */
  public abstract CommitResult commit(CommitRequest request);

  /** Writes all submitted commits: for a simulation, which has only one thread. */
  public abstract void lead();

  /**
   * Waits as specified by {@code Store.barrier}.
   *
   * @return the epoch in which it was written
   */
  public abstract long barrier();

  /**
   * Waits until a condition holds that records of other nodes may bring about.
   *
   * @return whether it holds
   */
  public abstract boolean await(BooleanSupplier so, Duration within);

  /** See {@code Store.isFreshSince}. */
  public boolean isFreshSince(long wallMicros) {
    return !isReplicated() || leads() || applier.leaderWallMicros() >= wallMicros;
  }

  /** Whether a batch is open or in flight, so that no other root may be published. */
  abstract boolean isBusy();

  /** Lets certified commits be written and refuses all others. */
  public abstract void drain();

  /** Stops the threads and closes the log, after {@link #drain}. */
  public abstract void close();

  public abstract void listen(StoreEvents listener);

  /**
   * Registers callbacks that prepare state before this node certifies commits, and discard it when
   * it does not any more. They are called under the lock, so they must return at once. Without a
   * change of leader, the first one is called here.
   *
   * @param begins gets the root that the first commit follows
   */
  public abstract void onLeadChange(Consumer<Root> begins, Runnable ends);

  /** Whether this store was replaced by a newer copy. */
  public abstract boolean isReplaced();

  /**
   * @throws MosqlException when the store has stopped
   */
  public Root snapshot() {
    if (closed || applier.failure() != null) {
      lock.lock();
      try {
        checkRunning();
      } finally {
        lock.unlock();
      }
    }
    return applier.published();
  }

  public Root published() {
    return applier.published();
  }

  public TransactionId nextTransactionId() {
    return new TransactionId(boot, transactions.incrementAndGet());
  }

  /**
   * The newest stamp of the log that a root taken after this call contains; see {@link
   * RecordApplier}.
   */
  public LogStamp deliveredStamp() {
    return applier.deliveredStamp();
  }

  /** Certifies a request and leaves the writing to other threads, or to {@link #lead}. */
  public PendingCommit submit(CommitRequest request) {
    lock.lock();
    try {
      checkLeads();
      awaitRoom();
      checkRunning();
      checkLeads();
      PendingCommit ticket = judge(request);
      if (ticket.answer() instanceof CommitResult.Conflict) {
        CommitBatch judgedOn = open != null ? open : inFlight;
        if (judgedOn == null) {
          ticket.decide(PendingCommit.State.ANSWERED, null);
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
   * @throws MosqlException 57P05 when this node does not certify
   */
  public final void checkLeads() {
    if (!leads()) {
      checkRunning();
      throw StorageErrorMessage.NOT_LEADER.error();
    }
  }

  /** Certifies into the open batch. A failure here fails only this request. */
  private PendingCommit judge(CommitRequest request) {
    CommitBatch before = open;
    CommitBatch batch =
        before == null ? new CommitBatch(head(), options.shape(), dirtyTracker.era()) : before;
    open = batch;
    try {
      CertifierVerdict verdict =
          Certifier.judge(batch.tentative(), request, guards(batch.tentative()));
      if (verdict instanceof Rejected rejection) {
        open = before;
        figures.rejected(rejection.reason());
        return new PendingCommit(
            new CommitResult.Conflict(
                rejection.tree(), rejection.key(), rejection.reason().text()));
      }
      return batch.accept(request.id(), ((Accepted) verdict).effects());
    } catch (RuntimeException | Error e) {
      throw failedBeforeAppend(e);
    }
  }

  /** The guards of the prepared transactions of a root; usually there are none. */
  private List<PreparedGuard> guards(TentativeRoot root) {
    Tree rows = root.tree(SystemTrees.PREPARED);
    if (rows == null || rows.size() == 0) {
      return List.of();
    }
    Tree known = guarded;
    if (known == null || !known.sameRoot(rows)) {
      guards = PreparedTransaction.in(root).stream().map(PreparedGuard::new).toList();
      guarded = rows;
    }
    return guards;
  }

  /**
   * Drops the open batch after a failure; a violated invariant stops the store.
   *
   * @return the error of the request that caused it
   */
  private MosqlException failedBeforeAppend(Throwable thrown) {
    dropOpenBatch();
    MosqlException error = CommitErrors.beforeAppend(thrown);
    if (InvariantViolation.in(thrown) != null) {
      stopFor(error);
    }
    return error;
  }

  /** The root that the next batch follows. */
  private Root head() {
    return inFlight == null ? applier.published() : inFlight.root();
  }

  /** Freezes the open batch and puts it in flight. */
  final CommitBatch takeOpenBatch() {
    CommitBatch batch = open;
    if (batch == null) {
      throw new InvariantViolation("a batch that is taken is open");
    }
    try {
      InvariantViolation.check(inFlight == null, "at most one batch is in flight");
      InvariantViolation.check(
          batch.base() == applier.published(), "the batch in flight follows the published root");
      moves.addTo(batch.tentative());
      batch.freeze(recordBytesMax, clock.wallMicros());
    } catch (RuntimeException | Error e) {
      throw failedBeforeAppend(e);
    }
    open = null;
    inFlight = batch;
    roomFreed.signalAll();
    return batch;
  }

  private void awaitRoom() {
    while (stopped == null
        && !closing
        && leads()
        && ((open != null && open.bytes() >= options.groupBytesMax())
            || dirtyTracker.mustBlockCommits(applier.published()))) {
      roomFreed.awaitUninterruptibly();
    }
  }

  /** Checks again whether commits may continue, after a checkpoint has ended. */
  public void recheckRoom() {
    lock.lock();
    try {
      roomFreed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Relocates pages with the next batch that is written, or at once when nothing is being written.
   *
   * @return whether all pending moves have been made
   */
  public boolean move(List<PageRelocations.Move> more) {
    lock.lock();
    try {
      moves.add(more);
      if (!isBusy() && stopped == null && !closing) {
        TentativeRoot root =
            new TentativeRoot(applier.published(), options.shape(), dirtyTracker.era());
        moves.addTo(root);
        if (!root.isUntouched()) {
          applier.publishMoved(root.finish());
        }
      }
      return moves.isEmpty() || stopped != null || closing;
    } finally {
      lock.unlock();
    }
  }

  final void dropOpenBatch() {
    CommitBatch batch = open;
    open = null;
    roomFreed.signalAll();
    if (batch != null) {
      batch.drop();
      batch.wake();
    }
  }

  /** Stops accepting and publishing. */
  void stop(MosqlException cause) {
    stopped = cause;
    closed = true;
    events.failed(cause);
  }

  final void failOpenBatch(MosqlException cause) {
    CommitBatch next = open;
    open = null;
    roomFreed.signalAll();
    if (next != null) {
      next.fail(cause, cause);
      next.wake();
    }
  }

  /**
   * Stops accepting and publishing because of a failed checkpoint or a violated invariant; commits
   * in flight are decided.
   */
  public void stopFor(MosqlException cause) {
    lock.lock();
    try {
      if (stopped == null) {
        stop(cause);
        failOpenBatch(cause);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Stops after a failure that was not foreseen, so that nothing waits any longer. The failure may
   * be that there is no memory, and so it may fail to be described; what has to be done is done
   * without.
   *
   * @return why the store has stopped
   */
  final MosqlException stopAfter(Throwable failure) {
    acquireWithoutMemory();
    try {
      stopFor(CommitErrors.stopped(failure));
    } catch (RuntimeException | Error e) {
      // the store stops without a description
    } finally {
      giveUp();
      lock.unlock();
    }
    MosqlException cause = stopped;
    return cause == null ? undescribed : cause;
  }

  /** Acquires the lock; a thread that is queued for one needs memory. */
  final void acquireWithoutMemory() {
    while (!lock.tryLock()) {
      Thread.onSpinWait();
    }
  }

  /** Accepts and publishes nothing more, and fails what waits. Needs no memory. */
  void giveUp() {
    stopped = stopped == null ? undescribed : stopped;
    closed = true;
    CommitBatch written = inFlight;
    CommitBatch next = open;
    inFlight = null;
    open = null;
    if (written != null) {
      written.abandon(unknown, undescribed);
    }
    if (next != null) {
      next.abandon(undescribed, undescribed);
    }
    roomFreed.signalAll();
  }

  final void checkRunning() {
    MosqlException cause = stopped;
    if (cause != null) {
      throw cause.withMessage(String.valueOf(cause.getMessage()));
    }
    Throwable failed = applier.failure();
    if (failed != null) {
      throw StorageErrorMessage.REPLICA_STOPPED.causedBy(
          failed, String.valueOf(failed.getMessage()));
    }
    if (closing) {
      throw StorageErrorMessage.DATABASE_SHUT_DOWN.error();
    }
  }

  public CommitStatistics statistics(long openedWallMicros) {
    lock.lock();
    try {
      return figures.statistics(openedWallMicros, applier.published());
    } finally {
      lock.unlock();
    }
  }
}
