package io.mosql.engine.history;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.history.AttemptOutcome;
import io.mosql.testkit.history.ConsistencyModel;
import io.mosql.testkit.history.HistoryRecorder;
import io.mosql.testkit.history.TransactionStep;
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
 * A client with its own connection, whose transactions are recorded and not retried. Used by one
 * thread; closes its connection. A connection that was lost is replaced at the next transaction.
 */
public final class Client implements AutoCloseable {
  /** Maximum number of clients of a history. */
  public static final int NUMBERS = 64;

  /** SQLSTATE of a violated CHECK, which is recorded. */
  public static final String REFUSED = "23514";

  private final int number;
  private final Opener opener;
  private final HistoryRecorder recorder;
  private final ConsistencyModel promise;
  private final Verdicts verdicts;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private @Nullable Connection connection;
  private boolean readOnly;
  private long values;

  /** Opens connections to one database. */
  public interface Opener {
    Connection open() throws SQLException;
  }

  /** Maps errors to outcomes of their transactions. */
  public interface Verdicts {
    /**
     * For a database that is always available.
     *
     * @param hasCheck whether there is a CHECK that may refuse changes
     */
    static Verdicts local(boolean hasCheck) {
      return (failure, single) ->
          switch (failure.getSQLState()) {
            case "40001", "40P01" -> single ? null : AttemptOutcome.FAILED;
            case REFUSED -> hasCheck ? AttemptOutcome.FAILED : null;
            case "40003" -> AttemptOutcome.UNKNOWN;
            default -> null;
          };
    }

    /**
     * The outcome of the transaction; null for an unexpected error.
     *
     * @param single a statement that is a transaction by itself
     */
    @Nullable AttemptOutcome of(SQLException failure, boolean single);
  }

  /**
   * A client of a database that is always available and has no CHECK.
   *
   * @param promise requested isolation
   */
  Client(int number, Opener opener, HistoryRecorder recorder, ConsistencyModel promise) {
    this(number, opener, recorder, promise, Verdicts.local(false));
  }

  /**
   * A client that connects at its first use.
   *
   * @param number below {@link #NUMBERS}, another one for each client of a history
   * @param promise requested isolation
   */
  public Client(
      int number,
      Opener opener,
      HistoryRecorder recorder,
      ConsistencyModel promise,
      Verdicts verdicts) {
    this.number = number;
    this.opener = opener;
    this.recorder = recorder;
    this.promise = promise;
    this.verdicts = verdicts;
  }

  /** The recorded work of a transaction. */
  interface Work {
    void run(HistoryRecorder.Running running) throws SQLException;
  }

  ConsistencyModel promise() {
    return promise;
  }

  /** Sets read-only from the next transaction on. */
  void readOnly(boolean only) {
    readOnly = only;
  }

  private Connection connection() throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = opener.open();
      connection = open;
      open.setTransactionIsolation(
          switch (promise) {
            case STRICT_SERIALIZABLE -> Connection.TRANSACTION_SERIALIZABLE;
            case SNAPSHOT -> Connection.TRANSACTION_REPEATABLE_READ;
            case READ_COMMITTED -> Connection.TRANSACTION_READ_COMMITTED;
          });
    }
    return open;
  }

  private Connection connection(boolean autoCommit) throws SQLException {
    Connection open = connection();
    open.setAutoCommit(autoCommit);
    if (open.isReadOnly() != readOnly) {
      open.setReadOnly(readOnly);
    }
    return open;
  }

  /** A value not used by any client. */
  long newValue() {
    return number + NUMBERS * ++values;
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
    HistoryRecorder.Running running = recorder.begin(number);
    AttemptOutcome outcome = AttemptOutcome.UNKNOWN;
    boolean ending = false;
    try {
      Connection open = connection(false);
      work.run(running);
      ending = true;
      if (rollsBack) {
        open.rollback();
        outcome = AttemptOutcome.FAILED;
      } else {
        open.commit();
        outcome = AttemptOutcome.OK;
      }
    } catch (SQLException e) {
      AttemptOutcome judged = judge(e, false);
      note(e, running);
      // The failure came before the commit, so it was not committed.
      outcome = ending ? judged : AttemptOutcome.FAILED;
      undo();
    } finally {
      running.end(outcome);
    }
  }

  /** A single-statement transaction, which never fails by a conflict on an available database. */
  void statement(Work work) throws SQLException {
    HistoryRecorder.Running running = recorder.begin(number);
    AttemptOutcome outcome = AttemptOutcome.UNKNOWN;
    try {
      connection(true);
      work.run(running);
      outcome = AttemptOutcome.OK;
    } catch (SQLException e) {
      outcome = judge(e, true);
      note(e, running);
    } finally {
      running.end(outcome);
    }
  }

  private AttemptOutcome judge(SQLException failure, boolean single) throws SQLException {
    AttemptOutcome outcome = verdicts.of(failure, single);
    if (outcome == null) {
      throw failure;
    }
    if (failure.getSQLState().startsWith("08")) {
      abandon();
    }
    return outcome;
  }

  private static void note(SQLException failure, HistoryRecorder.Running running) {
    if (failure.getSQLState().equals(REFUSED)) {
      running.add(new TransactionStep.Refused());
    }
  }

  private void undo() throws SQLException {
    if (connection == null) {
      return;
    }
    try {
      connection.rollback();
    } catch (SQLException e) {
      judge(e, false);
      abandon();
    }
  }

  private void abandon() {
    prepared.clear();
    Connection lost = connection;
    connection = null;
    try {
      if (lost != null) {
        lost.close();
      }
    } catch (SQLException e) {
      // It is lost.
    }
  }

  /** Makes changes in a transaction and rolls them back: they must never be visible to others. */
  void undone(Work work) throws SQLException {
    HistoryRecorder.Running running = recorder.begin(number);
    try {
      Connection open = connection();
      Savepoint savepoint = open.setSavepoint();
      work.run(running);
      open.rollback(savepoint);
    } finally {
      running.end(AttemptOutcome.FAILED);
    }
  }

  /** Sends a statement that must fail without effects, in a transaction that continues. */
  void refused(String sqlState, Work work) throws SQLException {
    HistoryRecorder.Running running = recorder.begin(number);
    try {
      work.run(running);
    } catch (SQLException e) {
      if (!sqlState.equals(e.getSQLState())) {
        throw e;
      }
      return;
    } finally {
      running.end(AttemptOutcome.FAILED);
    }
    throw new AssertionError("a statement did not fail with " + sqlState);
  }

  private PreparedStatement prepare(String sql, @Nullable Object... parameters)
      throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection().prepareStatement(sql);
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

  /** Changes one existing row. */
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
    if (connection != null) {
      connection.close();
    }
  }
}
