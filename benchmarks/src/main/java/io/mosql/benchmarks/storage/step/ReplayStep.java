package io.mosql.benchmarks.storage.step;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.SplittableRandom;

/**
 * Step that opens a database that was not closed, verifies its content, and halts without closing
 * it.
 */
final class ReplayStep implements BenchmarkStep {
  private static final int SAMPLE = 1000;

  @Override
  public void run(StepInput given, StepOutput found) throws SQLException {
    long rows = given.number("rows");
    long start = System.nanoTime();
    try (Connection connection = given.connect()) {
      long count = ItemTable.count(connection, "item");
      found.metric("answer-seconds", (System.nanoTime() - start) / 1e9);
      found.metric("errors", Math.abs(count - rows) + wrongOnesOfSample(connection, rows));
      // Closing would write a checkpoint, and the next run would have no log to replay.
      Runtime.getRuntime().halt(0);
    }
  }

  private static long wrongOnesOfSample(Connection connection, long rows) throws SQLException {
    SplittableRandom random = new SplittableRandom(1);
    long wrong = 0;
    try (PreparedStatement select = ItemTable.select(connection)) {
      for (int i = 0; i < SAMPLE; i++) {
        wrong += ItemTable.isRight(select, random.nextLong(rows)) ? 0 : 1;
      }
    }
    return wrong;
  }
}
