package io.mosql.benchmarks.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Load of rows into one table, in the batches and with the statements that suit the database, each
 * some thousand rows in a transaction. {@link #close} commits the last ones. Not thread-safe.
 */
public final class RowLoad implements AutoCloseable {
  private static final int BATCH = 1_000;
  private static final int COMMIT = 20 * BATCH;

  private final Connection connection;
  private final LongConsumer progress;
  private final int rowsPerInsert;
  private final String table;
  private final int width;
  private final PreparedStatement insert;
  private final List<@Nullable Object[]> pending = new ArrayList<>();
  private long rows;

  /**
   * @param connection not in autocommit mode
   * @param width number of columns
   * @param progress receives the number of rows so far
   */
  public RowLoad(
      Connection connection, Dialect dialect, String table, int width, LongConsumer progress)
      throws SQLException {
    this.connection = connection;
    this.progress = progress;
    this.rowsPerInsert = dialect.rowsPerInsert();
    this.table = table;
    this.width = width;
    this.insert = connection.prepareStatement(insertOf(rowsPerInsert));
  }

  private String insertOf(int count) {
    String row = "(?" + ", ?".repeat(width - 1) + ")";
    return "INSERT INTO " + table + " VALUES " + row + (", " + row).repeat(count - 1);
  }

  /** Adds a row; null values are of any type. */
  public void row(@Nullable Object... values) throws SQLException {
    pending.add(values);
    if (pending.size() == rowsPerInsert) {
      addBatch(insert);
    }
    rows++;
    if (rows % BATCH == 0) {
      insert.executeBatch();
      progress.accept(rows);
    }
    if (rows % COMMIT == 0) {
      connection.commit();
    }
  }

  private void addBatch(PreparedStatement statement) throws SQLException {
    int index = 0;
    for (@Nullable Object[] values : pending) {
      for (Object value : values) {
        statement.setObject(++index, value);
      }
    }
    statement.addBatch();
    pending.clear();
  }

  public long rows() {
    return rows;
  }

  @Override
  public void close() throws SQLException {
    try (insert) {
      insert.executeBatch();
      if (!pending.isEmpty()) {
        try (PreparedStatement last = connection.prepareStatement(insertOf(pending.size()))) {
          addBatch(last);
          last.executeBatch();
        }
      }
      connection.commit();
    }
  }
}
