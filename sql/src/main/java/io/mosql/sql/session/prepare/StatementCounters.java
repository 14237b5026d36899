package io.mosql.sql.session.prepare;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the executions of one statement text. Thread-safe; may be read while a statement is
 * half counted.
 */
public final class StatementCounters {
  private final LongAdder calls = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder conflicts = new LongAdder();
  private final LongAdder rows = new LongAdder();
  private final LongAdder nanos = new LongAdder();
  private final LongAccumulator maxNanos = new LongAccumulator(Math::max, 0);
  private final LongAdder waits = new LongAdder();
  private final LongAdder waitNanos = new LongAdder();
  private volatile boolean forgotten;

  /**
   * A call has ended.
   *
   * @param sqlState that it failed with, or null
   */
  public void recordCall(long changedOrReturned, @Nullable String sqlState) {
    calls.increment();
    if (changedOrReturned != 0) {
      rows.add(changedOrReturned);
    }
    if (sqlState != null) {
      errors.increment();
      if (sqlState.equals("40001") || sqlState.equals("40P01")) {
        conflicts.increment();
      }
    }
  }

  /** A call waited so often and so long, which is part of its time. */
  public void recordWaits(long times, long forNanos) {
    waits.add(times);
    waitNanos.add(forNanos);
    nanos.add(forNanos);
    maxNanos.accumulate(forNanos);
  }

  /**
   * A call was timed.
   *
   * @param tookNanos with what it waited
   * @param waitedNanos which {@link #recordWaits} was told
   * @param standsFor so many calls that took as long without waiting
   */
  public void recordTime(long tookNanos, long waitedNanos, int standsFor) {
    nanos.add((tookNanos - waitedNanos) * standsFor);
    maxNanos.accumulate(tookNanos);
  }

  long calls() {
    return calls.sum();
  }

  /** They do not count any more: whoever counts is to ask for others. */
  void evict() {
    forgotten = true;
  }

  boolean isEvicted() {
    return forgotten;
  }

  StatementStatistics.StatementEntry figures(String database, String text) {
    return new StatementStatistics.StatementEntry(
        database,
        text,
        calls.sum(),
        errors.sum(),
        conflicts.sum(),
        rows.sum(),
        nanos.sum(),
        maxNanos.get(),
        waits.sum(),
        waitNanos.sum());
  }
}
