package io.mosql.benchmarks.tpcc.transaction;

import io.mosql.benchmarks.tpcc.model.TpccRandom;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Arrays;

/**
 * Delivery transaction (clause 2.7) of the oldest waiting order of each district, executed
 * immediately in one transaction: there is no queue for deferred execution. Districts without a
 * waiting order are skipped; an unused order number takes their place in the parameter lists.
 */
public final class DeliveryTransaction implements TpccTransaction {
  static final int DISTRICTS = 10;
  private static final int NONE = -1;

  private final TpccStatements sql;
  private int warehouse;
  private int carrier;
  private int districts;
  private final int[] order = new int[DISTRICTS];
  private final int[] customer = new int[DISTRICTS];
  private final BigDecimal[] total = new BigDecimal[DISTRICTS];

  DeliveryTransaction(TpccStatements sql) {
    this.sql = sql;
  }

  @Override
  public TransactionType type() {
    return TransactionType.DELIVERY;
  }

  public int warehouse() {
    return warehouse;
  }

  /** Whether the last execution delivered an order of this district. */
  public boolean delivered(int district) {
    return order[district - 1] != NONE;
  }

  @Override
  public void prepare(TpccRandom random, TerminalInput home) {
    warehouse = home.warehouse();
    districts = home.scale().districts();
    carrier = random.between(1, 10);
  }

  @Override
  public TpccOutcome execute() throws SQLException {
    Arrays.fill(order, NONE);
    Arrays.fill(customer, NONE);
    Arrays.fill(total, BigDecimal.ZERO);
    findOrders();
    setOrders(sql.deleteNewOrders, 1);
    sql.deleteNewOrders.executeUpdate();
    sql.updateOrders.setInt(1, carrier);
    setOrders(sql.updateOrders, 2);
    sql.updateOrders.executeUpdate();
    readCustomers();
    sql.updateLines.setTimestamp(1, new Timestamp(System.currentTimeMillis()));
    setOrders(sql.updateLines, 2);
    sql.updateLines.executeUpdate();
    readTotals();
    updateCustomers();
    sql.commit();
    return TpccOutcome.COMMITTED;
  }

  private void findOrders() throws SQLException {
    PreparedStatement select = sql.oldestNewOrder;
    for (int district = 1; district <= districts; district++) {
      select.setInt(1, warehouse);
      select.setInt(2, district);
      try (ResultSet row = select.executeQuery()) {
        if (row.next()) {
          order[district - 1] = row.getInt(1);
        }
      }
    }
  }

  private void setOrders(PreparedStatement statement, int from) throws SQLException {
    int parameter = from;
    for (int i = 0; i < DISTRICTS; i++) {
      statement.setInt(parameter++, warehouse);
      statement.setInt(parameter++, i + 1);
      statement.setInt(parameter++, order[i]);
    }
  }

  private void readCustomers() throws SQLException {
    setOrders(sql.orderCustomers, 1);
    try (ResultSet row = sql.orderCustomers.executeQuery()) {
      while (row.next()) {
        customer[row.getInt(1) - 1] = row.getInt(2);
      }
    }
  }

  private void readTotals() throws SQLException {
    setOrders(sql.orderTotals, 1);
    try (ResultSet row = sql.orderTotals.executeQuery()) {
      while (row.next()) {
        total[row.getInt(1) - 1] = row.getBigDecimal(2);
      }
    }
  }

  private void updateCustomers() throws SQLException {
    PreparedStatement update = sql.deliverCustomer;
    for (int i = 0; i < districts; i++) {
      if (order[i] == NONE) {
        continue;
      }
      if (customer[i] == NONE) {
        throw RowChecks.missing("oorder " + order[i]);
      }
      update.setBigDecimal(1, total[i]);
      update.setInt(2, warehouse);
      update.setInt(3, i + 1);
      update.setInt(4, customer[i]);
      RowChecks.changedOne(update.executeUpdate(), "customer");
    }
  }
}
