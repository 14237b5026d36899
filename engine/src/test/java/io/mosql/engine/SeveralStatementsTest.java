package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Texts with several statements, and {@code getMoreResults}. */
final class SeveralStatementsTest {
  private static final String URL = "jdbc:mosql:mem:several-statements";

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection(URL);
    statement = connection.createStatement();
    statement.execute("create table t (id int primary key, v varchar(20))");
  }

  @AfterEach
  void close() throws SQLException {
    statement.execute("shutdown");
    connection.close();
  }

  private static SQLException failure(String state, ThrowingCallable call) {
    AtomicReference<SQLException> failure = new AtomicReference<>();
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> {
              assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(state);
              failure.set(e);
            });
    return failure.get();
  }

  private int rows() throws SQLException {
    try (Statement other = connection.createStatement();
        ResultSet count = other.executeQuery("select count(*) from t")) {
      count.next();
      return count.getInt(1);
    }
  }

  /** The current result and all after it. */
  private static List<String> results(Statement executed, boolean hasRows) throws SQLException {
    List<String> all = new ArrayList<>();
    boolean rows = hasRows;
    while (rows || executed.getUpdateCount() != -1) {
      if (rows) {
        StringBuilder text = new StringBuilder("rows");
        try (ResultSet result = executed.getResultSet()) {
          while (result.next()) {
            text.append(' ').append(result.getString(1));
          }
        }
        all.add(text.toString());
      } else {
        all.add("count " + executed.getUpdateCount());
      }
      rows = executed.getMoreResults();
    }
    assertThat(executed.getResultSet()).isNull();
    return all;
  }

  @Test
  void resultsComeInOrder() throws SQLException {
    boolean rows =
        statement.execute(
            "insert into t values (1, 'a;b'), (2, $$c;d$$); -- one; two\n"
                + "select v from t order by id; /* ; */ update t set v = 'x' where id = 1;;"
                + "select 7; create table u (id int); delete from t;");
    assertThat(results(statement, rows))
        .containsExactly("count 2", "rows a;b c;d", "count 1", "rows 7", "count 0", "count 2");
    assertThat(results(statement, statement.execute("select 1; select 2; select 3")))
        .containsExactly("rows 1", "rows 2", "rows 3");
    assertThat(results(statement, statement.execute("select 1;"))).containsExactly("rows 1");
  }

  @Test
  void resultsAreKeptOrClosed() throws SQLException {
    assertThat(statement.execute("select 1; select 2; select 3; update t set v = ''")).isTrue();
    ResultSet first = statement.getResultSet();
    assertThat(statement.getMoreResults(Statement.KEEP_CURRENT_RESULT)).isTrue();
    ResultSet second = statement.getResultSet();
    assertThat(first.isClosed()).isFalse();
    assertThat(first.next()).isTrue();
    assertThat(first.getInt(1)).isEqualTo(1);
    assertThat(statement.getMoreResults(Statement.CLOSE_CURRENT_RESULT)).isTrue();
    assertThat(second.isClosed()).isTrue();
    assertThat(first.isClosed()).isFalse();
    ResultSet third = statement.getResultSet();
    assertThat(statement.getMoreResults(Statement.CLOSE_ALL_RESULTS)).isFalse();
    assertThat(first.isClosed()).isTrue();
    assertThat(third.isClosed()).isTrue();
    assertThat(statement.getUpdateCount()).isEqualTo(0);
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
    failure("22023", () -> statement.getMoreResults(9));
  }

  @Test
  void aKeptResultEndsWithTheNextExecution() throws SQLException {
    statement.execute("select 1; select 2");
    ResultSet first = statement.getResultSet();
    statement.getMoreResults(Statement.KEEP_CURRENT_RESULT);
    ResultSet second = statement.getResultSet();
    statement.execute("select 3");
    assertThat(first.isClosed()).isTrue();
    assertThat(second.isClosed()).isTrue();
    ResultSet only = statement.getResultSet();
    assertThat(statement.getMoreResults(Statement.KEEP_CURRENT_RESULT)).isFalse();
    assertThat(only.next()).isTrue();
    assertThat(only.getInt(1)).isEqualTo(3);
    only.close();
  }

  @Test
  void inAutocommitModeTheTextIsOneTransaction() throws SQLException {
    failure(
        "23505",
        () -> statement.execute("insert into t values (1, ''); insert into t values (1, '')"));
    assertThat(rows()).isEqualTo(0);
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
    failure("42601", () -> statement.execute("insert into t values (1, ''); nonsense"));
    assertThat(rows()).isEqualTo(0);
    failure("42P01", () -> statement.execute("create table u (id int); select * from none"));
    statement.execute("create table u (id int)");
    assertThat(connection.getAutoCommit()).isTrue();
    statement.execute("insert into t values (1, ''); insert into t values (2, '')");
    connection.setAutoCommit(false);
    connection.rollback();
    connection.setAutoCommit(true);
    assertThat(rows()).isEqualTo(2);
  }

  @Test
  void inATransactionTheStatementsBeforeTheFailedOneStay() throws SQLException {
    connection.setAutoCommit(false);
    failure(
        "23505",
        () -> statement.execute("insert into t values (1, ''); insert into t values (1, '')"));
    assertThat(rows()).isEqualTo(1);
    connection.rollback();
    assertThat(rows()).isEqualTo(0);
    statement.execute("insert into t values (1, ''); insert into t values (2, '')");
    connection.rollback();
    assertThat(rows()).isEqualTo(0);
    connection.setAutoCommit(true);
  }

  @Test
  void theTextMayControlTransactions() throws SQLException {
    statement.execute(
        "begin; insert into t values (1, ''); rollback; insert into t values (2, '')");
    assertThat(rows()).isEqualTo(1);
    failure(
        "23505",
        () ->
            statement.execute(
                "insert into t values (3, ''); commit; insert into t values (4, '');"
                    + " insert into t values (2, '')"));
    assertThat(rows()).isEqualTo(2);
    statement.execute("insert into t values (5, ''); begin; insert into t values (6, '')");
    assertThat(rows()).isEqualTo(4);
    statement.execute("rollback");
    assertThat(rows()).isEqualTo(2);
    statement.execute("begin; insert into t values (7, '')");
    statement.execute("commit");
    assertThat(rows()).isEqualTo(3);
  }

  @Test
  void executeUpdateTakesCountsOnlyAndExecuteQueryOneStatement() throws SQLException {
    assertThat(
            statement.executeUpdate(
                "insert into t values (1, ''), (2, ''); delete from t where id = 1"))
        .isEqualTo(2);
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(1);
    failure("07005", () -> statement.executeUpdate("delete from t; select 1"));
    assertThat(rows()).isEqualTo(1);
    failure("07005", () -> statement.executeQuery("select 1; select 2"));
    failure("07005", () -> statement.executeQuery("delete from t; select 2"));
    failure("HYC00", () -> statement.addBatch("delete from t; delete from t"));
    statement.addBatch("delete from t where id > 5;");
    assertThat(statement.executeBatch()).containsExactly(0);
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void parametersAreSpreadOverTheStatements() throws SQLException {
    try (PreparedStatement prepared =
        connection.prepareStatement(
            "insert into t values (?, ?); select v from t where id = ?; update t set v = '?;'"
                + " where id > ?")) {
      assertThat(prepared.getParameterMetaData().getParameterCount()).isEqualTo(4);
      for (int id = 1; id <= 2; id++) {
        prepared.setInt(1, id);
        prepared.setString(2, "v" + id);
        prepared.setInt(3, id);
        prepared.setInt(4, 0);
        assertThat(results(prepared, prepared.execute()))
            .containsExactly("count 1", "rows v" + id, "count " + id);
      }
      failure("23505", prepared::execute);
      prepared.clearParameters();
      failure("07001", prepared::execute);
      failure("07005", prepared::executeQuery);
      failure("07005", prepared::executeUpdate);
      failure("HYC00", prepared::addBatch);
    }
    assertThat(rows()).isEqualTo(2);
    failure("42601", () -> connection.prepareStatement("select 1; nonsense"));
  }

  @Test
  void generatedKeysAreThoseOfTheCurrentResult() throws SQLException {
    statement.execute("create table k (id int generated by default as identity primary key)");
    statement.execute(
        "insert into k values (default); insert into k values (default)",
        Statement.RETURN_GENERATED_KEYS);
    for (int id = 1; id <= 2; id++) {
      try (ResultSet keys = statement.getGeneratedKeys()) {
        assertThat(keys.next()).isTrue();
        assertThat(keys.getInt(1)).isEqualTo(id);
      }
      statement.getMoreResults();
    }
  }

  @Test
  void positionsOfErrorsAreThoseOfTheText() {
    SQLException failure =
        failure("42P01", () -> statement.execute("select 1; select * from none"));
    SQLException alone = failure("42P01", () -> statement.execute("          select * from none"));
    assertThat(failure.getMessage()).isEqualTo(alone.getMessage());
  }

  @Test
  void maximumNumbersOfRowsApplyToEachResult() throws SQLException {
    statement.execute("insert into t values (1, ''), (2, ''), (3, '')");
    statement.setMaxRows(2);
    assertThat(
            results(
                statement,
                statement.execute(
                    "select id from t order by id; select 1; select id from t order by id")))
        .containsExactly("rows 1 2", "rows 1", "rows 1 2");
  }

  @Test
  void conflictsAreRunAgain() throws Exception {
    statement.execute("insert into t values (1, '0')");
    int threads = 3;
    int times = 20;
    CountDownLatch started = new CountDownLatch(threads);
    List<Thread> all = new ArrayList<>();
    AtomicReference<SQLException> failed = new AtomicReference<>();
    for (int i = 0; i < threads; i++) {
      Thread thread =
          new Thread(
              () -> {
                try (Connection own = DriverManager.getConnection(URL);
                    Statement change = own.createStatement()) {
                  started.countDown();
                  started.await();
                  for (int k = 0; k < times; k++) {
                    change.execute(
                        "select v from t; update t set v = cast(cast(v as int) + 1 as varchar(20))");
                  }
                } catch (SQLException e) {
                  failed.set(e);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      thread.start();
      all.add(thread);
    }
    for (Thread thread : all) {
      thread.join(TimeUnit.MINUTES.toMillis(1));
    }
    assertThat(failed).hasValue(null);
    try (ResultSet value = statement.executeQuery("select v from t")) {
      value.next();
      assertThat(value.getInt(1)).isEqualTo(threads * times);
    }
  }
}
