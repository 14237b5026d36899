package io.mosql.jdbc;

import static io.mosql.jdbc.FakeSession.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.Session.Notice;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementResult.Update;
import io.mosql.core.type.SqlType;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class StatementTest {
  private static final List<ColumnInfo> ID = List.of(column("id", SqlType.INTEGER));

  private final FakeSession session =
      new FakeSession("mem:t")
          .query("SELECT", ID, new Object[] {1}, new Object[] {2})
          .update("INSERT", List.of(), (p, o) -> Update.of(3))
          .update(
              "INSERT KEY",
              List.of(),
              (p, o) ->
                  o.keyColumns() == null
                      ? Update.of(1)
                      : new Update(1, ID, List.<Object[]>of(new Object[] {77})))
          .update(
              "FAIL",
              List.of(),
              (p, o) -> {
                throw new MosqlException(SqlState.UNIQUE_VIOLATION, "Duplicate");
              })
          .update(
              "SLOW",
              List.of(),
              (p, o) -> {
                throw new MosqlException(SqlState.QUERY_CANCELED, "Cancelled");
              });
  private final Connection connection = session.connect();

  private static void fails(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }

  @Test
  void aResultIsEitherRowsOrACount() throws SQLException {
    Statement statement = connection.createStatement();
    assertThat(statement.execute("SELECT")).isTrue();
    assertThat(statement.getResultSet().next()).isTrue();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(statement.getResultSet()).isNull();
    assertThat(statement.execute("INSERT")).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(3);
    assertThat(statement.getMoreResults()).isFalse();
    assertThat(statement.getUpdateCount()).isEqualTo(-1);
    assertThat(statement.executeUpdate("INSERT")).isEqualTo(3);
    fails("07005", () -> statement.executeQuery("INSERT"));
    fails("07005", () -> statement.executeUpdate("SELECT"));
    assertThat(session.openHandles).isZero();
    assertThat(session.openCursors).isZero();
    assertThat(session.log).containsExactly("SELECT", "INSERT", "INSERT");
  }

  @Test
  void executingAgainClosesTheResultBefore() throws SQLException {
    Statement statement = connection.createStatement();
    ResultSet first = statement.executeQuery("SELECT");
    first.next();
    ResultSet second = statement.executeQuery("SELECT");
    assertThat(first.isClosed()).isTrue();
    fails("24000", first::next);
    fails("24000", () -> first.getInt(1));
    assertThat(second.next()).isTrue();
    assertThat(session.openCursors).isEqualTo(1);
    statement.close();
    statement.close();
    assertThat(second.isClosed()).isTrue();
    assertThat(session.openCursors).isZero();
    assertThat(session.openHandles).isZero();
    fails("55000", () -> statement.executeQuery("SELECT"));
  }

  @Test
  void closeOnCompletion() throws SQLException {
    Statement statement = connection.createStatement();
    statement.closeOnCompletion();
    statement.executeQuery("SELECT");
    ResultSet second = statement.executeQuery("SELECT");
    assertThat(statement.isClosed()).isFalse();
    second.close();
    assertThat(statement.isClosed()).isTrue();
  }

  @Test
  void settingsReachTheEngine() throws SQLException {
    Statement statement =
        session.connect(Map.of(SessionProperty.QUERY_TIMEOUT, "9")).createStatement();
    statement.executeQuery("SELECT");
    assertThat(session.lastOptions.timeoutMillis()).isEqualTo(9_000);
    statement.setQueryTimeout(2);
    statement.setMaxRows(10);
    statement.executeQuery("SELECT");
    assertThat(session.lastOptions.timeoutMillis()).isEqualTo(2_000);
    assertThat(session.lastOptions.maxRows()).isEqualTo(10);
    fails("22023", () -> statement.setMaxRows(-1));
    fails("22023", () -> statement.setQueryTimeout(-1));
    fails("22023", () -> statement.setFetchSize(-1));
  }

  @Test
  void generatedKeys() throws SQLException {
    Statement statement = connection.createStatement();
    statement.executeUpdate("INSERT KEY");
    assertThat(statement.getGeneratedKeys().next()).isFalse();
    statement.executeUpdate("INSERT KEY", Statement.RETURN_GENERATED_KEYS);
    assertThat(session.lastOptions.keyColumns()).isEmpty();
    ResultSet keys = statement.getGeneratedKeys();
    assertThat(keys.next()).isTrue();
    assertThat(keys.getLong("ID")).isEqualTo(77);
    assertThat(keys.next()).isFalse();
    statement.execute("INSERT KEY", new String[] {"id"});
    assertThat(session.lastOptions.keyColumns()).containsExactly("id");
    fails("HYC00", () -> statement.execute("INSERT KEY", new int[] {1}));
  }

  @Test
  void aBatchOfTextsIsOneTransactionInAutocommitMode() throws SQLException {
    Statement statement = connection.createStatement();
    assertThat(statement.executeBatch()).isEmpty();
    statement.addBatch("INSERT");
    statement.addBatch("INSERT KEY");
    assertThat(statement.executeBatch()).containsExactly(3, 1);
    assertThat(session.log)
        .containsExactly("autocommit false", "INSERT", "INSERT KEY", "commit", "autocommit true");
    assertThat(statement.executeBatch()).isEmpty();
  }

  @Test
  void aFailedBatchSaysWhatStays() throws SQLException {
    Statement statement = connection.createStatement();
    statement.addBatch("INSERT");
    statement.addBatch("FAIL");
    statement.addBatch("INSERT");
    assertThatThrownBy(statement::executeBatch)
        .isInstanceOfSatisfying(
            BatchUpdateException.class,
            e -> {
              assertThat(e.getUpdateCounts()).containsOnly(Statement.EXECUTE_FAILED).hasSize(3);
              assertThat(e.getSQLState()).isEqualTo("23505");
            });
    assertThat(session.log).endsWith("INSERT", "FAIL", "rollback", "autocommit true");
    connection.setAutoCommit(false);
    statement.addBatch("INSERT");
    statement.addBatch("FAIL");
    assertThatThrownBy(statement::executeBatch)
        .isInstanceOfSatisfying(
            BatchUpdateException.class, e -> assertThat(e.getUpdateCounts()).containsExactly(3));
    assertThat(session.log).endsWith("INSERT", "FAIL");
  }

  @Test
  void aBatchWhoseSessionDiesTellsWhy() throws SQLException {
    session.update(
        "DIE",
        List.of(),
        (p, o) -> {
          session.closed = true;
          throw new MosqlException(SqlState.SHUTTING_DOWN, "Going away");
        });
    Statement statement = connection.createStatement();
    statement.addBatch("INSERT");
    statement.addBatch("DIE");
    assertThatThrownBy(statement::executeBatch)
        .isInstanceOfSatisfying(
            BatchUpdateException.class,
            e -> {
              assertThat(e.getSQLState()).isEqualTo("57P01");
              assertThat(e.getNextException().getSuppressed()).hasSize(1);
            });
  }

  @Test
  void errorsCarryStateAndPosition() throws SQLException {
    Statement statement = connection.createStatement();
    assertThatThrownBy(() -> statement.execute("nonsense")).hasMessage("Syntax error (position 3)");
    fails("23505", () -> statement.execute("FAIL"));
    assertThat(session.openHandles).isZero();
  }

  @Test
  void timeoutsAndCancelsAreToldApart() throws SQLException {
    Statement statement = connection.createStatement();
    session.update(
        "CANCEL",
        List.of(),
        (p, o) -> {
          cancel(statement);
          throw new MosqlException(SqlState.QUERY_CANCELED, "Cancelled");
        });
    assertThatThrownBy(() -> statement.execute("CANCEL"))
        .isInstanceOf(SQLException.class)
        .isNotInstanceOf(SQLTimeoutException.class);
    assertThat(session.cancelled).isTrue();
    assertThatThrownBy(() -> statement.execute("SLOW")).isInstanceOf(SQLTimeoutException.class);
  }

  /**
   * The session limits the execution; the driver cancels a statement whose preparation takes too
   * long.
   */
  @Test
  void theTimeLimitHoldsWhileTheTextIsPrepared() throws SQLException {
    CountDownLatch cancelled = new CountDownLatch(1);
    session.onCancel = cancelled::countDown;
    session.onPrepare =
        () -> {
          try {
            cancelled.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          throw new MosqlException(SqlState.QUERY_CANCELED, "the statement was cancelled");
        };
    Statement statement = connection.createStatement();
    statement.setQueryTimeout(1);
    assertThatThrownBy(() -> statement.execute("SELECT")).isInstanceOf(SQLTimeoutException.class);
    session.onPrepare = () -> {};
    session.cancelled = false;
    statement.execute("SELECT");
    assertThat(session.cancelled).isFalse();
  }

  private static void cancel(Statement statement) {
    try {
      statement.cancel();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void cancelReachesARunningStatementOnly() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    session.update(
        "WAIT",
        List.of(),
        (p, o) -> {
          running.countDown();
          while (!session.cancelled) {
            Thread.onSpinWait();
          }
          throw new MosqlException(SqlState.QUERY_CANCELED, "Cancelled");
        });
    Statement statement = connection.createStatement();
    Statement other = connection.createStatement();
    statement.cancel();
    assertThat(session.cancelled).isFalse();
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Future<Boolean> execution = executor.submit(() -> statement.execute("WAIT"));
      running.await();
      other.cancel();
      assertThat(session.cancelled).isFalse();
      statement.cancel();
      assertThatThrownBy(execution::get).hasRootCauseInstanceOf(MosqlException.class);
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void noticesBecomeWarnings() throws SQLException {
    Statement statement = connection.createStatement();
    session.notices.add(new Notice("01000", "one"));
    session.notices.add(new Notice("01000", "two"));
    statement.execute("INSERT");
    assertThat((Throwable) statement.getWarnings()).hasMessage("one");
    assertThat((Throwable) statement.getWarnings().getNextWarning()).hasMessage("two");
    statement.execute("INSERT");
    assertThat((Throwable) statement.getWarnings()).isNull();
  }

  @Test
  void escapesAreTranslatedUnlessTurnedOff() throws SQLException {
    session.update("SET DATE '2024-01-01'", List.of(), (p, o) -> Update.of(0));
    Statement statement = connection.createStatement();
    statement.execute("SET {d '2024-01-01'}");
    statement.setEscapeProcessing(false);
    fails("42601", () -> statement.execute("SET {d '2024-01-01'}"));
  }
}
