package io.mosql.benchmarks.storage.step;

import java.io.IOException;
import java.sql.SQLException;

/** Part of a command that runs in a separate JVM. */
@FunctionalInterface
interface BenchmarkStep {
  /**
   * Executes the step; an exception ends the process with a non-zero exit code.
   *
   * @param found receives metrics, and lines for display
   */
  void run(StepInput given, StepOutput found)
      throws SQLException, IOException, InterruptedException;
}
