package io.mosql.benchmarks.testbed;

import io.mosql.benchmarks.clients.AckedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Directory with a database that is kept after its run, and with {@code acked.log}, the log of
 * acknowledged transactions. A run continues with the database of the previous run; a check
 * searches for acknowledged transactions that are missing.
 *
 * @param what of the acknowledged items, in the plural
 */
public record RetainedDatabase(Path directory, String what) {

  /** Benchmark-specific queries and checks of the database. */
  public interface DatabaseInspector {
    boolean isLoaded(Connection connection) throws SQLException;

    /**
     * Checks the database and reports problems to the console; returns whether it is consistent.
     */
    boolean isConsistent(Connection connection, List<String> acknowledged)
        throws SQLException, IOException;
  }

  /**
   * Directory of the database, usable by other commands; an earlier version used a subdirectory db.
   */
  Path database() {
    Path earlier = directory.resolve("db");
    return Files.isDirectory(earlier) ? earlier : directory;
  }

  private Path log() {
    return directory.resolve("acked.log");
  }

  /** Opens the log for a run. */
  public AckedLog openLog() throws IOException {
    Files.createDirectories(directory);
    return new AckedLog(log());
  }

  private List<String> acknowledged() throws IOException {
    return AckedLog.wholeLines(log());
  }

  /**
   * Checks the directory before a run.
   *
   * @param loaded whether the database is loaded
   * @throws BenchmarkSetupException when acknowledged transactions exist but no load is complete
   */
  public void resume(boolean loaded, ProgressConsole console)
      throws IOException, BenchmarkSetupException {
    int acked = acknowledged().size();
    if (!loaded && acked > 0) {
      throw new BenchmarkSetupException(
          "acked.log holds %d %s, but the database has no finished load: it has lost them"
              .formatted(acked, what));
    }
    if (loaded) {
      console.line("Going on with the database of %s, %d %s acknowledged", directory, acked, what);
    }
  }

  /** Checks the database without a run; returns the exit code. */
  public int check(TargetDatabase target, ProgressConsole console, DatabaseInspector inspector)
      throws SQLException, IOException, BenchmarkSetupException {
    if (!Files.isDirectory(directory)) {
      throw new BenchmarkSetupException("there is no directory " + directory);
    }
    List<String> acked = acknowledged();
    if (target.needsDirectory() && !holdsMore()) {
      return nothingLoaded(acked, console);
    }
    try (Connection connection = target.databaseIn(database()).open()) {
      if (!inspector.isLoaded(connection)) {
        return nothingLoaded(acked, console);
      }
      return inspector.isConsistent(connection, acked) ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  private boolean holdsMore() throws IOException {
    try (Stream<Path> paths = Files.list(database())) {
      return paths.anyMatch(path -> !path.equals(log()));
    }
  }

  /**
   * Reports a database without a complete load, in which no transaction can have been acknowledged.
   */
  private int nothingLoaded(List<String> acked, ProgressConsole console) {
    console.line("The database has no finished load; %d %s were acknowledged.", acked.size(), what);
    return acked.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }
}
