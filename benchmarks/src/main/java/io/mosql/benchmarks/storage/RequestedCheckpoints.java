package io.mosql.benchmarks.storage;

import io.mosql.benchmarks.storage.CommitLatencies.Phase;
import io.mosql.benchmarks.storage.step.StorageStatus;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Thread that requests checkpoints by statement, with pauses between them. */
final class RequestedCheckpoints implements CheckpointPhases {
  private final Connection connection;
  private final CommitLatencies times;
  private final int warmSeconds;
  private final int quietSeconds;
  private final CountDownLatch stop = new CountDownLatch(1);

  RequestedCheckpoints(
      Connection connection, CommitLatencies times, int warmSeconds, int quietSeconds) {
    this.connection = connection;
    this.times = times;
    this.warmSeconds = warmSeconds;
    this.quietSeconds = quietSeconds;
  }

  @Override
  public List<Double> call() throws SQLException, InterruptedException {
    List<Double> seconds = new ArrayList<>();
    if (stop.await(warmSeconds, TimeUnit.SECONDS)) {
      return seconds;
    }
    // The first checkpoint, of the rows written by the load, is not measured.
    StorageStatus.checkpoint(connection);
    times.begin(Phase.QUIET);
    while (!stop.await(quietSeconds, TimeUnit.SECONDS)) {
      times.begin(Phase.CHECKPOINT);
      long start = System.nanoTime();
      StorageStatus.checkpoint(connection);
      seconds.add((System.nanoTime() - start) / 1e9);
      times.begin(Phase.QUIET);
    }
    return seconds;
  }

  @Override
  public void stop() {
    stop.countDown();
  }
}
