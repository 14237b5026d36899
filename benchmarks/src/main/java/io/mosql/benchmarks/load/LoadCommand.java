package io.mosql.benchmarks.load;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Options of bench load. CPU time is that of the whole process, and so of the engine with its
 * driver and garbage collector when it is embedded; on a quiet machine the share of the loading
 * thread, and its waits for the disk, bound the rate.
 */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Loads rows of 200 bytes by JDBC batches, one transaction a batch, into a fresh table with a",
      "primary key and one secondary index; or builds key and index afterwards."
    })
@SuppressWarnings("NullAway.Init")
public final class LoadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "jdbc:mosql:file:{dir}/db",
      description = "Database; {dir} in it is a fresh directory. Default ${DEFAULT-VALUE}.")
  private String url;

  @Option(names = "--rows", defaultValue = "1000000", description = "Default ${DEFAULT-VALUE}.")
  private long rows;

  @Option(names = "--batch", defaultValue = "1000", description = "Default ${DEFAULT-VALUE}.")
  private int batch;

  @Option(
      names = "--warmup",
      defaultValue = "200000",
      description = "Rows loaded before into another table; default ${DEFAULT-VALUE}.")
  private long warmup;

  @Option(names = "--no-index", description = "Without the secondary index.")
  private boolean noIndex;

  @Option(names = "--scattered", description = "Keys in no order, instead of ascending.")
  private boolean scattered;

  @Option(
      names = "--build",
      description = "Load without index and primary key, then add both; each is timed.")
  private boolean build;

  @Option(names = "--seed", defaultValue = "1", description = "Default ${DEFAULT-VALUE}.")
  private long seed;

  @Option(names = "--dir", paramLabel = "DIR", description = "Where to make the fresh directory.")
  private @Nullable Path directory;

  @Override
  public Integer call() throws SQLException, IOException {
    Path place = directory == null ? Path.of(System.getProperty("java.io.tmpdir")) : directory;
    Path fresh = Files.createTempDirectory(place, "mosql-load-");
    try (Connection connection =
        DriverManager.getConnection(url.replace("{dir}", fresh.toString()))) {
      run(connection);
    } finally {
      delete(fresh);
    }
    return 0;
  }

  private void run(Connection connection) throws SQLException {
    if (warmup > 0) {
      LoadTable table = new LoadTable(connection, "warmup_rows", seed);
      table.create(true, !noIndex);
      table.insert(warmup, batch, !scattered);
      table.drop();
    }
    LoadTable table = new LoadTable(connection, "load_rows", seed + 1);
    table.create(!build, !noIndex && !build);
    measure("insert", () -> table.insert(rows, batch, !scattered));
    if (build) {
      measure("create index", table::createIndex);
      measure("add primary key", table::addPrimaryKey);
    }
  }

  private interface Work {
    void run() throws SQLException;
  }

  private void measure(String what, Work work) throws SQLException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpu = system.getProcessCpuTime();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long own = threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    work.run();
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpuSeconds = (system.getProcessCpuTime() - cpu) / 1e9;
    double ownSeconds = (threads.getCurrentThreadCpuTime() - own) / 1e9;
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%-16s %,d rows in %.2f s: %,.0f rows/s; %.2f us of CPU a row, of which %.2f by the"
            + " loading thread%n",
        what,
        rows,
        seconds,
        rows / seconds,
        cpuSeconds * 1e6 / rows,
        ownSeconds * 1e6 / rows);
    out.flush();
  }

  private static void delete(Path directory) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> paths = Files.walk(directory)) {
      deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.deleteIfExists(path);
    }
  }
}
