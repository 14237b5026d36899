package io.mosql.benchmarks.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** COPY from a file into a table without and one with a secondary index, and back into a file. */
final class CopyStep implements Step {
  private static final String FILE = "items.csv";

  @Override
  public void run(Given given, Found found) throws SQLException, IOException {
    long rows = given.number("rows");
    Path directory = Path.of(given.text("directory"));
    Path file = directory.resolve(FILE);
    ItemsCsv.write(file, rows);
    found.line("%s: %,d bytes", FILE, Files.size(file));
    try (Connection connection = given.connect()) {
      for (int run = 1; run <= given.count("runs"); run++) {
        double plain = from(connection, "plain", false, rows);
        double indexed = from(connection, "item", true, rows);
        Path copy = directory.resolve("copy.csv");
        Files.deleteIfExists(copy);
        long start = System.nanoTime();
        Items.execute(connection, "COPY item TO 'copy.csv' WITH (FORMAT csv, HEADER true)");
        double back = rows / ((System.nanoTime() - start) / 1e9);
        long errors =
            Items.wrongOnesOfAll(connection, rows) + (Files.mismatch(file, copy) < 0 ? 0 : 1);
        found.line("run %d: %,.0f, %,.0f, %,.0f rows/s", run, plain, indexed, back);
        found.figure("plain-" + run, plain);
        found.figure("indexed-" + run, indexed);
        found.figure("back-" + run, back);
        found.figure("errors-" + run, errors);
        Items.execute(connection, "DROP TABLE plain");
        Items.execute(connection, "DROP TABLE item");
      }
    } catch (SQLException e) {
      if (!Checkpoints.isUnknown(e)) {
        throw e;
      }
      found.line("COPY is not supported by this database: %s", e);
      found.figure("unsupported", 1);
    }
  }

  private static double from(Connection connection, String table, boolean indexed, long rows)
      throws SQLException {
    Items.create(connection, table, indexed);
    long start = System.nanoTime();
    Items.execute(
        connection, "COPY " + table + " FROM '" + FILE + "' WITH (FORMAT csv, HEADER true)");
    double seconds = (System.nanoTime() - start) / 1e9;
    long count = Items.count(connection, table);
    if (count != rows) {
      throw new SQLException(table + " has " + count + " rows, not " + rows);
    }
    return rows / seconds;
  }
}
