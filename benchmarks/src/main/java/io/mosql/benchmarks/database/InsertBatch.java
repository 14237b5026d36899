package io.mosql.benchmarks.database;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Batched INSERT into one table. Values are set from left to right, {@link #end} ends a row, {@link
 * #send} sends the collected rows. Not thread-safe.
 */
public final class InsertBatch implements AutoCloseable {
  private final PreparedStatement insert;
  private final LongAdder progress;
  private int column;
  private int rows;

  /**
   * @param progress receives the number of rows sent
   */
  public InsertBatch(Connection connection, LongAdder progress, String table, String columns)
      throws SQLException {
    int count = columns.split(",").length;
    String text =
        "INSERT INTO %s (%s) VALUES (?%s)".formatted(table, columns, ", ?".repeat(count - 1));
    this.insert = connection.prepareStatement(text);
    this.progress = progress;
  }

  public InsertBatch number(int value) throws SQLException {
    insert.setInt(++column, value);
    return this;
  }

  public InsertBatch number(long value) throws SQLException {
    insert.setLong(++column, value);
    return this;
  }

  public InsertBatch text(String value) throws SQLException {
    insert.setString(++column, value);
    return this;
  }

  public InsertBatch decimal(long unscaled, int scale) throws SQLException {
    insert.setBigDecimal(++column, BigDecimal.valueOf(unscaled, scale));
    return this;
  }

  public InsertBatch time(@Nullable Timestamp value) throws SQLException {
    if (value == null) {
      insert.setNull(++column, Types.TIMESTAMP);
    } else {
      insert.setTimestamp(++column, value);
    }
    return this;
  }

  public InsertBatch nullNumber() throws SQLException {
    insert.setNull(++column, Types.INTEGER);
    return this;
  }

  public void end() throws SQLException {
    insert.addBatch();
    column = 0;
    rows++;
  }

  public void send() throws SQLException {
    if (rows > 0) {
      insert.executeBatch();
      progress.add(rows);
      rows = 0;
    }
  }

  @Override
  public void close() throws SQLException {
    insert.close();
  }
}
