package io.mosql.benchmarks.storage.step;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Step that opens a database, reads one row by its key, and closes the database. */
final class OpenStep implements BenchmarkStep {
  @Override
  public void run(StepInput given, StepOutput found) throws SQLException {
    long number = given.number("rows") / 2;
    long start = System.nanoTime();
    try (Connection connection = given.connect()) {
      long connected = System.nanoTime();
      try (PreparedStatement select = ItemTable.select(connection)) {
        boolean right = ItemTable.isRight(select, number);
        long answered = System.nanoTime();
        long sinceJvmStart =
            System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
        found.metric("connect-ms", (connected - start) / 1e6);
        found.metric("answer-ms", (answered - start) / 1e6);
        found.metric("jvm-to-answer-ms", sinceJvmStart);
        found.metric("errors", right ? 0 : 1);
      }
    }
  }
}
