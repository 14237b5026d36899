package io.mosql.server.cluster;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Client that increments a row statement by statement and measures the times in which no write
 * succeeded. Thread-safe.
 */
final class AvailabilityProbe implements AutoCloseable {
  private static final Duration PACE = Duration.ofMillis(5);
  private static final Duration END_TIME = Duration.ofSeconds(60);

  private final ProcessCluster cluster;
  private final Thread thread = new Thread(this::run, "probe");
  private volatile boolean stopped;
  private long begun;
  private long ended;
  private long acknowledged;
  private long unknown;
  private long longestPause;
  private @Nullable Throwable failure;

  /** Creates the table and starts. */
  AvailabilityProbe(ProcessCluster cluster) throws SQLException {
    this.cluster = cluster;
    try (Connection connection = cluster.connect(Map.of());
        Statement statement = connection.createStatement()) {
      statement.execute("create table if not exists probe (id int primary key, n bigint not null)");
      statement.execute("delete from probe");
      statement.execute("insert into probe values (1, 0)");
    }
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try (Connection connection = cluster.connect(Map.of());
        PreparedStatement update =
            connection.prepareStatement("update probe set n = n + 1 where id = 1")) {
      while (!stopped) {
        write(update);
        LockSupport.parkNanos(PACE.toNanos());
      }
    } catch (SQLException | RuntimeException | Error e) {
      synchronized (this) {
        failure = e;
        notifyAll();
      }
    }
  }

  private void write(PreparedStatement update) throws SQLException {
    long began = System.nanoTime();
    try {
      if (update.executeUpdate() != 1) {
        throw new AssertionError("the row of the probe is gone");
      }
    } catch (SQLException e) {
      switch (String.valueOf(e.getSQLState())) {
        case "53100" -> {}
        case "40003" -> countUnknown();
        default -> throw e;
      }
      return;
    }
    synchronized (this) {
      long now = System.nanoTime();
      longestPause = Math.max(longestPause, acknowledged == 0 ? 0 : now - ended);
      begun = began;
      ended = now;
      acknowledged++;
      notifyAll();
    }
  }

  private synchronized void countUnknown() {
    unknown++;
  }

  /**
   * Returns the longest time between two acknowledged writes since the previous call; requires at
   * least one write.
   */
  synchronized Duration takeLongestPause() {
    long pause = longestPause;
    longestPause = 0;
    return Duration.ofNanos(pause);
  }

  /** Number of acknowledged writes. */
  synchronized long acknowledged() {
    return acknowledged;
  }

  /**
   * Waits for an acknowledged write that began after a given time.
   *
   * @param moment time by {@link System#nanoTime}
   * @return time from the moment to the acknowledgement
   */
  synchronized Duration awaitWriteAfter(long moment, Duration atMost) throws InterruptedException {
    while (acknowledged == 0 || begun - moment < 0) {
      if (failure != null) {
        throw new AssertionError("the probe failed", failure);
      }
      long left = TimeUnit.NANOSECONDS.toMillis(moment + atMost.toNanos() - System.nanoTime());
      if (left <= 0) {
        AssertionError late = new AssertionError("no write was acknowledged within " + atMost);
        late.setStackTrace(thread.getStackTrace());
        throw late;
      }
      wait(left);
    }
    return Duration.ofNanos(ended - moment);
  }

  /** Stops the client and compares the row with the acknowledged writes. */
  void finish() throws SQLException, InterruptedException {
    close();
    thread.join(END_TIME.toMillis());
    synchronized (this) {
      if (failure != null) {
        throw new AssertionError("the probe failed", failure);
      }
      long there;
      try (Connection connection = cluster.connect(Map.of());
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("select n from probe where id = 1")) {
        rows.next();
        there = rows.getLong(1);
      }
      if (there < acknowledged || there > acknowledged + unknown) {
        throw new AssertionError(
            "the probe was acknowledged %d additions, %d are unknown, %d are there"
                .formatted(acknowledged, unknown, there));
      }
    }
  }

  @Override
  public void close() {
    stopped = true;
  }
}
