package io.mosql.benchmarks.tools;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command bench pool. */
@Command(
    name = "pool",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "A point query with a connection of HikariCP beside a connection that is kept.",
    description = {
      "CPU time of: take a connection from the pool, prepare and execute a query by key, read its",
      "row, close everything. In turns with the same on one connection, without the pool. The first",
      "round warms up and does not count."
    })
@SuppressWarnings("NullAway.Init")
final class PoolCommand implements Callable<Integer> {
  private static final int ROWS = 1000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Spec private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "jdbc:mosql:mem:pool",
      description = "database, whose table bench_pool is replaced (default: jdbc:mosql:mem:pool)")
  private String url;

  @Option(
      names = "--queries",
      paramLabel = "N",
      defaultValue = "300000",
      description = "queries of a round (default: 300000)")
  private int queries;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = "(default: 5)")
  private int rounds;

  /** How a query gets its connection. */
  @FunctionalInterface
  private interface Source {
    Connection take() throws SQLException;
  }

  @Override
  public Integer call() throws SQLException {
    PrintWriter out = spec.commandLine().getOut();
    double[] ratios = new double[rounds];
    try (Connection kept = DriverManager.getConnection(url)) {
      create(kept);
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(url);
      try (HikariDataSource pool = new HikariDataSource(config)) {
        for (int round = 0; round <= rounds; round++) {
          double pooled = micros(pool::getConnection, true);
          double plain = micros(() -> kept, false);
          if (round > 0) {
            ratios[round - 1] = pooled / plain;
            out.printf(
                "round %d: pool %.2f us, one connection %.2f us, ratio %.2f%n",
                round, pooled, plain, pooled / plain);
            out.flush();
          }
        }
      }
      try (Statement statement = kept.createStatement()) {
        statement.execute("DROP TABLE bench_pool");
      }
    }
    Arrays.sort(ratios);
    out.printf(
        "ratio: median %.2f, %.2f to %.2f%n", ratios[rounds / 2], ratios[0], ratios[rounds - 1]);
    out.flush();
    return 0;
  }

  private static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS bench_pool");
      statement.execute("CREATE TABLE bench_pool (id INT PRIMARY KEY, v VARCHAR(20))");
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO bench_pool VALUES (?, ?)")) {
      for (int id = 0; id < ROWS; id++) {
        insert.setInt(1, id);
        insert.setString(2, "v" + id);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** CPU time of this thread for one query, in microseconds. */
  private double micros(Source source, boolean close) throws SQLException {
    long start = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < queries; i++) {
      Connection connection = source.take();
      try (PreparedStatement query =
          connection.prepareStatement("SELECT v FROM bench_pool WHERE id = ?")) {
        query.setInt(1, i % ROWS);
        try (ResultSet row = query.executeQuery()) {
          row.next();
          row.getString(1);
        }
      } finally {
        if (close) {
          connection.close();
        }
      }
    }
    return (THREADS.getCurrentThreadCpuTime() - start) / 1e3 / queries;
  }
}
