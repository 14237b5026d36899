package io.mosql.storage.lock;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.WouldBlock;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.lock.LockState.Hold;
import io.mosql.storage.lock.LockState.Owner;
import io.mosql.storage.lock.LockState.Wait;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.SystemTrees;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lock manager: acquires and releases row locks for transactions on any thread, and blocks
 * waiters. Thread-safe: the locks of one owner are acquired by one thread at a time, and released
 * by any.
 */
public final class LockManager {
  /** Interval at which a waiting thread checks for cancellation. */
  private static final long CHECK_NANOS = 10_000_000;

  /** Maximum duration of an exclusive turn, and of its wait for the current lock owners. */
  private static final long TURN_NANOS = 1_000_000_000;

  private static final long DRAIN_NANOS = 200_000_000;

  /** Compatible with itself, not with the lock of a prepared transaction. */
  private static final LockMode ENDED = LockMode.forShare(ColumnSet.NONE);

  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private final LockTable table = new LockTable();

  public LockManager(Clock clock) {
    this.clock = clock;
  }

  Owner open(long session) {
    return new Owner(session);
  }

  /**
   * Acquires a row lock, waiting for it as the lock wait policy says.
   *
   * @return false when another transaction owns a conflicting lock and the row is to be skipped
   * @throws MosqlException 55P03, 40P01, 57014; 40001 when this node is not the leader any more,
   *     25P02 when the owner's locks were released meanwhile
   */
  public boolean acquire(Owner owner, long tree, byte[] key, LockMode mode, LockWaitPolicy policy) {
    Object waiter = policy.kind() == LockWaitPolicy.Kind.WAIT ? Thread.currentThread() : null;
    long start = clock.nanoTime();
    while (true) {
      LockTable.Answer answer;
      long now = clock.nanoTime();
      lock.lock();
      try {
        requireRunning(owner);
        answer = table.request(owner, tree, key, mode, waiter, now);
      } finally {
        lock.unlock();
      }
      if (!(answer instanceof LockTable.Taken taken)) {
        return true;
      }
      Wait wait = taken.queued();
      if (wait == null) {
        if (policy.kind() == LockWaitPolicy.Kind.SKIP) {
          return false;
        }
        throw StorageErrorMessage.ROW_LOCKED.error();
      }
      await(wait, start, policy);
      if (!wait.isForTurn()) {
        return true;
      }
    }
  }

