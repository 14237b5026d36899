package io.mosql.benchmarks.clients;

import java.io.IOException;
import java.sql.SQLException;

/** One of several identical clients of a benchmark. Used by one thread. */
public interface BenchmarkClient {
  /** Outcome of a transaction without an error. */
  enum Step {
    DONE,
    /** No work was available, but more may become available. */
    NOTHING,
    /** No work is left. */
    END
  }

  /** Draws the input of the next transaction; not timed. */
  void prepare();

  /**
   * Executes the transaction, including its commit; called again with the same input after a
   * failure.
   */
  Step execute() throws SQLException;

  /** Records that the commit has returned; not timed. */
  void acknowledged() throws IOException;
}
