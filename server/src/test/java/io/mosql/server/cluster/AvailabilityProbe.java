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
 * One client that adds to a row, statement after statement, and knows how long nobody could write.
 * Thread-safe.
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

  /** Makes its table and begins. */
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
   * The longest time between two writes that were acknowledged, since it was last asked; a write
   * has to have been.
   */
  synchronized Duration takeLongestPause() {
    long pause = longestPause;
    longestPause = 0;
    return Duration.ofNanos(pause);
  }

  /** Writes that were acknowledged. */
  synchronized long acknowledged() {
    return acknowledged;
  }

  /**
   * Waits for a write that begins after a moment and is acknowledged.
   *
   * @param moment by {@link System#nanoTime}
   * @return how long after the moment that was
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

  /** Ends it, and compares what is there with what it was told. */
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
