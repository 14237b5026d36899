package io.mosql.benchmarks.tpcc.transaction;

import io.mosql.benchmarks.tpcc.model.TpccRandom;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Order-Status transaction (clause 2.6): a customer's newest order and its lines. */
public final class OrderStatusTransaction implements TpccTransaction {
  private final TpccStatements sql;
  private final CustomerChoice choice = new CustomerChoice();
  private int warehouse;
  private int district;

  OrderStatusTransaction(TpccStatements sql) {
    this.sql = sql;
  }

  @Override
  public TransactionType type() {
    return TransactionType.ORDER_STATUS;
  }

  @Override
  public void prepare(TpccRandom random, TerminalInput home) {
    warehouse = home.warehouse();
    district = random.between(1, home.scale().districts());
    choice.prepare(random, home);
  }

  @Override
  public TpccOutcome execute() throws SQLException {
    int customer = choice.resolve(sql, warehouse, district);
    readCustomer(customer);
    readLines(newestOrder(customer));
    sql.commit();
    return TpccOutcome.COMMITTED;
  }

  private void readCustomer(int customer) throws SQLException {
    PreparedStatement select = sql.customerStatus;
    select.setInt(1, warehouse);
    select.setInt(2, district);
    select.setInt(3, customer);
    try (ResultSet row = select.executeQuery()) {
      RowChecks.one(row, "customer");
      RowChecks.show(row.getString(1));
      RowChecks.show(row.getString(2));
      RowChecks.show(row.getString(3));
      row.getDouble(4);
    }
  }

  private int newestOrder(int customer) throws SQLException {
    PreparedStatement select = sql.newestOrder;
    select.setInt(1, warehouse);
    select.setInt(2, district);
    select.setInt(3, customer);
    try (ResultSet row = select.executeQuery()) {
      RowChecks.one(row, "oorder");
      row.getTimestamp(2);
      row.getInt(3);
      return row.getInt(1);
    }
  }

  private void readLines(int order) throws SQLException {
    PreparedStatement select = sql.orderLines;
    select.setInt(1, warehouse);
    select.setInt(2, district);
    select.setInt(3, order);
    int lines = 0;
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        row.getInt(1);
        row.getInt(2);
        row.getInt(3);
        row.getDouble(4);
        row.getTimestamp(5);
        lines++;
      }
    }
    if (lines < 5) {
      throw new SQLException("order " + order + " has only " + lines + " lines", "02000");
    }
  }
}
