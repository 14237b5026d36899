package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Result sets go on with the rows of their statement while other statements of the connection run,
 * and after a commit; a rollback ends them.
 */
class HeldResultSetsTest {
  private static final int ROWS = 1000;
  private static final String ALL = "select id, v from t order by id";

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:held");
    statement = connection.createStatement();
    statement.execute("create table t (id integer primary key, v integer not null)");
    statement.execute("insert into t select x, x from generate_series(1, " + ROWS + ") as s(x)");
    assertThat(snapshots()).isZero();
  }

  @AfterEach
  void close() throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
    statement.execute("drop table t");
    connection.close();
  }

  /** Snapshots that other statements than the asking one hold. */
  private int snapshots() throws SQLException {
    try (Connection other = DriverManager.getConnection("jdbc:mosql:mem:held");
        Statement asking = other.createStatement();
        ResultSet rows =
            asking.executeQuery(
                "select count(*) from mosql.snapshots where session_id < (select"
                    + " max(session_id) from mosql.sessions)")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private ResultSet all(Statement of) throws SQLException {
    of.setFetchSize(10);
    return of.executeQuery(ALL);
  }

  private static void assertNext(ResultSet rows, int id) throws SQLException {
    assertThat(rows.next()).isTrue();
    assertThat(rows.getInt(1)).isEqualTo(id);
    assertThat(rows.getInt(2)).isEqualTo(id);
  }

  private static void assertRest(ResultSet rows, int first) throws SQLException {
    for (int id = first; id <= ROWS; id++) {
      assertNext(rows, id);
    }
    assertThat(rows.next()).isFalse();
  }

  private static void assertEnded(ResultSet rows, String message) {
    assertThatThrownBy(
            () -> {
              while (rows.next()) {
                rows.getInt(1);
              }
            })
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(message)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("24000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select count(*) from t",
        "update t set v = 0",
        "delete from t",
        "truncate table t",
        "create table u (id integer)",
        "drop table if exists u",
        "alter table t add column w integer default 7",
        "analyze t",
        "set timezone = 'UTC'",
        "explain select * from t",
        "begin",
        "select nextval('missing')",
      })
  void goesOnAfterAnotherStatementInAutocommit(String other) throws SQLException {
    try (ResultSet rows = all(statement);
        Statement second = connection.createStatement()) {
      assertNext(rows, 1);

      try {
        second.execute(other);
      } catch (SQLException e) {
        assertThat(e.getSQLState()).as(other).isEqualTo("42P01");
      }

      assertRest(rows, 2);
      if (other.equals("begin")) {
        second.execute("commit");
      }
    } finally {
      statement.execute("drop table if exists u");
    }
    assertThat(snapshots()).isZero();
  }

  @Test
  void goesOnWhileEachOfItsRowsIsChanged() throws SQLException {
    try (ResultSet rows = all(statement);
        PreparedStatement change =
            connection.prepareStatement("update t set v = -1 where id = ?")) {
      for (int id = 1; id <= ROWS; id++) {
        assertNext(rows, id);
        change.setInt(1, ROWS - id + 1);
        assertThat(change.executeUpdate()).isOne();
      }
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void goesOnDuringCallsOfTheMetadata() throws SQLException {
    try (ResultSet rows = all(statement)) {
      assertNext(rows, 1);
      try (ResultSet tables = connection.getMetaData().getTables(null, null, "T", null)) {
        while (tables.next()) {
          tables.getString(3);
        }
      }
      connection.getSchema();
      assertRest(rows, 2);
    }
  }

  @Test
  void twoResultsOfOneConnectionAdvanceInTurns() throws SQLException {
    try (Statement second = connection.createStatement();
        ResultSet one = all(statement);
        ResultSet two = all(second)) {
      for (int id = 1; id <= ROWS; id++) {
        assertNext(one, id);
        assertNext(two, id);
      }
      assertThat(one.next()).isFalse();
      assertThat(two.next()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        Connection.TRANSACTION_READ_COMMITTED,
        Connection.TRANSACTION_REPEATABLE_READ,
        Connection.TRANSACTION_SERIALIZABLE
      })
  void goesOnAfterCommit(int level) throws SQLException {
    connection.setTransactionIsolation(level);
    connection.setAutoCommit(false);
    try (ResultSet rows = all(statement);
        Statement second = connection.createStatement()) {
      for (int id = 1; id <= 20; id++) {
        assertNext(rows, id);
        second.execute("update t set v = v + 1 where id = " + id);
        connection.commit();
      }
      assertRest(rows, 21);
    }
    assertThat(snapshots()).isZero();
  }

  @Test
  void ownWritesOfTheTransactionShowAfterCommit() throws SQLException {
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    statement.execute("update t set v = 5 where id > 500");
    try (ResultSet rows = all(statement)) {
      assertNext(rows, 1);
      connection.commit();
      connection.setAutoCommit(true);
      try (Statement second = connection.createStatement()) {
        second.execute("update t set v = 6");
      }
      for (int id = 2; id <= ROWS; id++) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(2)).isEqualTo(id > 500 ? 5 : id);
      }
    }
  }

  @Test
  void locksOfTheTransactionEndWithTheCommit() throws SQLException {
    connection.setAutoCommit(false);
    statement.execute("update t set v = 5 where id = 1000");
    try (ResultSet rows = all(statement);
        Connection other = DriverManager.getConnection("jdbc:mosql:mem:held");
        Statement second = other.createStatement()) {
      assertNext(rows, 1);
      connection.commit();
      assertThat(second.executeUpdate("update t set v = 7 where id = 1000")).isOne();
      assertNext(rows, 2);
    }
  }

  @Test
  void readOnlyTransactionsHoldTheirRowsToo() throws SQLException {
    connection.setAutoCommit(false);
    connection.setReadOnly(true);
    try (ResultSet rows = all(statement)) {
      assertNext(rows, 1);
      connection.commit();
      assertRest(rows, 2);
    }
    connection.setReadOnly(false);
  }

  @Test
  void endsWithRollback() throws SQLException {
    connection.setAutoCommit(false);
    try (ResultSet rows = all(statement)) {
      assertNext(rows, 1);
      connection.rollback();
      assertEnded(rows, "the cursor's transaction has ended");
    }
    assertThat(snapshots()).isZero();
  }

  @Test
  void staysAfterTheRollbackOfALaterTransaction() throws SQLException {
    connection.setAutoCommit(false);
    try (ResultSet rows = all(statement);
        Statement second = connection.createStatement()) {
      assertNext(rows, 1);
      connection.commit();
      second.execute("delete from t");
      connection.rollback();
      assertRest(rows, 2);
    }
  }

  @Test
  void endsWithACommitThatFails() throws SQLException {
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    try (ResultSet rows = all(statement);
        Statement second = connection.createStatement();
        Connection other = DriverManager.getConnection("jdbc:mosql:mem:held");
        Statement changing = other.createStatement()) {
      assertNext(rows, 1);
      second.execute("insert into t select 5000, v from t where id = 2");
      changing.execute("update t set v = 9 where id = 2");
      assertThatThrownBy(connection::commit)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("40001");
      assertEnded(rows, "the cursor's transaction has ended");
    }
    assertThat(snapshots()).isZero();
  }

  @Test
  void closedAtCommitWhereThatIsAsked() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement closing =
            connection.createStatement(
                ResultSet.TYPE_FORWARD_ONLY,
                ResultSet.CONCUR_READ_ONLY,
                ResultSet.CLOSE_CURSORS_AT_COMMIT);
        ResultSet rows = all(closing);
        ResultSet kept = all(statement)) {
      assertNext(rows, 1);
      assertNext(kept, 1);
      connection.commit();
      assertThat(rows.isClosed()).isTrue();
      assertThat(closing.isClosed()).isFalse();
      assertRest(kept, 2);
    }
    assertThat(snapshots()).isZero();
  }

  @Test
  void unfinishedResultsOfASingleRowHoldNothing() throws SQLException {
    List<ResultSet> left = new ArrayList<>();
    for (String query :
        List.of(
            "select v from t where id = 7",
            "select count(*) from t",
            "select max(v) + 1 from t where v < 100",
            "select v from t order by v desc, id fetch first row only",
            "select v from t fetch first row only",
            "values (1)")) {
      ResultSet rows = connection.createStatement().executeQuery(query);
      assertThat(rows.next()).isTrue();
      left.add(rows);
    }
    statement.execute("update t set v = 0 where id < 0");

    assertThat(snapshots()).isZero();
    for (ResultSet rows : left) {
      assertThat(rows.getInt(1)).isPositive();
      assertThat(rows.next()).isFalse();
      rows.getStatement().close();
    }
  }

  @Test
  void aLeakedResultIsVisibleAndEndsWithItsConnection() throws SQLException {
    try (Connection leaking = DriverManager.getConnection("jdbc:mosql:mem:held");
        Statement query = leaking.createStatement();
        Statement second = leaking.createStatement()) {
      ResultSet rows = all(query);
      assertNext(rows, 1);
      second.execute("update t set v = 0 where id = 1");
      assertThat(snapshots()).isOne();
    }
    assertThat(snapshots()).isZero();
  }

  @Test
  void tooManyResultsEndTheOldest() throws SQLException {
    Deque<ResultSet> open = new ArrayDeque<>();
    try (Connection leaking = DriverManager.getConnection("jdbc:mosql:mem:held")) {
      for (int i = 0; i <= 501; i++) {
        ResultSet rows = all(leaking.createStatement());
        assertNext(rows, 1);
        open.add(rows);
      }
      assertThat(snapshots()).isEqualTo(501);
      assertEnded(
          open.remove(),
          "the cursor was closed: more than 500 transactions of the session have open cursors");
      assertRest(open.remove(), 2);
      assertRest(open.removeLast(), 2);
    }
  }
}
