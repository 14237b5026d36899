package io.mosql.storage;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How often the reads of one statement made writing transactions lose. While it is hot the
 * statement reserves the rows that it returns, in transactions that write; each execution cools it,
 * each further conflict makes it stay hot for twice as long. Thread-safe.
 */
public final class ReadHeat {
  private static final int FIRST = 64;
  private static final int MAX = 1 << 16;

  private final AtomicInteger left = new AtomicInteger();
  private volatile int next = FIRST;

  /** A read of the statement made a writing transaction lose. */
  void conflict() {
    int executions = next;
    next = Math.min(MAX, 2 * executions);
    left.set(executions);
  }

  /** Whether the next execution is to reserve; counts it. */
  boolean begin() {
    int now = left.get();
    return now > 0 && left.decrementAndGet() >= 0;
  }

  /** Whether executions reserve. */
  public boolean isHot() {
    return left.get() > 0;
  }
}
