package io.mosql.benchmarks.tpcc.txn;

import io.mosql.benchmarks.tpcc.model.TpccRandom;
import java.sql.SQLException;

/**
 * One of the five transactions of one terminal. An instance is used again and again: input is drawn
 * by {@link #prepare}, then {@link #execute} runs it, also more than once. Not thread-safe.
 */
public sealed interface Transaction permits NewOrder, Payment, OrderStatus, Delivery, StockLevel {
  TransactionType type();

  /** Draws the input; talks to no database. */
  void prepare(TpccRandom random, Home home);

  /**
   * Runs all statements and ends the transaction. After an exception it is open still, and the
   * caller's to roll back.
   */
  Outcome execute() throws SQLException;
}
