package io.mosql.storage.commit;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.ThreadEnd;
import io.mosql.core.port.WouldBlock;
import io.mosql.storage.certify.CommitRequest;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.version.Root;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Group commit over a log that belongs to this node alone. One thread leads: it freezes the open
 * batch and writes it, while the next one fills.
 *
 * <pre>
 * idle:      commit -> certify -> lead inline: append, publish, answer          no hand-off at all
 * meanwhile: commit -> certify -> park                                        in the next open batch
 * then:      leadership passes to the resident log thread, which keeps it until no batch is open
 * </pre>
 *
 * <p>Invariants, beside those of every group commit:
 *
 * <ul>
 *   <li>with one batch in flight the log never contains two unsynced records;
 *   <li>a thread with commits in the open batch waits, and another thread leads.
 * </ul>
 *
 * <p>Failures: a full disk fails the batch in flight with 53100. Any other failed append stops the
 * store for good: the batch in flight fails with 40003, all other requests with 58030. A thread
 * that leads and fails otherwise, such as without memory for an error, ends its lead and the store.
 */
public final class LocalGroupCommit extends GroupCommit {
  private final Thread logThread;
  private final Condition idle = lock.newCondition(); // no thread leads any more

  /** Guarded by the lock. */
  private boolean led;

  /** Written under the lock; read by the log thread without it. */
  private volatile boolean logThreadLeads;

  /**
   * Recovers the log after a checkpoint and becomes leader in a new epoch.
   *
   * @param relief called during the recovery when the tracker reports too many changes
   */
  public LocalGroupCommit(
      LocalCommitLog log,
      Clock clock,
      RandomSource random,
      StoreOptions options,
      Root start,
      DirtyTracker gauge,
      Consumer<Root> relief) {
    super(
        log,
        clock,
        options,
        new RecordApplier(options.shape(), start, gauge, relief),
        gauge,
        random.nextLong());
    log.open(start.logIndex(), applier);
    applier.finishRecovery();
    gauge.committed(applier.published(), applier.recoveredBytes());
    EpochStart.begin(log, clock, applier, options.node(), boot, random);
    this.logThread = new Thread(this::runLogThread, "mosql-log");
  }

  @Override
  public void start() {
    logThread.setDaemon(true);
    logThread.start();
  }

  @Override
  public boolean isReplicated() {
    return false;
  }

  @Override
  public boolean leads() {
    return true;
  }

  @Override
  public void listen(StoreEvents listener) {
    events.listen(listener);
    events.dispatch();
  }

  @Override
  public void onLeadChange(Consumer<Root> begins, Runnable ends) {
    begins.accept(published());
  }

  @Override
  public boolean isReplaced() {
    return false;
  }

  @Override
  public long barrier() {
    return published().epoch();
  }

  @Override
  public boolean await(BooleanSupplier so, Duration within) {
    return so.getAsBoolean();
  }

  @Override
  boolean isBusy() {
    return led;
  }

  @Override
  public CommitResult commit(CommitRequest request) {
    WouldBlock.throwIfForbidden();
    while (true) {
      PendingCommit ticket;
      CommitBatch toLead;
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

  @Override
  public void lead() {
    CommitBatch toLead;
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

  /** The open batch, for the caller to lead; null when there is none or another thread leads. */
  private @Nullable CommitBatch takeLead() {
    if (led || open == null) {
      return null;
    }
    CommitBatch batch = takeOpenBatch();
    led = true;
    return batch;
  }

  /** Writes a batch inline; passes leadership on before any waiter is woken. */
  private void leadOnce(CommitBatch batch) {
    try {
      Throwable failure = write(batch);
      boolean handOn;
      lock.lock();
      try {
        complete(batch, failure);
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
    } catch (RuntimeException | Error e) {
      abandonLead(e);
    }
    batch.wake();
  }

  private void runLogThread() {
    // Leadership may have been passed to this thread before the end, and must then still be ended.
    while (!closed || logThreadLeads) {
      if (logThreadLeads) {
        leadUntilIdle();
      } else {
        LockSupport.park(this);
      }
    }
  }

  private void leadUntilIdle() {
    CommitBatch written = null;
    try {
      Throwable failure = null;
      while (true) {
        CommitBatch next;
        lock.lock();
        try {
          if (written != null) {
            complete(written, failure);
          }
          next = nextBatch();
          if (next == null) {
            logThreadLeads = false;
            endLead();
          }
        } finally {
          lock.unlock();
        }
        if (written != null) {
          written.wake();
        }
        if (next == null) {
          return;
        }
        written = next;
        failure = write(next);
      }
    } catch (RuntimeException | Error e) {
      abandonLead(e);
      if (written != null) {
        written.wake();
      }
    }
  }

  /** The open batch; null when there is none, or when it could not be frozen and was dropped. */
  private @Nullable CommitBatch nextBatch() {
    try {
      return open == null ? null : takeOpenBatch();
    } catch (MosqlException e) {
      // its members are certified again, inline
      return null;
    }
  }

  /** Ends the lead of the calling thread, and the store, after a failure. */
  private void abandonLead(Throwable failure) {
    acquireWithoutMemory();
    try {
      stopAfter(failure);
    } finally {
      logThreadLeads = false;
      led = false;
      idle.signalAll();
      lock.unlock();
    }
    LockSupport.unpark(logThread);
  }

  private void endLead() {
    InvariantViolation.check(led, "the thread that ends its lead leads");
    led = false;
    idle.signalAll();
  }

  /** Appends all records of the batch; returns the failure. */
  private @Nullable Throwable write(CommitBatch batch) {
    try {
      applier.expect(batch);
      for (byte[] record : batch.records()) {
        log.append(record).join();
      }
      Throwable failed = applier.failure();
      if (applier.published() == batch.root()) {
        return null;
      }
      return failed == null ? StorageErrorMessage.RECORD_NOT_DELIVERED.error() : failed;
    } catch (CompletionException e) {
      return e.getCause() == null ? e : e.getCause();
    } catch (RuntimeException | Error e) {
      return e;
    } finally {
      applier.expect(null);
    }
  }

  /** Decides a batch that was written; wakes none of its waiters. */
  private void complete(CommitBatch batch, @Nullable Throwable ofWrite) {
    Throwable failure =
        inFlight == batch
            ? ofWrite
            : new InvariantViolation("the batch that was written is the one in flight");
    decide(batch, failure);
    inFlight = null;
  }

  private void decide(CommitBatch batch, @Nullable Throwable failure) {
    if (failure == null) {
      figures.committed(batch.commitCount());
      dirtyTracker.committed(batch.root(), batch.recordBytes());
      batch.answer();
      return;
    }
    if (failure instanceof MosqlException full
        && full.state() == SqlState.DISK_FULL
        && batch.decideFull(applier.published(), full)) {
      dropOpenBatch();
      return;
    }
    MosqlException cause =
        InvariantViolation.in(failure) == null
            ? StorageErrorMessage.LOG_FAILED.causedBy(failure)
            : CommitErrors.stopped(failure);
    stop(cause);
    batch.fail(StorageErrorMessage.LOG_FAILED_IN_COMMIT.causedBy(failure), cause);
    failOpenBatch(cause);
  }

  @Override
  void stop(MosqlException cause) {
    super.stop(cause);
    events.dispatch();
    LockSupport.unpark(logThread);
  }

  @Override
  public void drain() {
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

  @Override
  public void close() {
    drain();
    closed = true;
    LockSupport.unpark(logThread);
    ThreadEnd.await(logThread);
    log.close();
  }
}
