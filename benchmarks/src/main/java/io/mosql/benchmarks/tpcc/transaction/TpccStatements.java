package io.mosql.benchmarks.tpcc.transaction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Prepared statements of a terminal. The SQL is identical for all databases; it has the statement
 * structure of BenchmarkSQL 5 with batching, so that both need the same round trips.
 */
final class TpccStatements {
  static final int LINES_MAX = 15;

  /** Statement n selects n items, and n stock rows. */
  final PreparedStatement[] items = new PreparedStatement[LINES_MAX + 1];

  final PreparedStatement[] stocks = new PreparedStatement[LINES_MAX + 1];
  final PreparedStatement districtForOrder;
  final PreparedStatement customerForOrder;
  final PreparedStatement takeOrderId;
  final PreparedStatement insertOrder;
  final PreparedStatement insertNewOrder;
  final PreparedStatement updateStock;
  final PreparedStatement insertLine;

  final PreparedStatement payDistrict;
  final PreparedStatement districtAddress;
  final PreparedStatement payWarehouse;
  final PreparedStatement warehouseAddress;
  final PreparedStatement customersByName;
  final PreparedStatement customerForPayment;
  final PreparedStatement customerData;
  final PreparedStatement payCustomer;
  final PreparedStatement payBadCustomer;
  final PreparedStatement insertHistory;

  final PreparedStatement customerStatus;
  final PreparedStatement newestOrder;
  final PreparedStatement orderLines;

  final PreparedStatement oldestNewOrder;
  final PreparedStatement deleteNewOrders;
  final PreparedStatement updateOrders;
  final PreparedStatement orderCustomers;
  final PreparedStatement updateLines;
  final PreparedStatement orderTotals;
  final PreparedStatement deliverCustomer;

  final PreparedStatement lowStock;

  private final Connection connection;

  TpccStatements(Connection connection) throws SQLException {
    this.connection = connection;
    for (int n = 1; n <= LINES_MAX; n++) {
      items[n] =
          prepare(
              "SELECT i_id, i_price, i_name, i_data FROM item WHERE i_id IN (", list("?", n), ")");
      stocks[n] =
          prepare(
              "SELECT s_w_id, s_i_id, s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03,"
                  + " s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10"
                  + " FROM stock WHERE (s_w_id, s_i_id) IN (",
              list("(?, ?)", n),
              ") FOR UPDATE");
    }
    districtForOrder =
        prepare("SELECT d_tax, d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ? FOR UPDATE");
    customerForOrder =
        prepare(
            "SELECT c_discount, c_last, c_credit, w_tax FROM customer"
                + " JOIN warehouse ON w_id = c_w_id"
                + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?");
    takeOrderId =
        prepare("UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = ? AND d_id = ?");
    insertOrder =
        prepare(
            "INSERT INTO oorder (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)");
    insertNewOrder = prepare("INSERT INTO new_order (no_w_id, no_d_id, no_o_id) VALUES (?, ?, ?)");
    updateStock =
        prepare(
            "UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1,"
                + " s_remote_cnt = s_remote_cnt + ? WHERE s_w_id = ? AND s_i_id = ?");
    insertLine =
        prepare(
            "INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id,"
                + " ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    payDistrict = prepare("UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?");
    districtAddress =
        prepare(
            "SELECT d_name, d_street_1, d_street_2, d_city, d_state, d_zip FROM district"
                + " WHERE d_w_id = ? AND d_id = ?");
    payWarehouse = prepare("UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?");
    warehouseAddress =
        prepare(
            "SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip FROM warehouse"
                + " WHERE w_id = ?");
    customersByName =
        prepare(
            "SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ?"
                + " ORDER BY c_first");
    customerForPayment =
        prepare(
            "SELECT c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip,"
                + " c_phone, c_since, c_credit, c_credit_lim, c_discount, c_balance FROM customer"
                + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ? FOR UPDATE");
    customerData =
        prepare("SELECT c_data FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?");
    payCustomer =
        prepare(
            "UPDATE customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,"
                + " c_payment_cnt = c_payment_cnt + 1"
                + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?");
    payBadCustomer =
        prepare(
            "UPDATE customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,"
                + " c_payment_cnt = c_payment_cnt + 1, c_data = ?"
                + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?");
    insertHistory =
        prepare(
            "INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount,"
                + " h_data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    customerStatus =
        prepare(
            "SELECT c_first, c_middle, c_last, c_balance FROM customer"
                + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?");
    newestOrder =
        prepare(
            "SELECT o_id, o_entry_d, o_carrier_id FROM oorder"
                + " WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ? ORDER BY o_id DESC LIMIT 1");
    orderLines =
        prepare(
            "SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line"
                + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?"
                + " ORDER BY ol_w_id, ol_d_id, ol_o_id, ol_number");
    oldestNewOrder =
        prepare(
            "SELECT no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = ?"
                + " ORDER BY no_o_id ASC LIMIT 1 FOR UPDATE");
    String tenOrders = list("(?, ?, ?)", DeliveryTransaction.DISTRICTS);
    deleteNewOrders =
        prepare("DELETE FROM new_order WHERE (no_w_id, no_d_id, no_o_id) IN (", tenOrders, ")");
    updateOrders =
        prepare(
            "UPDATE oorder SET o_carrier_id = ? WHERE (o_w_id, o_d_id, o_id) IN (", tenOrders, ")");
    orderCustomers =
        prepare(
            "SELECT o_d_id, o_c_id FROM oorder WHERE (o_w_id, o_d_id, o_id) IN (", tenOrders, ")");
    updateLines =
        prepare(
            "UPDATE order_line SET ol_delivery_d = ? WHERE (ol_w_id, ol_d_id, ol_o_id) IN (",
            tenOrders,
            ")");
    orderTotals =
        prepare(
            "SELECT ol_d_id, sum(ol_amount) AS order_total FROM order_line"
                + " WHERE (ol_w_id, ol_d_id, ol_o_id) IN (",
            tenOrders,
            ") GROUP BY ol_d_id");
    deliverCustomer =
        prepare(
            "UPDATE customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1"
                + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?");
    lowStock =
        prepare(
            "SELECT count(*) AS low_stock FROM (SELECT s_w_id, s_i_id, s_quantity FROM stock"
                + " WHERE s_w_id = ? AND s_quantity < ? AND s_i_id IN (SELECT ol_i_id FROM district"
                + " JOIN order_line ON ol_w_id = d_w_id AND ol_d_id = d_id"
                + " AND ol_o_id >= d_next_o_id - 20 AND ol_o_id < d_next_o_id"
                + " WHERE d_w_id = ? AND d_id = ?)) AS low");
  }

  void commit() throws SQLException {
    connection.commit();
  }

  void rollback() throws SQLException {
    connection.rollback();
  }

  private PreparedStatement prepare(String... parts) throws SQLException {
    return connection.prepareStatement(String.join("", parts));
  }

  private static String list(String element, int n) {
    return element + (", " + element).repeat(n - 1);
  }
}
