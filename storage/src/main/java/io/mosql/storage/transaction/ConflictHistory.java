package io.mosql.storage.transaction;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Conflict history of one statement: after conflicts its executions lock the rows that they read,
 * for a number of executions that doubles with each further conflict. While it is hot the statement
 * reserves the rows that it returns, in transactions that write; each execution cools it, each
 * further conflict makes it stay hot for twice as long. Thread-safe.
 */
public final class ConflictHistory {
  private static final int FIRST = 64;
  private static final int MAX = 1 << 16;

  private static final int READ_BACK = 1024;

  private final AtomicInteger left = new AtomicInteger();
  private volatile int readBack;
  private volatile int next = FIRST;
  private volatile long epoch;

  /** A read of the statement made a writing transaction lose. */
  void recordConflict() {
    int executions = next;
    next = Math.min(MAX, 2 * executions);
    left.set(executions);
  }

  /** What was learnt in an epoch of another leader is forgotten. */
  void forgetOtherEpochs(long now) {
    if (epoch != now) {
      epoch = now;
      next = FIRST;
      readBack = 0;
      left.set(0);
    }
  }

  /** Whether the next execution is to reserve; counts it. */
  public boolean shouldLock() {
    int now = left.get();
    return now > 0 && left.decrementAndGet() >= 0;
  }

  /** What an execution added to was read by a later statement of its transaction. */
  void recordReadBack() {
    if (readBack < READ_BACK / 2) {
      readBack = READ_BACK;
    }
  }

  /** Whether the next execution is to hold what it adds to as read, too; counts it. */
  boolean shouldLockAdditions() {
    int now = readBack;
    if (now > 0) {
      // Executions that count at the same time may count as one: it is a memory, not a balance.
      readBack = now - 1;
    }
    return now > 0;
  }

  /** Whether executions reserve. */
  public boolean isContended() {
    return left.get() > 0;
  }
}
