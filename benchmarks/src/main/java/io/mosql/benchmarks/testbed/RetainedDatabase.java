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
 * Directory with a database that outlives its run, and {@code acked.log}, the acknowledged
 * transactions. Runs go on where the last one ended, and a check looks for what is missing.
 *
 * @param what one acknowledged thing is, in the plural
 */
public record RetainedDatabase(Path directory, String what) {

  /** What a benchmark knows of its own database. */
  public interface DatabaseInspector {
    boolean isLoaded(Connection connection) throws SQLException;

    /** Whether all is as it should be, told to the console. */
    boolean isConsistent(Connection connection, List<String> acknowledged)
        throws SQLException, IOException;
  }

  /**
   * The directory itself, so that other commands take it as it is; a first version used db in it.
   */
  Path database() {
    Path earlier = directory.resolve("db");
    return Files.isDirectory(earlier) ? earlier : directory;
  }

  private Path log() {
    return directory.resolve("acked.log");
  }

  /** To be written to by a run. */
  public AckedLog openLog() throws IOException {
    Files.createDirectories(directory);
    return new AckedLog(log());
  }

  private List<String> acknowledged() throws IOException {
    return AckedLog.wholeLines(log());
  }

  /**
   * Before a run.
   *
   * @param loaded whether the database is
   * @throws Refusal when it should be
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

  /** Looks only; the exit code. */
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

  /** A process may die before its load has ended; then nothing can be acknowledged. */
  private int nothingLoaded(List<String> acked, ProgressConsole console) {
    console.line("The database has no finished load; %d %s were acknowledged.", acked.size(), what);
    return acked.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }
}
