package io.mosql.benchmarks.storage.step;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Step that measures COPY from a file into a table without and into one with a secondary index, and
 * back into a file.
 */
final class CopyStep implements BenchmarkStep {
  private static final String FILE = "items.csv";

  @Override
  public void run(StepInput given, StepOutput found) throws SQLException, IOException {
    long rows = given.number("rows");
    Path directory = Path.of(given.text("directory"));
    Path file = directory.resolve(FILE);
    ItemCsvFile.write(file, rows);
    found.line("%s: %,d bytes", FILE, Files.size(file));
    try (Connection connection = given.connect()) {
      for (int run = 1; run <= given.count("runs"); run++) {
        double plain = from(connection, "plain", false, rows);
        double indexed = from(connection, "item", true, rows);
        Path copy = directory.resolve("copy.csv");
        Files.deleteIfExists(copy);
        long start = System.nanoTime();
        ItemTable.execute(connection, "COPY item TO 'copy.csv' WITH (FORMAT csv, HEADER true)");
        double back = rows / ((System.nanoTime() - start) / 1e9);
        long errors =
            ItemTable.wrongOnesOfAll(connection, rows) + (Files.mismatch(file, copy) < 0 ? 0 : 1);
        found.line("run %d: %,.0f, %,.0f, %,.0f rows/s", run, plain, indexed, back);
        found.metric("plain-" + run, plain);
        found.metric("indexed-" + run, indexed);
        found.metric("back-" + run, back);
        found.metric("errors-" + run, errors);
        ItemTable.execute(connection, "DROP TABLE plain");
        ItemTable.execute(connection, "DROP TABLE item");
      }
    } catch (SQLException e) {
      if (!StorageStatus.isUnknown(e)) {
        throw e;
      }
      found.line("COPY is not supported by this database: %s", e);
      found.metric("unsupported", 1);
    }
  }

  private static double from(Connection connection, String table, boolean indexed, long rows)
      throws SQLException {
    ItemTable.create(connection, table, indexed);
    long start = System.nanoTime();
    ItemTable.execute(
        connection, "COPY " + table + " FROM '" + FILE + "' WITH (FORMAT csv, HEADER true)");
    double seconds = (System.nanoTime() - start) / 1e9;
    long count = ItemTable.count(connection, table);
    if (count != rows) {
      throw new SQLException(table + " has " + count + " rows, not " + rows);
    }
    return rows / seconds;
  }
}
