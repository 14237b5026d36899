package io.mosql.benchmarks.tpcc.transaction;

import io.mosql.benchmarks.tpcc.model.TpccRandom;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/**
 * New-Order transaction (clause 2.4). Lines are processed in the order of (warehouse, item), so
 * that two terminals never deadlock on stock rows.
 */
public final class NewOrderTransaction implements TpccTransaction {
  private static final int FIRST_DIST_COLUMN = 5;

  private final TpccStatements sql;

  private int warehouse;
  private int district;
  private int customer;
  private int lines;
  private final int[] supplier = new int[TpccStatements.LINES_MAX];
  private final int[] item = new int[TpccStatements.LINES_MAX];
  private final int[] quantity = new int[TpccStatements.LINES_MAX];

  private int orderId;
  private double taxFactor;
  private double total;
  private final long[] priceCents = new long[TpccStatements.LINES_MAX];
  private final boolean[] original = new boolean[TpccStatements.LINES_MAX];
  private final int[] stock = new int[TpccStatements.LINES_MAX];
  private final String[] distInfo = new String[TpccStatements.LINES_MAX];
  private int brandLines;

  NewOrderTransaction(TpccStatements sql) {
    this.sql = sql;
  }

  @Override
  public TransactionType type() {
    return TransactionType.NEW_ORDER;
  }

  public int warehouse() {
    return warehouse;
  }

  public int district() {
    return district;
  }

  /** Order number of the last execution. */
  public int orderId() {
    return orderId;
  }

  public int lines() {
    return lines;
  }

  /**
   * Total amount of the last execution; with {@link #brandLines} the output of the terminal's
   * screen.
   */
  public double total() {
    return total;
  }

  public int brandLines() {
    return brandLines;
  }

  @Override
  public void prepare(TpccRandom random, TerminalInput home) {
    warehouse = home.warehouse();
    district = random.between(1, home.scale().districts());
    customer = home.constants().customerId(random, home.scale());
    lines = random.between(5, TpccStatements.LINES_MAX);
    for (int i = 0; i < lines; i++) {
      boolean remote = random.percent(1) && home.warehouses() > 1;
      int from = remote ? otherWarehouse(random, home) : warehouse;
      insertSorted(i, from, home.constants().itemId(random, home.scale()), random.between(1, 10));
    }
    if (random.percent(1)) {
      // Item number that no load uses.
      item[lines - 1] = home.scale().items() + 1;
    }
  }

  static int otherWarehouse(TpccRandom random, TerminalInput home) {
    int drawn = random.between(1, home.warehouses() - 1);
    return drawn < home.warehouse() ? drawn : drawn + 1;
  }

  private void insertSorted(int count, int from, int id, int amount) {
    int at = count;
    while (at > 0 && (supplier[at - 1] > from || (supplier[at - 1] == from && item[at - 1] > id))) {
      supplier[at] = supplier[at - 1];
      item[at] = item[at - 1];
      quantity[at] = quantity[at - 1];
      at--;
    }
    supplier[at] = from;
    item[at] = id;
    quantity[at] = amount;
  }

  @Override
  public TpccOutcome execute() throws SQLException {
    readDistrict();
    readCustomer();
    insertOrder();
    if (!readItems()) {
      sql.rollback();
      return TpccOutcome.ROLLED_BACK;
    }
    readStock();
    writeLines();
    sql.commit();
    return TpccOutcome.COMMITTED;
  }

  private void readDistrict() throws SQLException {
    PreparedStatement select = sql.districtForOrder;
    select.setInt(1, warehouse);
    select.setInt(2, district);
    try (ResultSet row = select.executeQuery()) {
      RowChecks.one(row, "district");
      taxFactor = 1.0 + row.getDouble(1);
      orderId = row.getInt(2);
    }
  }

  private void readCustomer() throws SQLException {
    PreparedStatement select = sql.customerForOrder;
    select.setInt(1, warehouse);
    select.setInt(2, district);
    select.setInt(3, customer);
    try (ResultSet row = select.executeQuery()) {
      RowChecks.one(row, "customer");
      double discount = row.getDouble(1);
      RowChecks.show(row.getString(2));
      RowChecks.show(row.getString(3));
      taxFactor = (taxFactor + row.getDouble(4)) * (1.0 - discount);
    }
    PreparedStatement update = sql.takeOrderId;
    update.setInt(1, warehouse);
    update.setInt(2, district);
    RowChecks.changedOne(update.executeUpdate(), "district");
  }

