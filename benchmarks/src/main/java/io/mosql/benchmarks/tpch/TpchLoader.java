package io.mosql.benchmarks.tpch;

import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.database.Dialect;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Loader of the eight tables with the data of dbgen, with primary keys and indexes on foreign keys.
 */
final class TpchLoader {
  private static final int BATCH = 1_000;
  private static final int COMMIT = 20 * BATCH;

  private final Database database;
  private final double scale;

  /**
   * @param scale scale factor; 1 is a gigabyte
   */
  TpchLoader(Database database, double scale) {
    this.database = database;
    this.scale = scale;
  }

  /** Estimates the number of rows. */
  long expected() {
    return (long) (8_660_000 * scale);
  }

  /**
   * Creates and loads the tables.
   *
   * @param progress receives the number of rows so far
   */
  long load(LongConsumer progress) throws SQLException {
    try (Connection connection = database.open()) {
      execute(connection, TpchResources.statements("schema.sql"));
      connection.setAutoCommit(false);
      long rows = 0;
      for (TpchTable<?> table : TpchTable.getTables()) {
        rows = load(connection, table, rows, progress);
      }
      connection.setAutoCommit(true);
      execute(connection, TpchResources.statements("indexes.sql"));
      execute(connection, afterLoad(database.dialect()));
      return rows;
    }
  }

  private static List<String> afterLoad(Dialect dialect) {
    return dialect.afterLoad(TpchTable.getTables().stream().map(TpchLoader::name).toList());
  }

  private static String name(TpchTable<?> table) {
    return table.getTableName();
  }

  private static void execute(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private <E extends TpchEntity> long load(
      Connection connection, TpchTable<E> table, long before, LongConsumer progress)
      throws SQLException {
    List<TpchColumn<E>> columns = table.getColumns();
    String sql =
        "INSERT INTO %s VALUES (?%s)".formatted(name(table), ", ?".repeat(columns.size() - 1));
    long rows = before;
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (E row : table.createGenerator(scale, 1, 1)) {
        for (int i = 0; i < columns.size(); i++) {
          set(insert, i + 1, columns.get(i), row);
        }
        insert.addBatch();
        rows++;
        if (rows % BATCH == 0) {
          insert.executeBatch();
          progress.accept(rows);
        }
        if (rows % COMMIT == 0) {
          connection.commit();
        }
      }
      insert.executeBatch();
    }
    connection.commit();
    return rows;
  }

  private static <E extends TpchEntity> void set(
      PreparedStatement insert, int index, TpchColumn<E> column, E row) throws SQLException {
    switch (column.getType().getBase()) {
      case IDENTIFIER -> insert.setInt(index, Math.toIntExact(column.getIdentifier(row)));
      case INTEGER -> insert.setInt(index, column.getInteger(row));
      case DATE -> insert.setDate(index, Date.valueOf(LocalDate.ofEpochDay(column.getDate(row))));
      // All numbers that are not integers are amounts with two digits.
      case DOUBLE ->
          insert.setBigDecimal(
              index, BigDecimal.valueOf(Math.round(column.getDouble(row) * 100), 2));
      case VARCHAR -> insert.setString(index, column.getString(row));
    }
  }
}
