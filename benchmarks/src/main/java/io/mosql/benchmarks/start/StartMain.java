package io.mosql.benchmarks.start;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * Main class of a measured JVM: uses databases one after the other, each from getConnection to the
 * close of the connection. It has few dependencies and no lambdas, so that the database loads what
 * it needs itself.
 *
 * <p>Arguments: the URL, in which {@code {n}} is the number of the database; how many databases;
 * how many tables each. The output is one line: wall time and processor time of the first database,
 * then of each further one on average, all in milliseconds, and the number of classes that were
 * loaded.
 */
final class StartMain {
  private static final double NANOS_PER_MILLI = 1e6;

  private StartMain() {}

  public static void main(String[] arguments) throws SQLException {
    String url = arguments[0];
    int databases = Integer.parseInt(arguments[1]);
    int tables = Integer.parseInt(arguments[2]);
    long startCpu = cpuNanos();
    long start = System.nanoTime();
    use(url, 0, tables);
    long first = System.nanoTime();
    long firstCpu = cpuNanos();
    long middle = System.nanoTime();
    for (int database = 1; database < databases; database++) {
      use(url, database, tables);
    }
    long end = System.nanoTime();
    long endCpu = cpuNanos();
    int further = Math.max(1, databases - 1);
    System.out.println(
        StartResult.MARK
            + (first - start) / NANOS_PER_MILLI
            + " "
            + (firstCpu - startCpu) / NANOS_PER_MILLI
            + " "
            + (end - middle) / NANOS_PER_MILLI / further
            + " "
            + (endCpu - firstCpu) / NANOS_PER_MILLI / further
            + " "
            + ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
    System.exit(0);
  }

  private static void use(String url, int database, int tables) throws SQLException {
    try (Connection connection =
        DriverManager.getConnection(url.replace("{n}", Integer.toString(database)))) {
      for (int table = 0; table < tables; table++) {
        try (Statement statement = connection.createStatement()) {
          String name = "t" + table;
          statement.execute(
              "create table " + name + " (id int primary key, name varchar(20), n bigint)");
          statement.executeUpdate("insert into " + name + " values (1, 'one', 10)");
          try (ResultSet rows =
              statement.executeQuery("select name, n from " + name + " where id = 1")) {
            if (!rows.next() || !rows.getString(1).equals("one") || rows.getLong(2) != 10) {
              throw new SQLException("the row of table " + name + " is not the inserted one");
            }
          }
        }
      }
    }
  }

  /** Returns the processor time of this process, all threads included. */
  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }
}