  private void insertOrder() throws SQLException {
    PreparedStatement order = sql.insertOrder;
    order.setInt(1, warehouse);
    order.setInt(2, district);
    order.setInt(3, orderId);
    order.setInt(4, customer);
    order.setTimestamp(5, new Timestamp(System.currentTimeMillis()));
    order.setInt(6, lines);
    order.setInt(7, supplier[0] == warehouse && supplier[lines - 1] == warehouse ? 1 : 0);
    RowChecks.changedOne(order.executeUpdate(), "oorder");
    PreparedStatement waiting = sql.insertNewOrder;
    waiting.setInt(1, warehouse);
    waiting.setInt(2, district);
    waiting.setInt(3, orderId);
    RowChecks.changedOne(waiting.executeUpdate(), "new_order");
  }

  /** Reads the items; returns false when one does not exist. */
  private boolean readItems() throws SQLException {
    PreparedStatement select = sql.items[lines];
    for (int i = 0; i < lines; i++) {
      select.setInt(i + 1, item[i]);
      priceCents[i] = -1;
    }
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        int id = row.getInt(1);
        long cents = Math.round(row.getDouble(2) * 100);
        RowChecks.show(row.getString(3));
        boolean isOriginal = RowChecks.show(row.getString(4)).contains("ORIGINAL");
        for (int i = 0; i < lines; i++) {
          if (item[i] == id) {
            priceCents[i] = cents;
            original[i] = isOriginal;
          }
        }
      }
    }
    for (int i = 0; i < lines; i++) {
      if (priceCents[i] < 0) {
        return false;
      }
    }
    return true;
  }

  private void readStock() throws SQLException {
    PreparedStatement select = sql.stocks[lines];
    for (int i = 0; i < lines; i++) {
      select.setInt(2 * i + 1, supplier[i]);
      select.setInt(2 * i + 2, item[i]);
      stock[i] = Integer.MIN_VALUE;
    }
    brandLines = 0;
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        int from = row.getInt(1);
        int id = row.getInt(2);
        int available = row.getInt(3);
        boolean isOriginal = RowChecks.show(row.getString(4)).contains("ORIGINAL");
        String info = row.getString(FIRST_DIST_COLUMN + district - 1);
        for (int i = 0; i < lines; i++) {
          if (item[i] == id && supplier[i] == from) {
            stock[i] = available;
            distInfo[i] = info;
            brandLines += isOriginal && original[i] ? 1 : 0;
          }
        }
      }
    }
    for (int i = 0; i < lines; i++) {
      if (stock[i] == Integer.MIN_VALUE) {
        throw new SQLException("no stock row for item " + item[i], "02000");
      }
    }
  }

  private void writeLines() throws SQLException {
    PreparedStatement insert = sql.insertLine;
    // Clear the state of an earlier execution that failed.
    insert.clearBatch();
    long cents = 0;
    for (int i = 0; i < lines; i++) {
      if (i > 0 && item[i] == item[i - 1] && supplier[i] == supplier[i - 1]) {
        // Repeated item: the second line starts from the quantity left by the first one.
        stock[i] = stock[i - 1];
      }
      stock[i] -= quantity[i];
      if (stock[i] < 10) {
        stock[i] += 91;
      }
      updateStock(i);
      long amount = priceCents[i] * quantity[i];
      cents += amount;
      insert.setInt(1, warehouse);
      insert.setInt(2, district);
      insert.setInt(3, orderId);
      insert.setInt(4, i + 1);
      insert.setInt(5, item[i]);
      insert.setInt(6, supplier[i]);
      insert.setInt(7, quantity[i]);
      insert.setBigDecimal(8, BigDecimal.valueOf(amount, 2));
      insert.setString(9, distInfo[i]);
      insert.addBatch();
    }
    insert.executeBatch();
    total = cents / 100.0 * taxFactor;
  }

  private void updateStock(int i) throws SQLException {
    PreparedStatement update = sql.updateStock;
    update.setInt(1, stock[i]);
    update.setInt(2, quantity[i]);
    update.setInt(3, supplier[i] == warehouse ? 0 : 1);
    update.setInt(4, supplier[i]);
    update.setInt(5, item[i]);
    RowChecks.changedOne(update.executeUpdate(), "stock");
  }
}
