package io.mosql.benchmarks.testbed;

import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.database.EngineCounters;
import io.mosql.benchmarks.database.IsolationOption;
import io.mosql.benchmarks.measure.BenchmarkDirectory;
import io.mosql.benchmarks.measure.DiskProbe;
import io.mosql.benchmarks.measure.LoopbackProbe;
import io.mosql.benchmarks.report.DatabaseProduct;
import io.mosql.benchmarks.report.MachineInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opened target of a run: its directory and one connection in addition to those of the clients.
 * {@link #close} deletes a temporary directory. Not thread-safe.
 */
public final class Testbed implements AutoCloseable {
  private final @Nullable BenchmarkDirectory workplace;
  private final Database database;
  private final Connection connection;
  private final Path dataDirectory;
  private final String fileSystem;
  private final boolean embedded;

  private Testbed(
      @Nullable BenchmarkDirectory workplace,
      Database database,
      TargetDatabase target,
      ProgressConsole console)
      throws SQLException, IOException, BenchmarkSetupException {
    this.workplace = workplace;
    this.database = database;
    this.dataDirectory = dataDirectory(database);
    this.fileSystem = DiskProbe.fileSystem(dataDirectory);
    this.embedded = database.dialect().dataDirectory(database.url()).isPresent();
    if (embedded && DiskProbe.isInMemory(fileSystem) && !target.allowTmpfs()) {
      throw new BenchmarkSetupException(
          dataDirectory
              + " is on "
              + fileSystem
              + ", where fsync costs nothing and keeps nothing; choose --dir or --allow-tmpfs");
    }
    console.line("Database: %s", database.displayUrl());
    this.connection = database.open();
  }

  /**
   * @param kept directory in which the database is kept; null for a temporary one
   */
  public static Testbed open(
      TargetDatabase target, @Nullable RetainedDatabase kept, ProgressConsole console)
      throws SQLException, IOException, BenchmarkSetupException {
    loadDriver(target, console);
    if (!target.needsDirectory()) {
      return new Testbed(null, target.database(), target, console);
    }
    BenchmarkDirectory workplace = workplace(target, kept);
    try {
      Database database = target.databaseIn(workplace.directory());
      return new Testbed(workplace, database, target, console);
    } catch (SQLException | IOException | BenchmarkSetupException | RuntimeException | Error e) {
      workplace.close();
      throw e;
    }
  }

  private static void loadDriver(TargetDatabase target, ProgressConsole console) {
    String driver = target.driver();
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

  private static BenchmarkDirectory workplace(
      TargetDatabase target, @Nullable RetainedDatabase kept) throws IOException {
    if (kept != null) {
      return BenchmarkDirectory.kept(kept.database());
    }
    Path directory = target.directory();
    return directory == null
        ? BenchmarkDirectory.fresh()
        : BenchmarkDirectory.freshIn(Files.createDirectories(directory));
  }

  /** Returns the database's directory, or the temporary directory for a server; it exists. */
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

  public Database database() {
    return database;
  }

  /** Connection in autocommit mode. */
  public Connection connection() {
    return connection;
  }

  /** Executes statements, such as settings of the session, on the connection. */
  public void execute(List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  public Optional<EngineCounters> counters() {
    return EngineCounters.read(connection, database.dialect());
  }

  /** Measures the machine; nothing else must run at the same time. */
  public MachineInfo machine() throws IOException {
    return new MachineInfo(
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        "JVM " + System.getProperty("java.vm.version"),
        dataDirectory.toString(),
        embedded,
        fileSystem,
        DiskProbe.fdatasyncMicros(siblingPath(dataDirectory)),
        LoopbackProbe.echoMicros());
  }

  /**
   * Returns a path next to the database's directory, since a foreign file inside it might be
   * rejected.
   */
  private static Path siblingPath(Path directory) throws IOException {
    Path parent = directory.getParent();
    boolean usable =
        parent != null
            && Files.isWritable(parent)
            && Files.getFileStore(parent).equals(Files.getFileStore(directory));
    return usable ? Objects.requireNonNull(parent) : directory;
  }

  public DatabaseProduct product() throws SQLException {
    DatabaseMetaData meta = connection.getMetaData();
    return new DatabaseProduct(
        database.dialect().id(),
        meta.getDatabaseProductName(),
        meta.getDatabaseProductVersion(),
        meta.getDriverName() + " " + meta.getDriverVersion(),
        database.displayUrl(),
        IsolationOption.describe(connection.getTransactionIsolation()),
        database.dialect().durability(connection));
  }

  @Override
  public void close() throws SQLException {
    try {
      connection.close();
    } finally {
      if (workplace != null) {
        workplace.close();
      }
    }
  }
}
