package io.mosql.storage.transaction;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The conflict history of one statement: after a conflict the statement's executions in writing
 * transactions lock the rows that they return, for a number of executions; each further conflict
 * doubles that number. Thread-safe.
 */
public final class ConflictHistory {
  private static final int FIRST = 64;
  private static final int MAX = 1 << 16;

  private static final int READ_BACK = 1024;

  private final AtomicInteger left = new AtomicInteger();
  private volatile int readBack;
  private volatile int next = FIRST;
  private volatile long epoch;

  /** Records that a read of the statement caused a writing transaction to fail. */
  void recordConflict() {
    int executions = next;
    next = Math.min(MAX, 2 * executions);
    left.set(executions);
  }

  /** Clears the history recorded under another leader's epoch. */
  void forgetOtherEpochs(long now) {
    if (epoch != now) {
      epoch = now;
      next = FIRST;
      readBack = 0;
      left.set(0);
    }
  }

  /** Whether the next execution must lock its rows; counts the execution. */
  public boolean shouldLock() {
    int now = left.get();
    return now > 0 && left.decrementAndGet() >= 0;
  }

  /**
   * Records that a later statement of the same transaction read a sum to which the statement added.
   */
  void recordReadBack() {
    if (readBack < READ_BACK / 2) {
      readBack = READ_BACK;
    }
  }

  /** Whether the next execution must lock its additions as reads, too; counts the execution. */
  boolean shouldLockAdditions() {
    int now = readBack;
    if (now > 0) {
      // Concurrent executions may count as one: the number need not be exact.
      readBack = now - 1;
    }
    return now > 0;
  }

  /** Whether executions lock their rows. */
  public boolean isContended() {
    return left.get() > 0;
  }
}
