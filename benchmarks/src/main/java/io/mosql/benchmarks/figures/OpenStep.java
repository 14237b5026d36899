package io.mosql.benchmarks.figures;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Opens a database, asks for one row by its key, and closes it. */
final class OpenStep implements Step {
  @Override
  public void run(Given given, Found found) throws SQLException {
    long number = given.number("rows") / 2;
    long start = System.nanoTime();
    try (Connection connection = given.connect()) {
      long connected = System.nanoTime();
      try (PreparedStatement select = Items.select(connection)) {
        boolean right = Items.isRight(select, number);
        long answered = System.nanoTime();
        long sinceJvmStart =
            System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
        found.figure("connect-ms", (connected - start) / 1e6);
        found.figure("answer-ms", (answered - start) / 1e6);
        found.figure("jvm-to-answer-ms", sinceJvmStart);
        found.figure("errors", right ? 0 : 1);
      }
    }
  }
}
