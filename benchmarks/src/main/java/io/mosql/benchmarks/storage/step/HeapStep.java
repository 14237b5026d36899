package io.mosql.benchmarks.storage.step;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * Step that measures the heap used by a table, compared with the same process with an empty
 * database.
 */
final class HeapStep implements BenchmarkStep {
  private static final int WARM_UP_ROWS = 2000;

  private final boolean dirty;

  /**
   * @param dirty whether to write the rows, otherwise existing rows are read
   */
  HeapStep(boolean dirty) {
    this.dirty = dirty;
  }

  @Override
  public void run(StepInput given, StepOutput found) throws SQLException {
    long rows = given.number("rows");
    // Loads classes and fills caches whose size does not depend on the number of rows.
    try (Connection empty = DriverManager.getConnection(given.text("empty-url"))) {
      ItemTable.create(empty, "item", false);
      ItemTable.fill(empty, "item", WARM_UP_ROWS);
      ItemTable.wrongOnesOfAll(empty, WARM_UP_ROWS);
    }
    long before = UsedHeap.bytes();
    try (Connection connection = given.connect()) {
      long errors = 0;
      if (dirty) {
        ItemTable.create(connection, "item", false);
        ItemTable.fill(connection, "item", rows);
      } else {
        errors = ItemTable.wrongOnesOfAll(connection, rows);
      }
      found.metric("bytes-per-row", (double) (UsedHeap.bytes() - before) / rows);
      StorageStatus.view(connection).ifPresent(line -> found.line("%s", line));
      found.metric("errors", errors + Math.abs(ItemTable.count(connection, "item") - rows));
    }
  }
}
