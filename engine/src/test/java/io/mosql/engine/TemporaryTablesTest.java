package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A temporary table is the session's alone: in its transactions, its memory and its plans. */
class TemporaryTablesTest {
  private static final String URL = "jdbc:mosql:mem:temporary";

  private Connection connection;
  private Statement statement;
  private Connection other;
  private Statement elsewhere;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection(URL);
    statement = connection.createStatement();
    other = DriverManager.getConnection(URL);
    elsewhere = other.createStatement();
    elsewhere.execute("create table p (id integer primary key, v integer)");
    elsewhere.execute("insert into p values (1, 10), (2, 20)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    elsewhere.execute("drop table public.p");
    other.close();
  }

  private static void fails(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }

  private static long number(Statement asking, String query) throws SQLException {
    try (ResultSet rows = asking.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  @Test
  void noOtherSessionSeesIt() throws SQLException {
    statement.execute("create temp table t (id integer primary key)");
    statement.execute("insert into t values (1)");
    fails("42P01", () -> elsewhere.execute("select * from t"));
    fails("42P01", () -> elsewhere.execute("select * from pg_temp.t"));
    try (ResultSet tables = other.getMetaData().getTables(null, null, "t", null)) {
      assertThat(tables.next()).isFalse();
    }
    try (ResultSet tables = connection.getMetaData().getTables(null, null, "t", null)) {
      assertThat(tables.next()).isTrue();
      assertThat(tables.getString("TABLE_SCHEM")).isEqualTo("pg_temp");
      assertThat(tables.getString("TABLE_TYPE")).isEqualTo("LOCAL TEMPORARY");
    }
    elsewhere.execute("create temp table t (name varchar(10), id varchar(5))");
    elsewhere.execute("insert into t values ('a', 'b')");
    assertThat(number(statement, "select id from t")).isOne();
    try (ResultSet rows = elsewhere.executeQuery("select id from t")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("b");
    }
    elsewhere.execute("drop table t");
    fails("42P01", () -> elsewhere.execute("select id from t"));
    assertThat(number(statement, "select id from t")).isOne();
  }

  @Test
  void nothingOfItIsInTheLog() throws SQLException {
    long before = number(elsewhere, "select position from mosql.log");
    statement.execute("create temp table t (id integer primary key, v varchar(100))");
    statement.execute("create index on t (v)");
    statement.execute("insert into t select x, 'v' || x from generate_series(1, 1000) as s(x)");
    statement.execute("update t set v = v || '!'");
    connection.setAutoCommit(false);
    statement.execute("delete from t where id > 500");
    connection.commit();
    connection.setAutoCommit(true);
    statement.execute("drop table t");
    assertThat(number(elsewhere, "select position from mosql.log")).isEqualTo(before);
  }

  @Test
  void endsWithItsConnection() throws SQLException {
    try (Connection short1 = DriverManager.getConnection(URL);
        Statement made = short1.createStatement()) {
      made.execute("create temp table gone (id integer)");
    }
    fails("42P01", () -> statement.execute("select * from gone"));
  }

  @Test
  void preparedStatementsFollowWhatTheNameMeans() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement("select v from p where id = ?")) {
      query.setInt(1, 1);
      assertThat(one(query)).isEqualTo(10);
      statement.execute("create temp table p (v integer, id integer primary key)");
      statement.execute("insert into p values (77, 1)");
      assertThat(one(query)).isEqualTo(77);
      statement.execute("alter table p add column w integer");
      assertThat(one(query)).isEqualTo(77);
      statement.execute("drop table p");
      assertThat(one(query)).isEqualTo(10);
    }
  }

