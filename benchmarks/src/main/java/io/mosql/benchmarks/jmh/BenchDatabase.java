package io.mosql.benchmarks.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Temporary database with its own directory and one table of 100,000 rows; {@link #close} deletes
 * both.
 */
final class BenchDatabase implements AutoCloseable {
  static final int ROWS = 100_000;
  private static final int ROWS_PER_COMMIT = 1000;

  private final Path directory;
  private final Connection connection;

  /**
   * @param url URL with the placeholder {dir} for the directory
   */
  static BenchDatabase create(String url) throws SQLException, IOException {
    Path directory = Files.createTempDirectory("mosql-bench-");
    try {
      Path database = Files.createDirectory(directory.resolve("db"));
      return new BenchDatabase(directory, url.replace("{dir}", database.toString()));
    } catch (SQLException | IOException | RuntimeException | Error e) {
      delete(directory);
      throw e;
    }
  }

  private BenchDatabase(Path directory, String url) throws SQLException {
    this.directory = directory;
    this.connection = DriverManager.getConnection(url);
    try {
      fill();
    } catch (SQLException | RuntimeException | Error e) {
      connection.close();
      throw e;
    }
  }

  private void fill() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE account (id integer NOT NULL, owner varchar(40), balance decimal(12,2),"
              + " visits integer, PRIMARY KEY (id))");
    }
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO account (id, owner, balance, visits) VALUES (?, ?, 100.00, 0)")) {
      for (int id = 1; id <= ROWS; id++) {
        insert.setInt(1, id);
        insert.setString(2, "owner number " + id);
        insert.addBatch();
        if (id % ROWS_PER_COMMIT == 0) {
          insert.executeBatch();
          connection.commit();
        }
      }
    }
  }

  /** Connection with autocommit off. */
  Connection connection() {
    return connection;
  }

  /** Directory next to the database's own, on the same file system. */
  Path directory() {
    return directory;
  }

  @Override
  public void close() throws SQLException, IOException {
    connection.rollback();
    connection.close();
    delete(directory);
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      List<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.delete(path);
      }
    } catch (UncheckedIOException e) {
      throw new IOException("cannot delete " + directory, e);
    }
  }
}
