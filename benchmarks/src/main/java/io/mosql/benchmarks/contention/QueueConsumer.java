package io.mosql.benchmarks.contention;

import io.mosql.benchmarks.clients.BenchmarkClient;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Client that takes jobs one by one from the queue with SKIP LOCKED. */
final class QueueConsumer implements BenchmarkClient {
  private static final int NONE = -1;

  private final Connection connection;
  private final PreparedStatement take;
  private final PreparedStatement finish;
  private final PreparedStatement any;
  private final List<Integer> done = new ArrayList<>();
  private int job = NONE;

  /**
   * @param marks whether completed jobs are marked instead of deleted
   */
  QueueConsumer(Connection connection, boolean marks) throws SQLException {
    connection.setAutoCommit(false);
    this.connection = connection;
    this.take =
        connection.prepareStatement(
            "SELECT id FROM jobs WHERE state = 0 ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED");
    this.finish =
        connection.prepareStatement(
            marks ? "UPDATE jobs SET state = 1 WHERE id = ?" : "DELETE FROM jobs WHERE id = ?");
    this.any = connection.prepareStatement("SELECT count(*) FROM jobs WHERE state = 0");
  }

  @Override
  public void prepare() {}

  @Override
  public Step execute() throws SQLException {
    job = first(take);
    if (job == NONE) {
      // All remaining jobs may be locked by other transactions, which may still roll back.
      connection.rollback();
      boolean empty = first(any) == 0;
      connection.commit();
      return empty ? Step.END : Step.NOTHING;
    }
    finish.setInt(1, job);
    int rows = finish.executeUpdate();
    if (rows != 1) {
      throw new SQLException("job " + job + " was held, but " + rows + " rows changed", "02000");
    }
    connection.commit();
    return Step.DONE;
  }

  private static int first(PreparedStatement select) throws SQLException {
    try (ResultSet row = select.executeQuery()) {
      return row.next() ? row.getInt(1) : NONE;
    }
  }

  @Override
  public void acknowledged() {
    done.add(job);
  }

  /** Jobs whose commit returned; may be called after the client's thread has ended. */
  List<Integer> done() {
    return done;
  }
}
