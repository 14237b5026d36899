package io.mosql.benchmarks.clients;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Executor of the transactions of one client: rolls back failed transactions, retries serialization
 * failures and deadlocks, counts other errors. The client ends early when a rollback fails, or
 * after many consecutive failures. Not thread-safe.
 */
public final class TransactionRetrier {
  private static final int FAILURES_IN_A_ROW_MAX = 100;

  private final Connection connection;
  private final int retries;
  private final FailureCounts failures;
  private final Listener listener;
  private int failuresInARow;
  private boolean gaveUp;

  /** Transaction, including its commit. */
  public interface Unit<T> {
    T execute() throws SQLException;
  }

  /** Listener that is called for each failure, on the client's thread, before the rollback. */
  public interface Listener {
    /**
     * @param startNanos begin of the transaction, by {@link System#nanoTime}
     * @param again whether it may be retried
     */
    void failed(String label, long startNanos, SQLException error, boolean again);
  }

  public TransactionRetrier(Connection connection, int retries, FailureCounts failures) {
    this(connection, retries, failures, (label, startNanos, error, again) -> {});
  }

  public TransactionRetrier(
      Connection connection, int retries, FailureCounts failures, Listener listener) {
    this.connection = connection;
    this.retries = retries;
    this.failures = failures;
    this.listener = listener;
  }

  /**
   * @param label name of the transaction, for display
   * @return null when the transaction failed
   */
  public <T> @Nullable T run(String label, Unit<T> unit) {
    for (int left = retries; ; left--) {
      long start = System.nanoTime();
      try {
        T result = unit.execute();
        failuresInARow = 0;
        return result;
      } catch (SQLException e) {
        boolean again = left > 0 && isRetryable(e);
        listener.failed(label, start, e, again);
        boolean clean = rollback(e);
        if (clean && again) {
          failures.retried();
          continue;
        }
        failures.failed(label, e);
        gaveUp |= !clean || ++failuresInARow >= FAILURES_IN_A_ROW_MAX;
        return null;
      }
    }
  }

  /**
   * Whether an error is a serialization failure or deadlock; an unknown outcome (40003) is never
   * retried.
   */
  private static boolean isRetryable(SQLException e) {
    String state = e.getSQLState();
    return state != null && state.startsWith("40") && !state.equals("40003");
  }

  private boolean rollback(SQLException cause) {
    try {
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
      return true;
    } catch (SQLException e) {
      cause.addSuppressed(e);
      return false;
    }
  }

  /** Whether errors ended the client early. */
  public boolean gaveUp() {
    return gaveUp;
  }
}
