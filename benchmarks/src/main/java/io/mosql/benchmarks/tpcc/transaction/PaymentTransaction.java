package io.mosql.benchmarks.tpcc.transaction;

import io.mosql.benchmarks.tpcc.model.TpccRandom;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/**
 * Payment transaction (clause 2.5); 15 % of the customers belong to another warehouse, if there is
 * one.
 */
public final class PaymentTransaction implements TpccTransaction {
  private static final int DATA_LENGTH_MAX = 500;

  private final TpccStatements sql;
  private final CustomerChoice choice = new CustomerChoice();
  private final StringBuilder text = new StringBuilder(2 * DATA_LENGTH_MAX);

  private int warehouse;
  private int district;
  private int customerWarehouse;
  private int customerDistrict;
  private int customer;
  private BigDecimal amount = BigDecimal.ZERO;
  private String districtName = "";
  private String warehouseName = "";

  PaymentTransaction(TpccStatements sql) {
    this.sql = sql;
  }

  @Override
  public TransactionType type() {
    return TransactionType.PAYMENT;
  }

  public int customerWarehouse() {
    return customerWarehouse;
  }

  @Override
  public void prepare(TpccRandom random, TerminalInput home) {
    warehouse = home.warehouse();
    district = random.between(1, home.scale().districts());
    customerWarehouse = warehouse;
    customerDistrict = district;
    if (random.percent(15)) {
      customerDistrict = random.between(1, home.scale().districts());
      if (home.warehouses() > 1) {
        customerWarehouse = NewOrderTransaction.otherWarehouse(random, home);
      }
    }
    choice.prepare(random, home);
    amount = BigDecimal.valueOf(random.between(100, 500_000), 2);
  }

  @Override
  public TpccOutcome execute() throws SQLException {
    payDistrict();
    payWarehouse();
    customer = choice.resolve(sql, customerWarehouse, customerDistrict);
    if (hasGoodCredit()) {
      payCustomer();
    } else {
      payBadCustomer();
    }
    insertHistory();
    sql.commit();
    return TpccOutcome.COMMITTED;
  }

  private void payDistrict() throws SQLException {
    PreparedStatement update = sql.payDistrict;
    update.setBigDecimal(1, amount);
    update.setInt(2, warehouse);
    update.setInt(3, district);
    RowChecks.changedOne(update.executeUpdate(), "district");
    PreparedStatement select = sql.districtAddress;
    select.setInt(1, warehouse);
    select.setInt(2, district);
    try (ResultSet row = select.executeQuery()) {
      RowChecks.one(row, "district");
      districtName = address(row);
    }
  }

  private void payWarehouse() throws SQLException {
    PreparedStatement update = sql.payWarehouse;
    update.setBigDecimal(1, amount);
    update.setInt(2, warehouse);
    RowChecks.changedOne(update.executeUpdate(), "warehouse");
    PreparedStatement select = sql.warehouseAddress;
    select.setInt(1, warehouse);
    try (ResultSet row = select.executeQuery()) {
      RowChecks.one(row, "warehouse");
      warehouseName = address(row);
    }
  }

  /** Reads the complete address, as shown on the terminal's screen. */
  private static String address(ResultSet row) throws SQLException {
    for (int column = 2; column <= 6; column++) {
      RowChecks.show(row.getString(column));
    }
    return RowChecks.show(row.getString(1));
  }

  private boolean hasGoodCredit() throws SQLException {
    PreparedStatement select = sql.customerForPayment;
    setCustomer(select, 1);
    try (ResultSet row = select.executeQuery()) {
      RowChecks.one(row, "customer");
      for (int column = 1; column <= 9; column++) {
        RowChecks.show(row.getString(column));
      }
      row.getTimestamp(10);
      row.getDouble(12);
      row.getDouble(13);
      row.getDouble(14);
      return RowChecks.show(row.getString(11)).equals("GC");
    }
  }

  private void payCustomer() throws SQLException {
    PreparedStatement update = sql.payCustomer;
    update.setBigDecimal(1, amount);
    update.setBigDecimal(2, amount);
    setCustomer(update, 3);
    RowChecks.changedOne(update.executeUpdate(), "customer");
  }

  private void payBadCustomer() throws SQLException {
    PreparedStatement select = sql.customerData;
    setCustomer(select, 1);
    text.setLength(0);
    text.append(customer).append(' ').append(customerDistrict).append(' ');
    text.append(customerWarehouse).append(' ').append(district).append(' ').append(warehouse);
    text.append(' ').append(amount).append(" | ");
    try (ResultSet row = select.executeQuery()) {
      RowChecks.one(row, "customer");
      text.append(RowChecks.show(row.getString(1)));
    }
    PreparedStatement update = sql.payBadCustomer;
    update.setBigDecimal(1, amount);
    update.setBigDecimal(2, amount);
    update.setString(3, text.substring(0, Math.min(DATA_LENGTH_MAX, text.length())));
    setCustomer(update, 4);
    RowChecks.changedOne(update.executeUpdate(), "customer");
  }

  private void setCustomer(PreparedStatement statement, int from) throws SQLException {
    statement.setInt(from, customerWarehouse);
    statement.setInt(from + 1, customerDistrict);
    statement.setInt(from + 2, customer);
  }

  private void insertHistory() throws SQLException {
    PreparedStatement insert = sql.insertHistory;
    insert.setInt(1, customer);
    insert.setInt(2, customerDistrict);
    insert.setInt(3, customerWarehouse);
    insert.setInt(4, district);
    insert.setInt(5, warehouse);
    insert.setTimestamp(6, new Timestamp(System.currentTimeMillis()));
    insert.setBigDecimal(7, amount);
    insert.setString(8, warehouseName.concat("    ").concat(districtName));
    RowChecks.changedOne(insert.executeUpdate(), "history");
  }
}
