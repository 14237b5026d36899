package io.mosql.sql.session.prepare;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the executions of one statement text. Thread-safe; a reader may see a statement that
 * is only partly counted.
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
   * Records the end of a call.
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

  /** Records the lock waits of a call; they are part of its duration. */
  public void recordWaits(long times, long forNanos) {
    waits.add(times);
    waitNanos.add(forNanos);
    nanos.add(forNanos);
    maxNanos.accumulate(forNanos);
  }

  /**
   * Records the duration of a timed call.
   *
   * @param tookNanos duration including waits
   * @param waitedNanos the waits, as given to {@link #recordWaits}
   * @param standsFor number of calls that this sample represents, with the same duration without
   *     waits
   */
  public void recordTime(long tookNanos, long waitedNanos, int standsFor) {
    nanos.add((tookNanos - waitedNanos) * standsFor);
    maxNanos.accumulate(tookNanos);
  }

  long calls() {
    return calls.sum();
  }

  /** Marks these counters as evicted: callers must obtain new ones. */
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
