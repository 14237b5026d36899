package io.mosql.benchmarks.figures;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The heap that a table takes, against that of the same process with an empty database. */
final class HeapStep implements Step {
  private static final int WARM_UP_ROWS = 2000;

  private final boolean dirty;

  /**
   * @param dirty whether to write the rows, else to read those that are there
   */
  HeapStep(boolean dirty) {
    this.dirty = dirty;
  }

  @Override
  public void run(Given given, Found found) throws SQLException {
    long rows = given.number("rows");
    // Classes, caches and whatever else does not grow with the rows.
    try (Connection empty = DriverManager.getConnection(given.text("empty-url"))) {
      Items.create(empty, "item", false);
      Items.fill(empty, "item", WARM_UP_ROWS);
      Items.wrongOnesOfAll(empty, WARM_UP_ROWS);
    }
    long before = UsedHeap.bytes();
    try (Connection connection = given.connect()) {
      long errors = 0;
      if (dirty) {
        Items.create(connection, "item", false);
        Items.fill(connection, "item", rows);
      } else {
        errors = Items.wrongOnesOfAll(connection, rows);
      }
      found.figure("bytes-per-row", (double) (UsedHeap.bytes() - before) / rows);
      Checkpoints.view(connection).ifPresent(line -> found.line("%s", line));
      found.figure("errors", errors + Math.abs(Items.count(connection, "item") - rows));
    }
  }
}
