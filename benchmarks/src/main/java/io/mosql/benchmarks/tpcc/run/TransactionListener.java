package io.mosql.benchmarks.tpcc.run;

import io.mosql.benchmarks.tpcc.transaction.TransactionType;
import java.sql.SQLException;

/**
 * Listener that is called for every transaction of a run, on the terminal's thread. Times are by
 * {@link System#nanoTime}.
 */
public interface TransactionListener {
  /** Listener that ignores all events. */
  TransactionListener NONE =
      new TransactionListener() {
        @Override
        public void committed(TransactionType type, long startNanos, long endNanos) {}

        @Override
        public void failed(String label, long startNanos, SQLException error, boolean again) {}
      };

  /** Called after a commit has returned. */
  void committed(TransactionType type, long startNanos, long endNanos);

  /**
   * Called after a transaction has failed.
   *
   * @param label name of its type, for display
   * @param again whether it is retried
   */
  void failed(String label, long startNanos, SQLException error, boolean again);
}
