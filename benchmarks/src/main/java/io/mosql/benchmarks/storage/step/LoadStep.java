package io.mosql.benchmarks.storage.step;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Step that loads one table by JDBC batches, after a smaller one that warms up the JVM. CPU time is
 * that of the whole process: engine, driver and garbage collector.
 */
public final class LoadStep implements BenchmarkStep {
  public static final String INSERT = "insert";
  static final String CREATE_INDEX = "create-index";
  static final String ADD_PRIMARY_KEY = "add-primary-key";

  private interface Work {
    void run() throws SQLException;
  }

  @Override
  public void run(StepInput given, StepOutput found) throws SQLException {
    long rows = given.number("rows");
    long warmUp = given.number("warm-up");
    int batch = given.count("batch");
    boolean ascending = !given.flag("scattered");
    boolean indexed = given.flag("indexed");
    boolean build = given.flag("build");
    String afterCommit = given.text("after-commit");
    long seed = given.number("seed");
    try (Connection connection = given.connect()) {
      if (warmUp > 0) {
        LoadTable table = new LoadTable(connection, "warm_up_rows", seed);
        table.create(true, indexed);
        table.insert(warmUp, batch, ascending, afterCommit);
        table.drop();
      }
      LoadTable table = new LoadTable(connection, "load_rows", seed + 1);
      table.create(!build, indexed && !build);
      measure(INSERT, rows, found, () -> table.insert(rows, batch, ascending, afterCommit));
      if (build) {
        measure(CREATE_INDEX, rows, found, table::createIndex);
        measure(ADD_PRIMARY_KEY, rows, found, table::addPrimaryKey);
      }
      found.metric("errors", Math.abs(table.count() - rows));
    }
  }

  private static void measure(String what, long rows, StepOutput found, Work work)
      throws SQLException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpu = system.getProcessCpuTime();
    long start = System.nanoTime();
    work.run();
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpuSeconds = (system.getProcessCpuTime() - cpu) / 1e9;
    found.line(
        "%-16s %,d rows in %.2f s: %,.0f rows/s; %.2f us of CPU a row",
        what, rows, seconds, rows / seconds, cpuSeconds * 1e6 / rows);
    found.metric(what, rows / seconds);
  }
}
