package io.mosql.engine.history;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.history.Outcome;
import io.mosql.testkit.history.Promise;
import io.mosql.testkit.history.Recorder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A client with a connection of its own, whose transactions are recorded. None of them is tried
 * again. Used by one thread; closes its connection.
 */
final class Client implements AutoCloseable {
  private final int number;
  private final Connection connection;
  private final Recorder recorder;
  private final Promise promise;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private long values;

  /**
   * @param promise which isolation it asks for
   */
  Client(int number, Connection connection, Recorder recorder, Promise promise)
      throws SQLException {
    this.number = number;
    this.connection = connection;
    this.recorder = recorder;
    this.promise = promise;
    connection.setTransactionIsolation(
        switch (promise) {
          case STRICT_SERIALIZABLE -> Connection.TRANSACTION_SERIALIZABLE;
          case SNAPSHOT -> Connection.TRANSACTION_REPEATABLE_READ;
          case READ_COMMITTED -> Connection.TRANSACTION_READ_COMMITTED;
        });
  }

  /** What is done in a transaction, and recorded. */
  interface Work {
    void run(Recorder.Running running) throws SQLException;
  }

  Promise promise() {
    return promise;
  }

  /** A value that no client has used. */
  long newValue() {
    return number + HistoryRun.CLIENTS_MAX * ++values;
  }

  /** A transaction of several statements; sometimes it is rolled back at its end. */
  void transaction(SeededRandom random, Work work) throws SQLException {
    transaction(random.percent(5), work);
  }

  /** A transaction that commits. */
  void transaction(Work work) throws SQLException {
    transaction(false, work);
  }

  private void transaction(boolean rollsBack, Work work) throws SQLException {
    connection.setAutoCommit(false);
    Recorder.Running running = recorder.begin(number);
    Outcome outcome = Outcome.UNKNOWN;
    try {
      work.run(running);
      if (rollsBack) {
        connection.rollback();
        outcome = Outcome.FAILED;
      } else {
        connection.commit();
        outcome = Outcome.OK;
      }
    } catch (SQLException e) {
      outcome =
          switch (e.getSQLState()) {
            case "40001", "40P01" -> Outcome.FAILED;
            case "23514" -> Outcome.FAILED;
            case "40003" -> Outcome.UNKNOWN;
            default -> throw e;
          };
      connection.rollback();
    } finally {
      running.end(outcome);
    }
  }

  /** A statement that is a transaction: it never fails by conflict. */
  void statement(Work work) throws SQLException {
    connection.setAutoCommit(true);
    Recorder.Running running = recorder.begin(number);
    Outcome outcome = Outcome.UNKNOWN;
    try {
      work.run(running);
      outcome = Outcome.OK;
    } catch (SQLException e) {
      outcome =
          switch (e.getSQLState()) {
            case "23514" -> Outcome.FAILED;
            case "40003" -> Outcome.UNKNOWN;
            default -> throw e;
          };
    } finally {
      running.end(outcome);
    }
  }

  /** Does something within a transaction and takes it back: others must never see it. */
  void undone(Work work) throws SQLException {
    Recorder.Running running = recorder.begin(number);
    try {
      Savepoint savepoint = connection.setSavepoint();
      work.run(running);
      connection.rollback(savepoint);
    } finally {
      running.end(Outcome.FAILED);
    }
  }

  private PreparedStatement prepare(String sql, @Nullable Object... parameters)
      throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      statement.setFetchSize(prepared.size() % 3);
      prepared.put(sql, statement);
    }
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }

  /** Changes rows and returns how many. */
  int change(String sql, @Nullable Object... parameters) throws SQLException {
    return prepare(sql, parameters).executeUpdate();
  }

  /** Changes one row, which is there. */
  void changeOne(String sql, @Nullable Object... parameters) throws SQLException {
    int rows = change(sql, parameters);
    if (rows != 1) {
      throw new AssertionError(rows + " rows changed by " + sql);
    }
  }

  /** All rows of a query. */
  List<List<@Nullable Object>> rows(String sql, @Nullable Object... parameters)
      throws SQLException {
    List<List<@Nullable Object>> all = new ArrayList<>();
    try (ResultSet rows = prepare(sql, parameters).executeQuery()) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(rows.getObject(i));
        }
        all.add(row);
      }
    }
    return all;
  }

  /** First column of all rows of a query. */
  List<Long> numbers(String sql, @Nullable Object... parameters) throws SQLException {
    List<Long> all = new ArrayList<>();
    try (ResultSet rows = prepare(sql, parameters).executeQuery()) {
      while (rows.next()) {
        all.add(rows.getLong(1));
      }
    }
    return all;
  }

  /** The number in the only row of a query. */
  long number(String sql, @Nullable Object... parameters) throws SQLException {
    List<Long> all = numbers(sql, parameters);
    if (all.size() != 1) {
      throw new AssertionError(all.size() + " rows of " + sql);
    }
    return all.get(0);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
