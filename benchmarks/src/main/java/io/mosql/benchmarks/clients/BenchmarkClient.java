package io.mosql.benchmarks.clients;

import java.io.IOException;
import java.sql.SQLException;

/** One of several identical clients of a benchmark. Used by one thread. */
public interface BenchmarkClient {
  /** What came of a transaction that met no error. */
  enum Step {
    DONE,
    /** There was nothing to do, but there may be again. */
    NOTHING,
    /** There is nothing left to do. */
    END
  }

  /** Draws the input of the next transaction; not timed. */
  void prepare();

  /** Runs it up to the return of its commit; again with the same input after a failure. */
  Step execute() throws SQLException;

  /** Takes down that its commit has returned; not timed. */
  void acknowledged() throws IOException;
}
