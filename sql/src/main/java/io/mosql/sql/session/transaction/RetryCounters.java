package io.mosql.sql.session.transaction;

import java.util.concurrent.atomic.LongAdder;

/** Counts automatic retries of statements and transactions. Thread-safe. */
public final class RetryCounters {
  private final LongAdder statements = new LongAdder();
  private final LongAdder transactions = new LongAdder();

  /** A statement is run again on a newer snapshot. */
  void countStatement() {
    statements.increment();
  }

  /** A transaction of one statement begins anew. */
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
