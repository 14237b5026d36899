package io.mosql.benchmarks.tpcc;

import io.mosql.benchmarks.tpcc.db.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * How many commits and how many syncs a database's log has seen, where it has a view to say so:
 * {@code mosql.log} with columns {@code commits} and {@code fsyncs}.
 */
record LogCounters(long commits, long fsyncs) {

  static Optional<LogCounters> read(Connection connection, Dialect dialect) {
    if (dialect != Dialect.MOSQL) {
      return Optional.empty();
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT commits, fsyncs FROM mosql.log")) {
      return row.next()
          ? Optional.of(new LogCounters(row.getLong(1), row.getLong(2)))
          : Optional.empty();
    } catch (SQLException e) {
      // Not every version has the view, and no figure depends on it.
      return Optional.empty();
    }
  }

  Optional<Double> commitsPerSync(LogCounters earlier) {
    long more = fsyncs - earlier.fsyncs;
    return more > 0 ? Optional.of((double) (commits - earlier.commits) / more) : Optional.empty();
  }
}
