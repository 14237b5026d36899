package io.mosql.benchmarks.tpcc.transaction;

import io.mosql.benchmarks.tpcc.model.TpccRandom;
import java.sql.SQLException;

/**
 * One of the five transactions of one terminal. An instance is used again and again: input is drawn
 * by {@link #prepare}, then {@link #execute} runs it, also more than once. Not thread-safe.
 */
public sealed interface TpccTransaction
    permits NewOrderTransaction,
        PaymentTransaction,
        OrderStatusTransaction,
        DeliveryTransaction,
        StockLevelTransaction {
  TransactionType type();

  /** Draws the input; talks to no database. */
  void prepare(TpccRandom random, TerminalInput home);

  /**
   * Runs all statements and ends the transaction. After an exception it is open still, and the
   * caller's to roll back.
   */
  TpccOutcome execute() throws SQLException;
}
