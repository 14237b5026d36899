package io.mosql.benchmarks.storage.step;

import java.io.IOException;
import java.sql.SQLException;

/** Part of a command that runs in a JVM of its own. */
@FunctionalInterface
interface BenchmarkStep {
  /**
   * Ends its process with an exit code other than 0 when it throws.
   *
   * @param found takes figures, and lines for people
   */
  void run(StepInput given, StepOutput found)
      throws SQLException, IOException, InterruptedException;
}
