package io.mosql.benchmarks.tpcc.transaction;

import io.mosql.benchmarks.tpcc.model.TpccRandom;
import java.sql.SQLException;

/**
 * One of the five transactions of one terminal. An instance is reusable: {@link #prepare} draws the
 * input, then {@link #execute} executes the transaction, possibly more than once. Not thread-safe.
 */
public sealed interface TpccTransaction
    permits NewOrderTransaction,
        PaymentTransaction,
        OrderStatusTransaction,
        DeliveryTransaction,
        StockLevelTransaction {
  TransactionType type();

  /** Draws the input; does not access the database. */
  void prepare(TpccRandom random, TerminalInput home);

  /**
   * Executes all statements and ends the transaction. After an exception the transaction is still
   * open, and the caller must roll it back.
   */
  TpccOutcome execute() throws SQLException;
}
