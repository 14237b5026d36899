package io.mosql.benchmarks.tpcc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The five transactions of one terminal with its connection and prepared statements. */
public final class TerminalTransactions {
  private final Connection connection;
  private final Map<TransactionType, TpccTransaction> byType = new EnumMap<>(TransactionType.class);

  /**
   * @param connection connection of the terminal; autocommit is switched off
   */
  public TerminalTransactions(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    this.connection = connection;
    TpccStatements sql = new TpccStatements(connection);
    for (TpccTransaction transaction :
        List.of(
            new NewOrderTransaction(sql),
            new PaymentTransaction(sql),
            new OrderStatusTransaction(sql),
            new DeliveryTransaction(sql),
            new StockLevelTransaction(sql))) {
      byType.put(transaction.type(), transaction);
    }
  }

  public TpccTransaction get(TransactionType type) {
    return Objects.requireNonNull(byType.get(type));
  }

  public Connection connection() {
    return connection;
  }
}
