package io.mosql.benchmarks.storage;

import io.mosql.benchmarks.storage.CommitLatencies.Phase;
import io.mosql.benchmarks.storage.step.ItemTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Observer of the automatic checkpoints of a database, by polling its storage view. */
final class AutomaticCheckpoints implements CheckpointPhases {
  private static final int INTERVAL_MS = 10;
  private static final String QUERY = "SELECT checkpoint_running FROM mosql.storage";

  private final Connection connection;
  private final CommitLatencies times;
  private final int warmSeconds;
  private final CountDownLatch stop = new CountDownLatch(1);

  AutomaticCheckpoints(Connection connection, CommitLatencies times, int warmSeconds) {
    this.connection = connection;
    this.times = times;
    this.warmSeconds = warmSeconds;
  }

  /** Checks that the database has the storage view. */
  static void probe(Connection connection) throws SQLException {
    ItemTable.execute(connection, QUERY);
  }

  @Override
  public List<Double> call() throws SQLException, InterruptedException {
    List<Double> seconds = new ArrayList<>();
    if (stop.await(warmSeconds, TimeUnit.SECONDS)) {
      return seconds;
    }
    try (PreparedStatement query = connection.prepareStatement(QUERY)) {
      times.begin(Phase.QUIET);
      boolean running = false;
      long start = System.nanoTime();
      do {
        if (isRunning(query) != running) {
          running = !running;
          times.begin(running ? Phase.CHECKPOINT : Phase.QUIET);
          if (running) {
            start = System.nanoTime();
          } else {
            seconds.add((System.nanoTime() - start) / 1e9);
          }
        }
      } while (!stop.await(INTERVAL_MS, TimeUnit.MILLISECONDS));
    }
    return seconds;
  }

  private static boolean isRunning(PreparedStatement query) throws SQLException {
    try (ResultSet row = query.executeQuery()) {
      return row.next() && row.getBoolean(1);
    }
  }

  @Override
  public void stop() {
    stop.countDown();
  }
}
