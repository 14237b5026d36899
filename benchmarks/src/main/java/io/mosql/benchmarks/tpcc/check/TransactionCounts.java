package io.mosql.benchmarks.tpcc.check;

import io.mosql.benchmarks.testbed.ConsistencyQueries;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Committed transactions as counted in the database; the difference of two readings belongs to a
 * run.
 *
 * @param orders sum(d_next_o_id): increases by one for each committed New-Order
 * @param payments count(history): one for each committed Payment
 * @param delivered orders with a carrier: up to ten for each committed Delivery
 */
public record TransactionCounts(long orders, long payments, long delivered) {

  public static TransactionCounts read(Connection connection) throws SQLException {
    return new TransactionCounts(
        ConsistencyQueries.number(connection, "SELECT sum(d_next_o_id) FROM district"),
        ConsistencyQueries.number(connection, "SELECT count(*) FROM history"),
        ConsistencyQueries.number(connection, "SELECT count(o_carrier_id) FROM oorder"));
  }

  public TransactionCounts minus(TransactionCounts earlier) {
    return new TransactionCounts(
        orders - earlier.orders, payments - earlier.payments, delivered - earlier.delivered);
  }
}