  private void await(Wait wait, long start, LockWaitPolicy policy) {
    if (WouldBlock.isWaitingForbidden()) {
      if (cancelWait(wait)) {
        throw WouldBlock.signal();
      }
      return;
    }
    boolean interrupted = false;
    try {
      while (!wait.granted()) {
        if (policy.cancelled().getAsBoolean()) {
          failWait(wait, StorageErrorMessage.LOCK_WAIT_CANCELED);
          return;
        }
        long waited = clock.nanoTime() - start;
        if (waited >= policy.nanos()) {
          failWait(wait, StorageErrorMessage.LOCK_TIMEOUT);
          return;
        }
        if (wait.isTurnOver(clock.nanoTime())) {
          cancelWait(wait);
          return;
        }
        LockSupport.parkNanos(this, Math.min(CHECK_NANOS, policy.nanos() - waited));
        interrupted |= Thread.interrupted();
        requireRunning(wait.owner);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Ends a wait with an error, unless the lock was granted at the last moment. */
  private void failWait(Wait wait, StorageErrorMessage message) {
    if (cancelWait(wait)) {
      throw message.error();
    }
  }

  /** Ends a wait; false when the lock was granted at the last moment. */
  private boolean cancelWait(Wait wait) {
    List<Wait> granted;
    lock.lock();
    try {
      if (wait.granted()) {
        return false;
      }
      granted = table.cancelWait(wait);
    } finally {
      lock.unlock();
    }
    wake(granted);
    return true;
  }

  private static void requireRunning(Owner owner) {
    if (owner.isOver()) {
      throw StorageErrorMessage.TRANSACTION_TERMINATED.error();
    }
    if (owner.isLost()) {
      throw StorageErrorMessage.LEADERSHIP_LOST.error();
    }
  }

  /** Releases all locks and turns of all owners: this node does not certify any more. */
  public void releaseAll() {
    restore(Map.of());
  }

  /**
   * Begins with the locks of prepared transactions alone: this node certifies from now on.
   *
   * @param prepared their locks, by global identifier
   */
  public void restore(Map<String, List<RowLock>> prepared) {
    List<Wait> waiting;
    lock.lock();
    try {
      waiting = table.releaseAll();
      long now = clock.nanoTime();
      prepared.forEach((gid, locks) -> table.restore(gid, locks, now));
    } finally {
      lock.unlock();
    }
    wake(waiting);
  }

  /**
   * Gives a transaction the global identifier under which it is about to be prepared.
   *
   * @return false when another one has it
   */
  public boolean name(Owner owner, String gid) {
    lock.lock();
    try {
      requireRunning(owner);
      return table.name(owner, gid, clock.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  /** The locks that a transaction keeps when it is prepared, the oldest first. */
  public List<RowLock> locksOf(Owner owner) {
    lock.lock();
    try {
      return table.locksOf(owner);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Keeps the locks of a transaction that has been prepared, until {@link #endPrepared}; its own
   * thread then releases nothing.
   *
   * @param locks that it was prepared with
   * @param exists whether it is prepared and has not ended, and this node certifies; evaluated
   *     under the lock
   */
  public void keep(Owner owner, String gid, List<RowLock> locks, BooleanSupplier exists) {
    List<Wait> granted = List.of();
    lock.lock();
    try {
      if (!owner.isLost() && exists.getAsBoolean()) {
        granted = table.keep(owner, gid, locks, clock.nanoTime());
      }
    } finally {
      lock.unlock();
    }
    wake(granted);
  }

  /**
   * Releases the locks of a prepared transaction.
   *
   * @param exists whether there is one of this identifier, which began after it; evaluated under
   *     the lock
   */
  public void endPrepared(String gid, BooleanSupplier exists) {
    List<Wait> granted;
    lock.lock();
    try {
      granted = exists.getAsBoolean() ? List.of() : table.endPrepared(gid);
    } finally {
      lock.unlock();
    }
    wake(granted);
  }

  /**
   * Waits until a prepared transaction has ended.
   *
   * @throws MosqlException as {@link #acquire}
   */
  public void awaitPrepared(Owner owner, String gid, LockWaitPolicy policy) {
    Hold mark = mark(owner);
    acquire(owner, SystemTrees.PREPARED, LockTable.keyOf(gid), ENDED, policy);
    releaseTo(owner, mark);
  }

  public @Nullable Hold mark(Owner owner) {
    return owner.newest;
  }

  /** Releases the locks that the owner acquired after the mark. */
  public void releaseTo(Owner owner, @Nullable Hold mark) {
    if (owner.newest == mark) {
      return;
    }
    List<Wait> granted;
    lock.lock();
    try {
      granted = owner.isOver() ? List.of() : table.releaseTo(owner, mark);
    } finally {
      lock.unlock();
    }
    wake(granted);
  }

  /**
   * Releases all locks of the owner, for good, unless they are {@linkplain #keep kept}; called by
   * its own thread.
   */
  public void release(Owner owner) {
    if (!owner.isIdle()) {
      abandon(owner);
    }
  }

  /** The same, called by any thread. */
  public void abandon(Owner owner) {
    List<Wait> granted;
    lock.lock();
    try {
      if (owner.prepared) {
        return;
      }
      owner.end();
      granted = table.release(owner);
    } finally {
      lock.unlock();
    }
    wake(granted);
  }

  private static void wake(List<Wait> granted) {
    for (Wait wait : granted) {
      LockSupport.unpark((Thread) wait.waiter());
    }
  }

  /**
   * Blocks other writers of the trees until the owner's locks are released or a second has passed,
   * and waits for a moment for transactions that own row locks in them. The owner's locks are
   * released first: two lock owners that both request a turn would deadlock.
   *
   * @throws MosqlException 57014 when cancelled
   */
  public void takeTurn(Owner owner, Set<Long> trees, LockWaitPolicy policy) {
    WouldBlock.throwIfForbidden();
    releaseTo(owner, null);
    long start = clock.nanoTime();
    boolean has = false;
    while (true) {
      boolean alone;
      lock.lock();
      try {
        long now = clock.nanoTime();
        has = has || table.beginTurn(owner, trees, now, now + TURN_NANOS);
        alone = has && table.isAlone(owner);
      } finally {
        lock.unlock();
      }
      if (alone || clock.nanoTime() - start > (has ? DRAIN_NANOS : TURN_NANOS)) {
        return;
      }
      if (policy.cancelled().getAsBoolean()) {
        throw StorageErrorMessage.LOCK_WAIT_CANCELED.error();
      }
      LockSupport.parkNanos(this, CHECK_NANOS / 100);
    }
  }

  public List<RowLockInfo> locks() {
    lock.lock();
    try {
      return table.locks(clock.nanoTime(), clock.wallMicros());
    } finally {
      lock.unlock();
    }
  }

  public boolean isEmpty() {
    lock.lock();
    try {
      return table.isEmpty();
    } finally {
      lock.unlock();
    }
  }
}
