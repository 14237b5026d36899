package io.mosql.benchmarks.testbed;

import io.mosql.benchmarks.db.Database;
import io.mosql.benchmarks.db.EngineCounters;
import io.mosql.benchmarks.db.Isolation;
import io.mosql.benchmarks.measure.DiskProbe;
import io.mosql.benchmarks.measure.LoopbackProbe;
import io.mosql.benchmarks.measure.Workplace;
import io.mosql.benchmarks.report.Machine;
import io.mosql.benchmarks.report.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A target, opened: its directory, and one connection beside those of the clients, which stays open
 * so that an embedded database is not closed between steps. A fresh directory goes with {@link
 * #close}. Not thread-safe.
 */
public final class Testbed implements AutoCloseable {
  private final @Nullable Workplace workplace;
  private final Database database;
  private final Connection connection;
  private final Path dataDirectory;
  private final String fileSystem;
  private final boolean embedded;

  private Testbed(@Nullable Workplace workplace, Database database, Target target, Console console)
      throws SQLException, IOException, Refusal {
    this.workplace = workplace;
    this.database = database;
    this.dataDirectory = dataDirectory(database);
    this.fileSystem = DiskProbe.fileSystem(dataDirectory);
    this.embedded = database.dialect().dataDirectory(database.url()).isPresent();
    if (embedded && DiskProbe.isInMemory(fileSystem) && !target.allowTmpfs()) {
      throw new Refusal(
          dataDirectory
              + " is on "
              + fileSystem
              + ", where fsync costs nothing and keeps nothing; choose --dir or --allow-tmpfs");
    }
    console.line("Database: %s", database.displayUrl());
    this.connection = database.open();
  }

  /**
   * @param kept where the database is kept; null for a fresh one
   */
  public static Testbed open(Target target, @Nullable Kept kept, Console console)
      throws SQLException, IOException, Refusal {
    loadDriver(target, console);
    if (!target.needsDirectory()) {
      return new Testbed(null, target.database(), target, console);
    }
    Workplace workplace = workplace(target, kept);
    try {
      Database database = target.databaseIn(workplace.directory());
      return new Testbed(workplace, database, target, console);
    } catch (SQLException | IOException | Refusal | RuntimeException | Error e) {
      workplace.close();
      throw e;
    }
  }

  private static void loadDriver(Target target, Console console) {
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

  private static Workplace workplace(Target target, @Nullable Kept kept) throws IOException {
    if (kept != null) {
      return Workplace.kept(kept.database());
    }
    Path directory = target.directory();
    return directory == null
        ? Workplace.fresh()
        : Workplace.freshIn(Files.createDirectories(directory));
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

  public Database database() {
    return database;
  }

  /** In autocommit mode. */
  public Connection connection() {
    return connection;
  }

  public Optional<EngineCounters> counters() {
    return EngineCounters.read(connection, database.dialect());
  }

  /** Takes measurements, so nothing else is to run. */
  public Machine machine() throws IOException {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        "JVM " + System.getProperty("java.vm.version"),
        dataDirectory.toString(),
        embedded,
        fileSystem,
        DiskProbe.fdatasyncMicros(beside(dataDirectory)),
        LoopbackProbe.echoMicros());
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

  public Product product() throws SQLException {
    DatabaseMetaData meta = connection.getMetaData();
    return new Product(
        database.dialect().id(),
        meta.getDatabaseProductName(),
        meta.getDatabaseProductVersion(),
        meta.getDriverName() + " " + meta.getDriverVersion(),
        database.displayUrl(),
        Isolation.describe(connection.getTransactionIsolation()),
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