  private static int one(PreparedStatement query) throws SQLException {
    try (ResultSet rows = query.executeQuery()) {
      assertThat(rows.next()).isTrue();
      return rows.getInt(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        Connection.TRANSACTION_READ_COMMITTED,
        Connection.TRANSACTION_REPEATABLE_READ,
        Connection.TRANSACTION_SERIALIZABLE
      })
  void itsChangesAreThoseOfTheTransaction(int level) throws SQLException {
    connection.setTransactionIsolation(level);
    statement.execute("create temp table t (id integer primary key, v integer)");
    statement.execute("insert into t select * from p");
    connection.setAutoCommit(false);
    statement.execute("update t set v = v + 1");
    statement.execute("update p set v = (select v from t where t.id = p.id) where id = 1");
    connection.rollback();
    assertThat(number(statement, "select sum(v) from t")).isEqualTo(30);

    statement.execute("update t set v = v + 1");
    statement.execute("update p set v = (select v from t where t.id = p.id) where id = 1");
    connection.commit();
    assertThat(number(statement, "select sum(v) from t")).isEqualTo(32);
    assertThat(number(elsewhere, "select v from p where id = 1")).isEqualTo(11);
    connection.commit();
    connection.setAutoCommit(true);
  }

  @Test
  void aCommitThatConflictsKeepsTheOldRows() throws SQLException {
    statement.execute("create temp table t (id integer primary key, v integer)");
    statement.execute("insert into t values (1, 1)");
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    statement.execute("update t set v = (select v from p where id = 1)");
    statement.execute("insert into p values (3, 30)");
    elsewhere.execute("update p set v = 11 where id = 1");
    fails("40001", connection::commit);
    assertThat(number(statement, "select v from t")).isOne();
    connection.rollback();
    connection.setAutoCommit(true);
  }

  @Test
  void aStatementThatIsRunAgainStartsFromTheOldRows() throws Exception {
    statement.execute("create temp table t (id integer primary key, v integer)");
    statement.execute("insert into t values (1, 0)");
    Thread writer =
        new Thread(
            () -> {
              try (Connection writing = DriverManager.getConnection(URL);
                  Statement update = writing.createStatement()) {
                for (int i = 0; i < 200; i++) {
                  update.execute("update p set v = v + 1 where id = 1");
                }
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    writer.start();
    for (int i = 0; i < 200; i++) {
      statement.execute(
          "with n as (update t set v = v + 1 returning v) update p set v = p.v + n.v - n.v from n"
              + " where id = 1");
    }
    writer.join();
    assertThat(number(statement, "select v from t")).isEqualTo(200);
    assertThat(number(statement, "select v from p where id = 1")).isEqualTo(210);
  }

  @Test
  void resultSetsGoOnAfterCommitAndOtherStatements() throws SQLException {
    statement.execute("create temp table t (id integer primary key) on commit delete rows");
    statement.execute("create temp table u (id integer primary key)");
    statement.execute("insert into u select x from generate_series(1, 500) as s(x)");
    connection.setAutoCommit(false);
    statement.execute("insert into t select id from u");
    statement.setFetchSize(10);
    try (Statement second = connection.createStatement();
        ResultSet rows = statement.executeQuery("select id from t order by id")) {
      second.setFetchSize(10);
      try (ResultSet others = second.executeQuery("select id from u order by id")) {
        for (int id = 1; id <= 500; id++) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(1)).isEqualTo(id);
          assertThat(others.next()).isTrue();
          assertThat(others.getInt(1)).isEqualTo(id);
          if (id == 100) {
            connection.commit();
            try (Statement third = connection.createStatement()) {
              third.execute("delete from u");
              assertThat(number(third, "select count(*) from t")).isZero();
            }
            connection.commit();
          }
        }
        assertThat(rows.next()).isFalse();
        assertThat(others.next()).isFalse();
      }
    }
    connection.setAutoCommit(true);
  }

  @Test
  void itsRowsCountTowardsTheMemoryOfTheSession() throws SQLException {
    statement.execute("set memory_limit = '8MB'");
    statement.execute("create temp table t (id integer, v varchar(2000))");
    String fill = "insert into t select x, repeat('x', 1000) from generate_series(1, 1000) as s(x)";
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100; i++) {
                statement.execute(fill);
              }
            })
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("53200");
    long rows = number(statement, "select count(*) from t");
    assertThat(rows).isPositive();
    assertThat(rows % 1000).isZero();
    statement.execute("truncate t");
    statement.execute(fill);
    statement.execute("drop table t");
    statement.execute("create temp table t (id integer, v varchar(2000))");
    statement.execute(fill);
    assertThat(number(statement, "select count(*) from t")).isEqualTo(1000);
  }

  @Test
  void batchesGeneratedKeysAndLargeValues() throws SQLException {
    statement.execute(
        "create temp table t (id integer generated by default as identity primary key, v clob)");
    String large = "x".repeat(100_000);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into t (v) values (?)", Statement.RETURN_GENERATED_KEYS)) {
      for (int i = 0; i < 3; i++) {
        insert.setString(1, large + i);
        insert.addBatch();
      }
      insert.executeBatch();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        for (int i = 1; i <= 3; i++) {
          assertThat(keys.next()).isTrue();
          assertThat(keys.getInt(1)).isEqualTo(i);
        }
      }
    }
    try (ResultSet rows = statement.executeQuery("select v from t order by id desc")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo(large + 2);
    }
    assertThat(number(statement, "select id from t where id = 3 for update")).isEqualTo(3);
  }
}
