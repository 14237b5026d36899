package io.mosql.benchmarks.tpcc;

import io.mosql.benchmarks.measure.DiskProbe;
import io.mosql.benchmarks.measure.LoopbackProbe;
import io.mosql.benchmarks.measure.Workplace;
import io.mosql.benchmarks.tpcc.check.AckedCheck;
import io.mosql.benchmarks.tpcc.check.AckedLog;
import io.mosql.benchmarks.tpcc.check.ConditionResult;
import io.mosql.benchmarks.tpcc.check.ConsistencyCheck;
import io.mosql.benchmarks.tpcc.check.Counts;
import io.mosql.benchmarks.tpcc.check.Delivered;
import io.mosql.benchmarks.tpcc.db.Database;
import io.mosql.benchmarks.tpcc.db.LoadConfig;
import io.mosql.benchmarks.tpcc.load.Loader;
import io.mosql.benchmarks.tpcc.report.HtmlReport;
import io.mosql.benchmarks.tpcc.report.JsonReport;
import io.mosql.benchmarks.tpcc.report.Machine;
import io.mosql.benchmarks.tpcc.report.Product;
import io.mosql.benchmarks.tpcc.report.RunResult;
import io.mosql.benchmarks.tpcc.report.TextReport;
import io.mosql.benchmarks.tpcc.run.Measurements;
import io.mosql.benchmarks.tpcc.run.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One tpcc command: load, check, run, check again, report; or the check alone. */
final class TpccJob {
  static final int OK = 0;
  static final int FAILED = 1;
  static final int REFUSED = 3;

  private final TpccSettings settings;
  private final Console console;

