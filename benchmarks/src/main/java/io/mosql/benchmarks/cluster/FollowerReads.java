package io.mosql.benchmarks.cluster;

import io.mosql.benchmarks.database.Database;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

/**
 * Load on the leader caused by reads on a follower.
 *
 * @param statements statements executed by the leader during the reads
 * @param entries entries added to the leader's log during the reads
 */
record FollowerReads(
    String follower, String leader, double medianMicros, long statements, long entries) {
  private static final int ROWS = 1_000;
  private static final Duration LEVEL = Duration.ofSeconds(30);
  private static final String STATEMENTS = "mosql_statement_seconds_count";
  private static final String ENTRIES = "mosql_cluster_last_index";

  /** Measures reads of the rows written by {@link SingleRowUpdates}. */
  static FollowerReads measure(LocalCluster cluster, int reads)
      throws SQLException, IOException, InterruptedException {
    cluster.await(LEVEL, "equal position of all nodes", () -> cluster.pollNodes().isLevel());
    NodeState leader = cluster.pollNodes().leader();
    if (leader == null) {
      throw new IOException("no leader");
    }
    NodeJvm follower =
        cluster.nodes().stream()
            .filter(node -> !node.name().equals(leader.name()))
            .findFirst()
            .orElseThrow();
    Database there =
        cluster.database(
            follower, "&readOnly=true&readConsistency=session&targetServerType=preferSecondary");
    try (Connection connection = there.open();
        PreparedStatement select =
            connection.prepareStatement("select n from one_row where id = ?")) {
      read(select, reads);
      double before = figure(cluster, follower.name(), STATEMENTS);
      double statements = figure(cluster, leader.name(), STATEMENTS);
      double entries = figure(cluster, leader.name(), ENTRIES);
      double micros = read(select, reads);
      long own = (long) (figure(cluster, follower.name(), STATEMENTS) - before);
      if (own < reads) {
        throw new IOException(
            "node " + follower.name() + " ran " + own + " of " + reads + " statements itself");
      }
      return new FollowerReads(
          follower.name(),
          leader.name(),
          micros,
          (long) (figure(cluster, leader.name(), STATEMENTS) - statements),
          (long) (figure(cluster, leader.name(), ENTRIES) - entries));
    }
  }

  private static double figure(LocalCluster cluster, String node, String name)
      throws IOException, InterruptedException {
    Map<String, Double> figures = cluster.node(node).admin().readMetrics();
    if (figures == null || !figures.containsKey(name)) {
      throw new IOException("node " + node + " does not report " + name);
    }
    return figures.getOrDefault(name, 0.0);
  }

  private static double read(PreparedStatement select, int reads) throws SQLException {
    long[] nanos = new long[reads];
    for (int i = 0; i < reads; i++) {
      select.setInt(1, i % ROWS);
      long start = System.nanoTime();
      try (ResultSet row = select.executeQuery()) {
        if (!row.next()) {
          throw new SQLException("row " + i % ROWS + " is not there", "02000");
        }
      }
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return nanos[reads / 2] / 1e3;
  }
}
