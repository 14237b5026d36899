package io.mosql.benchmarks.tpcc.txn;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The five transactions of one terminal over its connection, all statements prepared. */
public final class Transactions {
  private final Connection connection;
  private final Map<TransactionType, Transaction> byType = new EnumMap<>(TransactionType.class);

  /**
   * @param connection the terminal's own; autocommit is switched off
   */
  public Transactions(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    this.connection = connection;
    Statements sql = new Statements(connection);
    for (Transaction transaction :
        List.of(
            new NewOrder(sql),
            new Payment(sql),
            new OrderStatus(sql),
            new Delivery(sql),
            new StockLevel(sql))) {
      byType.put(transaction.type(), transaction);
    }
  }

  public Transaction get(TransactionType type) {
    return Objects.requireNonNull(byType.get(type));
  }

  public Connection connection() {
    return connection;
  }
}