  /** What stands in the way of a run before it has begun; told to the user as it is. */
  static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    Refusal(String message) {
      super(message);
    }
  }

  TpccJob(TpccSettings settings, Console console) {
    this.settings = settings;
    this.console = console;
  }

  /** The exit code. */
  int execute() throws SQLException, IOException, InterruptedException, Refusal {
    loadDriver();
    if (settings.checkOnly()) {
      return check();
    }
    if (!settings.needsDirectory()) {
      Path kept = settings.keep();
      if (kept != null) {
        Files.createDirectories(kept);
      }
      return run(Database.of(settings.url(), settings.user(), settings.password()));
    }
    try (Workplace workplace = workplace()) {
      return run(databaseIn(workplace.directory()));
    }
  }

  private void loadDriver() {
    String driver = settings.driver();
    if (driver == null) {
      return;
    }
    try {
      Class.forName(driver);
    } catch (ClassNotFoundException e) {
      console.line(
          "Driver class %s is not on the class path; going on with those that are.", driver);
    }
  }

  private Workplace workplace() throws IOException {
    Path keep = settings.keep();
    Path directory = settings.directory();
    if (keep != null) {
      return Workplace.kept(keptDatabase(keep));
    }
    return directory == null
        ? Workplace.fresh()
        : Workplace.freshIn(Files.createDirectories(directory));
  }

  /**
   * The directory itself, so that other commands take it as it is; a first version used db in it.
   */
  private static Path keptDatabase(Path keep) {
    Path earlier = keep.resolve("db");
    return Files.isDirectory(earlier) ? earlier : keep;
  }

  private static Path acked(Path keep) {
    return keep.resolve("acked.log");
  }

  private Database databaseIn(Path directory) {
    String url =
        settings.url().replace(TpccSettings.DIRECTORY, directory.toAbsolutePath().toString());
    return Database.of(url, settings.user(), settings.password());
  }

  private int run(Database database)
      throws SQLException, IOException, InterruptedException, Refusal {
    Path dataDirectory = dataDirectory(database);
    String fileSystem = DiskProbe.fileSystem(dataDirectory);
    boolean embedded = database.dialect().dataDirectory(database.url()).isPresent();
    if (embedded && DiskProbe.isInMemory(fileSystem) && !settings.allowTmpfs()) {
      throw new Refusal(
          dataDirectory
              + " is on "
              + fileSystem
              + ", where fsync costs nothing and keeps nothing; choose --dir or --allow-tmpfs");
    }
    console.line("Database: %s", database.displayUrl());
    // One connection stays open, so that an embedded database is not closed between steps.
    try (Connection connection = database.open()) {
      Double loadSeconds = null;
      Optional<LoadConfig> loaded = kept(connection);
      if (loaded.isEmpty()) {
        long start = System.nanoTime();
        loaded = Optional.of(load(database));
        loadSeconds = (System.nanoTime() - start) / 1e9;
        console.line("Loaded in %.1f s", loadSeconds);
      }
      Machine machine = machine(dataDirectory, embedded, fileSystem);
      return run(database, connection, loaded.get(), loadSeconds, machine);
    }
  }

  /** Where the database keeps its files, or this process its temporary ones; it exists. */
  private static Path dataDirectory(Database database) {
    Path path =
        database
            .dialect()
            .dataDirectory(database.url())
            .orElse(Path.of(System.getProperty("java.io.tmpdir")))
            .toAbsolutePath();
    while (!Files.exists(path) && path.getParent() != null) {
      path = path.getParent();
    }
    return path;
  }

  /** What an earlier run with --keep has left. */
  private Optional<LoadConfig> kept(Connection connection)
      throws SQLException, IOException, Refusal {
    Path keep = settings.keep();
    if (keep == null) {
      return Optional.empty();
    }
    Optional<LoadConfig> loaded = LoadConfig.read(connection);
    List<String> acked = AckedCheck.wholeLines(acked(keep));
    if (loaded.isEmpty() && !acked.isEmpty()) {
      throw new Refusal(
          "acked.log holds %d orders, but the database has no finished load: it has lost them"
              .formatted(acked.size()));
    }
    if (loaded.isPresent()) {
      console.line("Going on with the database of %s, %d orders acknowledged", keep, acked.size());
    }
    return loaded;
  }

  private LoadConfig load(Database database) throws SQLException, InterruptedException {
    long expected = settings.scale().expectedRows(settings.warehouses());
    long start = System.nanoTime();
    return new Loader(
            database,
            settings.scale(),
            settings.warehouses(),
            settings.loadWorkers(),
            settings.plan().seed())
        .load(rows -> console.loading(rows, expected, (System.nanoTime() - start) / 1e9));
  }

  private int run(
      Database database,
      Connection connection,
      LoadConfig loaded,
      @Nullable Double loadSeconds,
      Machine machine)
      throws SQLException, IOException, InterruptedException {
    Delivered delivered = new Delivered(loaded.warehouses(), loaded.scale().districts());
    if (loadSeconds == null) {
      ConsistencyCheck.readDelivered(connection, delivered);
    } else {
      delivered.addToEach(loaded.scale().delivered());
    }
    List<ConditionResult> before =
        conditions(connection, loadSeconds == null ? "as found" : "after the load", delivered);
    Counts countsBefore = Counts.read(connection);
    Optional<LogCounters> logBefore = LogCounters.read(connection, database.dialect());
    Run.Result run = terminals(database, loaded);
    Optional<LogCounters> logAfter = LogCounters.read(connection, database.dialect());
    Counts found = Counts.read(connection).minus(countsBefore);
    Measurements measurements = run.measurements();
    delivered.add(measurements.delivered());
    List<ConditionResult> after = conditions(connection, "after the run", delivered);
    Double commitsPerSync =
        logAfter.flatMap(log -> logBefore.flatMap(log::commitsPerSync)).orElse(null);
    RunResult result =
        RunResult.of(
            product(database, connection),
            machine.with(commitsPerSync),
            Math.min(settings.warehouses(), loaded.warehouses()),
            settings.plan(),
            loadSeconds,
            run.seconds(),
            run.terminalsGaveUp(),
            measurements,
            found,
            before,
            after);
    TextReport.lines(result).forEach(console::line);
    write(result);
    return result.problems().isEmpty() ? OK : FAILED;
  }

  private Run.Result terminals(Database database, LoadConfig loaded)
      throws SQLException, IOException, InterruptedException {
    Path keep = settings.keep();
    int warehouses = Math.min(settings.warehouses(), loaded.warehouses());
    try (AckedLog acked = keep == null ? null : new AckedLog(acked(keep))) {
      long[] last = new long[1];
      return new Run(database::open, loaded, warehouses, settings.plan(), acked)
          .execute(
              (seconds, newOrders, total) -> {
                console.running(seconds, newOrders, total, newOrders - last[0]);
                last[0] = newOrders;
              });
    }
  }

  private List<ConditionResult> conditions(
      Connection connection, String when, @Nullable Delivered expected) {
    console.line("Consistency conditions of clause 3.3.2, %s:", when);
    long start = System.nanoTime();
    List<ConditionResult> results =
        new ConsistencyCheck(connection).run(expected, result -> console.line(result.line()));
    console.line("  asked in %.1f s", (System.nanoTime() - start) / 1e9);
    return results;
  }

  private void write(RunResult result) throws IOException {
    Path json = settings.json();
    if (json != null) {
      JsonReport.write(result, json);
    }
    Path report = settings.report();
    if (report != null) {
      HtmlReport.write(result, report);
      console.line("Report: %s", report.toAbsolutePath());
    }
  }

  private static Machine machine(Path directory, boolean embedded, String fileSystem)
      throws IOException {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        "JVM " + System.getProperty("java.vm.version"),
        directory.toString(),
        embedded,
        fileSystem,
        DiskProbe.fdatasyncMicros(beside(directory)),
        LoopbackProbe.echoMicros(),
        null);
  }

  /** A database need not bear a stranger's file among its own. */
  private static Path beside(Path directory) throws IOException {
    Path parent = directory.getParent();
    boolean usable =
        parent != null
            && Files.isWritable(parent)
            && Files.getFileStore(parent).equals(Files.getFileStore(directory));
    return usable ? Objects.requireNonNull(parent) : directory;
  }

  private static Product product(Database database, Connection connection) throws SQLException {
    DatabaseMetaData meta = connection.getMetaData();
    return new Product(
        database.dialect().id(),
        meta.getDatabaseProductName(),
        meta.getDatabaseProductVersion(),
        meta.getDriverName() + " " + meta.getDriverVersion(),
        database.displayUrl(),
        isolation(connection.getTransactionIsolation()),
        database.dialect().durability(connection));
  }

  private static String isolation(int level) {
    return switch (level) {
      case Connection.TRANSACTION_READ_UNCOMMITTED -> "read uncommitted";
      case Connection.TRANSACTION_READ_COMMITTED -> "read committed";
      case Connection.TRANSACTION_REPEATABLE_READ -> "repeatable read";
      case Connection.TRANSACTION_SERIALIZABLE -> "serializable";
      default -> String.format(Locale.ROOT, "level %d", level);
    };
  }

  private int check() throws SQLException, IOException, Refusal {
    Path keep = settings.keep();
    if (keep == null || !Files.isDirectory(keep)) {
      throw new Refusal("there is no directory " + keep);
    }
    List<String> acked = AckedCheck.wholeLines(acked(keep));
    if (settings.needsDirectory() && !holdsMore(keptDatabase(keep), acked(keep))) {
      return nothingLoaded(acked);
    }
    try (Connection connection = databaseIn(keptDatabase(keep)).open()) {
      if (LoadConfig.read(connection).isEmpty()) {
        return nothingLoaded(acked);
      }
      List<ConditionResult> results = conditions(connection, "as found", null);
      AckedCheck.Result result = AckedCheck.run(connection, acked);
      result.examples().forEach(console::line);
      console.line(
          "Acknowledged orders: %d, of these in the database: %d",
          result.checked(), result.checked() - result.missing());
      boolean holds = results.stream().allMatch(ConditionResult::holds);
      return holds && result.missing() == 0 ? OK : FAILED;
    }
  }

  private static boolean holdsMore(Path directory, Path acked) throws IOException {
    try (Stream<Path> paths = Files.list(directory)) {
      return paths.anyMatch(path -> !path.equals(acked));
    }
  }

  /** A process may die before its load has ended; then nothing can be acknowledged. */
  private int nothingLoaded(List<String> acked) {
    console.line("The database has no finished load; %d orders were acknowledged.", acked.size());
    return acked.isEmpty() ? OK : FAILED;
  }
}
