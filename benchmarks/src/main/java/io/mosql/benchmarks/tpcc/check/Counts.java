package io.mosql.benchmarks.tpcc.check;

import io.mosql.benchmarks.testbed.Conditions;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a database says has happened to it; the difference of two is what a run really did.
 *
 * @param orders sum(d_next_o_id): moves by one for each committed New-Order
 * @param payments count(history): one for each committed Payment
 * @param delivered orders with a carrier: up to ten for each committed Delivery
 */
public record Counts(long orders, long payments, long delivered) {

  public static Counts read(Connection connection) throws SQLException {
    return new Counts(
        Conditions.number(connection, "SELECT sum(d_next_o_id) FROM district"),
        Conditions.number(connection, "SELECT count(*) FROM history"),
        Conditions.number(connection, "SELECT count(o_carrier_id) FROM oorder"));
  }

  public Counts minus(Counts earlier) {
    return new Counts(
        orders - earlier.orders, payments - earlier.payments, delivered - earlier.delivered);
  }
}
