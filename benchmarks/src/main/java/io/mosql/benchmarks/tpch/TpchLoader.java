package io.mosql.benchmarks.tpch;

import io.mosql.benchmarks.database.BenchmarkTables;
import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.database.RowLoad;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Loader of the eight tables with the data of dbgen, with primary keys and indexes on foreign keys.
 */
final class TpchLoader {
  private static final BenchmarkTables TABLES =
      new BenchmarkTables(
          "tpch_config", TpchTable.getTables().stream().map(TpchTable::getTableName).toList());

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
   * Creates and loads the tables, replacing those of an earlier run.
   *
   * @param progress receives the number of rows so far
   */
  long load(LongConsumer progress) throws SQLException {
    try (Connection connection = database.open()) {
      TABLES.create(connection, TpchQueries.SCRIPTS.statements("schema.sql"));
      connection.setAutoCommit(false);
      long rows = 0;
      for (TpchTable<?> table : TpchTable.getTables()) {
        rows += load(connection, table, rows, progress);
      }
      connection.setAutoCommit(true);
      try (Statement statement = connection.createStatement()) {
        for (String sql : TpchQueries.SCRIPTS.statements("indexes.sql")) {
          statement.execute(sql);
        }
      }
      TABLES.finish(connection, database.dialect(), Map.of("rows", rows));
      return rows;
    }
  }

  private <E extends TpchEntity> long load(
      Connection connection, TpchTable<E> table, long before, LongConsumer progress)
      throws SQLException {
    List<TpchColumn<E>> columns = table.getColumns();
    RowLoad load =
        new RowLoad(
            connection,
            database.dialect(),
            table.getTableName(),
            columns.size(),
            rows -> progress.accept(before + rows));
    try (load) {
      for (E row : table.createGenerator(scale, 1, 1)) {
        load.row(columns.stream().map(column -> value(column, row)).toArray());
      }
    }
    return load.rows();
  }

  private static <E extends TpchEntity> Object value(TpchColumn<E> column, E row) {
    return switch (column.getType().getBase()) {
      case IDENTIFIER -> Math.toIntExact(column.getIdentifier(row));
      case INTEGER -> column.getInteger(row);
      case DATE -> Date.valueOf(LocalDate.ofEpochDay(column.getDate(row)));
      // All numbers that are not integers are amounts with two digits.
      case DOUBLE -> BigDecimal.valueOf(Math.round(column.getDouble(row) * 100), 2);
      case VARCHAR -> column.getString(row);
    };
  }
}
