package io.mosql.sql.session.transaction;

import java.util.concurrent.atomic.LongAdder;

/** Counts automatic retries of statements and transactions. Thread-safe. */
public final class RetryCounters {
  private final LongAdder statements = new LongAdder();
  private final LongAdder transactions = new LongAdder();

  /** Counts a statement that is run again on a newer snapshot. */
  void countStatement() {
    statements.increment();
  }

  /** Counts a single-statement transaction that is restarted. */
  void countTransaction() {
    transactions.increment();
  }

  public long statements() {
    return statements.sum();
  }

  public long transactions() {
    return transactions.sum();
  }
}
