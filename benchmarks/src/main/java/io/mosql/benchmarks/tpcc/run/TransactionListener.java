package io.mosql.benchmarks.tpcc.run;

import io.mosql.benchmarks.tpcc.transaction.TransactionType;
import java.sql.SQLException;

/**
 * Listener that is called for every transaction of a run, on the terminal's thread. Times are by
 * {@link System#nanoTime}.
 */
public interface TransactionListener {
  /** Looks away. */
  TransactionListener NONE =
      new TransactionListener() {
        @Override
        public void committed(TransactionType type, long startNanos, long endNanos) {}

        @Override
        public void failed(String label, long startNanos, SQLException error, boolean again) {}
      };

  /** A commit has returned. */
  void committed(TransactionType type, long startNanos, long endNanos);

  /**
   * A transaction has failed just now.
   *
   * @param label of its type, for people
   * @param again whether it is tried again
   */
  void failed(String label, long startNanos, SQLException error, boolean again);
}
