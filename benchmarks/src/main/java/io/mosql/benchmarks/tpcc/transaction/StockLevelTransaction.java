package io.mosql.benchmarks.tpcc.transaction;

import io.mosql.benchmarks.tpcc.model.TpccRandom;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Stock-Level transaction (clause 2.8): the number of items in the last 20 orders of a district
 * with low stock.
 */
public final class StockLevelTransaction implements TpccTransaction {
  private final TpccStatements sql;
  private int warehouse;
  private int district;
  private int threshold;
  private int low;

  StockLevelTransaction(TpccStatements sql) {
    this.sql = sql;
  }

  @Override
  public TransactionType type() {
    return TransactionType.STOCK_LEVEL;
  }

  /** Result of the last execution. */
  public int low() {
    return low;
  }

  @Override
  public void prepare(TpccRandom random, TerminalInput home) {
    warehouse = home.warehouse();
    district = home.district();
    threshold = random.between(10, 20);
  }

  @Override
  public TpccOutcome execute() throws SQLException {
    PreparedStatement select = sql.lowStock;
    select.setInt(1, warehouse);
    select.setInt(2, threshold);
    select.setInt(3, warehouse);
    select.setInt(4, district);
    try (ResultSet row = select.executeQuery()) {
      RowChecks.one(row, "stock");
      low = row.getInt(1);
    }
    sql.commit();
    return TpccOutcome.COMMITTED;
  }
}
