package io.mosql.benchmarks.storage.step;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Step that creates and fills the table by JDBC batches and then closes the database, or halts
 * without closing it.
 */
final class FillStep implements BenchmarkStep {
  private final boolean halts;

  /**
   * @param halts whether the process halts without closing the database, as when it is killed
   */
  FillStep(boolean halts) {
    this.halts = halts;
  }

  @Override
  public void run(StepInput given, StepOutput found) throws SQLException {
    long rows = given.number("rows");
    long closing;
    try (Connection connection = given.connect()) {
      ItemTable.create(connection, "item", given.flag("indexed"));
      long start = System.nanoTime();
      ItemTable.fill(connection, "item", rows);
      closing = System.nanoTime();
      found.metric("seconds", (closing - start) / 1e9);
      if (halts) {
        Runtime.getRuntime().halt(0);
      }
    }
    found.metric("close-seconds", (System.nanoTime() - closing) / 1e9);
  }
}
