package io.mosql.benchmarks.tpcc;

import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.tpcc.load.TpccLoader;
import io.mosql.benchmarks.tpcc.model.Scale;
import io.mosql.benchmarks.tpcc.schema.LoadConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** Small loaded TPC-C database in memory, which exists until this object is closed. */
public final class TpccTestDatabase implements AutoCloseable {
  public static final Scale SMALL = new Scale(200, 10, 30, 30, 9);
  private static final AtomicInteger NEXT = new AtomicInteger();

  private final Database database;
  private final Connection connection;
  private final LoadConfig loaded;

  private TpccTestDatabase(int warehouses, int workers) throws SQLException, InterruptedException {
    database = Database.of("jdbc:h2:mem:tpcc" + NEXT.incrementAndGet(), "sa", "");
    connection = database.open();
    loaded = new TpccLoader(database, SMALL, warehouses, workers, 42).load(rows -> {});
  }

  public static TpccTestDatabase load(int warehouses) throws SQLException, InterruptedException {
    return new TpccTestDatabase(warehouses, 2);
  }

  public static TpccTestDatabase load(int warehouses, int workers)
      throws SQLException, InterruptedException {
    return new TpccTestDatabase(warehouses, workers);
  }

  public Database database() {
    return database;
  }

  public Connection connection() {
    return connection;
  }

  public LoadConfig loaded() {
    return loaded;
  }

  public void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
