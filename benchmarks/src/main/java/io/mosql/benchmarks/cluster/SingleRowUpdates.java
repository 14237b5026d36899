package io.mosql.benchmarks.cluster;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/** Client that updates rows one by one, with a commit for each. Confined to one thread. */
final class SingleRowUpdates implements AutoCloseable {
  private static final int ROWS = 1_000;

  private final Connection connection;
  private final PreparedStatement update;
  private int next;

  private SingleRowUpdates(Connection connection, PreparedStatement update) {
    this.connection = connection;
    this.update = update;
  }

  static SingleRowUpdates on(LocalCluster cluster) throws SQLException {
    Connection connection = cluster.database().open();
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table one_row (id int primary key, n int not null)");
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
          connection.prepareStatement("insert into one_row values (?, 0)")) {
        for (int id = 0; id < ROWS; id++) {
          insert.setInt(1, id);
          insert.addBatch();
        }
        insert.executeBatch();
      }
      connection.commit();
      connection.setAutoCommit(true);
      return new SingleRowUpdates(
          connection, connection.prepareStatement("update one_row set n = n + 1 where id = ?"));
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Measures the median time of an update with its commit. */
  double medianMicros(int updates) throws SQLException {
    long[] nanos = new long[updates];
    for (int i = 0; i < updates; i++) {
      next = (next + 1) % ROWS;
      update.setInt(1, next);
      long start = System.nanoTime();
      update.executeUpdate();
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return nanos[updates / 2] / 1e3;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
