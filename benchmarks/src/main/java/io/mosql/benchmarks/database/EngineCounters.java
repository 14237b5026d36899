package io.mosql.benchmarks.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the engine from the view {@code mosql.log}; the difference of two readings belongs to
 * a run.
 *
 * @param fsyncs number of fsync calls of the log
 * @param reruns statements statements repeated on a newer version; null where unknown
 * @param restarts restarted single-statement transactions; null where unknown
 */
public record EngineCounters(
    long commits, long fsyncs, @Nullable Long reruns, @Nullable Long restarts) {

  /**
   * Reads the counters; empty for other databases and for a version without the view, since no
   * result depends on it.
   */
  public static Optional<EngineCounters> read(Connection connection, Dialect dialect) {
    if (dialect != Dialect.MOSQL) {
      return Optional.empty();
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM mosql.log")) {
      if (!row.next()) {
        return Optional.empty();
      }
      Map<String, Integer> columns = columns(row.getMetaData());
      Long commits = value(row, columns.get("commits"));
      Long fsyncs = value(row, columns.get("fsyncs"));
      if (commits == null || fsyncs == null) {
        return Optional.empty();
      }
      return Optional.of(
          new EngineCounters(
              commits,
              fsyncs,
              value(row, columns.get("statement_retries")),
              value(row, columns.get("transaction_retries"))));
    } catch (SQLException e) {
      return Optional.empty();
    }
  }

  private static Map<String, Integer> columns(ResultSetMetaData meta) throws SQLException {
    Map<String, Integer> columns = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 1; i <= meta.getColumnCount(); i++) {
      columns.put(meta.getColumnLabel(i), i);
    }
    return columns;
  }

  private static @Nullable Long value(ResultSet row, @Nullable Integer column) throws SQLException {
    if (column == null) {
      return null;
    }
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }

  /** Returns the difference from an earlier reading. */
  public EngineCounters since(EngineCounters earlier) {
    return new EngineCounters(
        commits - earlier.commits,
        fsyncs - earlier.fsyncs,
        minus(reruns, earlier.reruns),
        minus(restarts, earlier.restarts));
  }

  private static @Nullable Long minus(@Nullable Long later, @Nullable Long earlier) {
    return later == null || earlier == null ? null : later - earlier;
  }

  /** Formats the counters as one line. */
  public String line() {
    StringBuilder text = new StringBuilder();
    text.append("Log: ").append(commits).append(" commits, ").append(fsyncs).append(" fsyncs");
    if (fsyncs > 0) {
      double share = (double) commits / fsyncs;
      text.append(String.format(Locale.ROOT, ", %.2f commits per fsync", share));
    }
    if (reruns != null && restarts != null) {
      text.append("; the engine ran ").append(reruns).append(" statements again, restarted ");
      text.append(restarts).append(" transactions");
    }
    return text.toString();
  }
}
