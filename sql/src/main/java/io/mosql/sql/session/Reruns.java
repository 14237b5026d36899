package io.mosql.sql.session;

import java.util.concurrent.atomic.LongAdder;

/** Counts what the engine did again so that clients need not. Thread-safe. */
final class Reruns {
  private final LongAdder statements = new LongAdder();
  private final LongAdder transactions = new LongAdder();

  /** A statement is run again on a newer snapshot. */
  void statement() {
    statements.increment();
  }

  /** A transaction of one statement begins anew. */
  void transaction() {
    transactions.increment();
  }

  long statements() {
    return statements.sum();
  }

  long transactions() {
    return transactions.sum();
  }
}
