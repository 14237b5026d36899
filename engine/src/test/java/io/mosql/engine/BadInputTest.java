package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid input causes a clear SQLException; the transaction continues and no data is lost. */
final class BadInputTest {
  private static final String URL = "jdbc:mosql:mem:bad-input";

  private Connection connection = connect();

  private static Connection connect() {
    try {
      return DriverManager.getConnection(URL);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void setUp() throws SQLException {
    run("create table parent (id int primary key)");
    run("insert into parent values (1)");
    run(
        "create table t (id int primary key, v varchar(5) unique, n int check (n > 0),"
            + " s smallint, d decimal(5,2), b boolean, ts timestamp, p int references parent (id),"
            + " r int default 1 not null)");
    run("insert into t (id, v, n) values (1, 'one', 1)");
    connection.setAutoCommit(false);
    run("insert into t (id, v, n) values (2, 'two', 2)");
  }

  /** Checks that the transaction is still active, and can change rows and commit. */
  @AfterEach
  void tearDown() throws SQLException {
    if (!connection.isClosed()) {
      run("update t set n = 3 where id = 2");
      connection.commit();
      connection.close();
      try (Connection other = connect();
          Statement statement = other.createStatement();
          ResultSet rows = statement.executeQuery("select sum(n), count(*) from t")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(4);
        assertThat(rows.getInt(2)).isEqualTo(2);
      }
    }
    try (Connection last = connect();
        Statement statement = last.createStatement()) {
      statement.execute("shutdown");
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            rows.getObject(1);
          }
        }
      }
    }
  }

  private static SQLException failure(ThrowingCallable call) {
    return Objects.requireNonNull(catchThrowableOfType(SQLException.class, call));
  }

  private static void assertState(ThrowingCallable call, String state) {
    assertThat(failure(call).getSQLState()).isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "selec 1 | 42601",
        "select | 42601",
        "select 1 from | 42601",
        "select * from t where | 42601",
        "select 'open | 42601",
        "select \"open | 42601",
        "select (1 | 42601",
        "select 1) | 42601",
        "select 1; select | 42601",
        "insert into t values | 42601",
        "create table x (a nosuchtype) | 42704",
        "create table x () | 42601",
        "create table x (a int, a int) | 42701",
        "create table x (a int primary key, b int primary key) | 42P16",
        "create table x (a int, primary key (z)) | 42703",
        "create table x (a int references nothing (id)) | 42P01",
        "create table x (a int references t (n)) | 42830",
        "create table x (a text references parent (id)) | 42804",
        "create table x (a int check (nothing > 1)) | 42703",
        "create table x (a int check (a + 1)) | 42804",
        "create table t (a int) | 42P07",
        "create table nothing.x (a int) | 3F000",
        "select * from nothing | 42P01",
        "select * from nothing.t | 42P01",
        "update nothing set a = 1 | 42P01",
        "delete from nothing | 42P01",
        "insert into nothing values (1) | 42P01",
        "drop table nothing | 42P01",
        "alter table nothing add column a int | 42P01",
        "alter table t add column v int | 42701",
        "alter table t drop column nothing | 42703",
        "create index i on t (nothing) | 42703",
        "select nothing from t | 42703",
        "select t.nothing from t | 42703",
        "select x.id from t | 42P01",
        "update t set nothing = 1 | 42703",
        "insert into t (nothing) values (1) | 42703",
        "insert into t (id, id) values (1, 2) | 42701",
        "select id from t a, t b | 42702",
        "select nofunction(1) | 42883",
        "select upper(1, 2, 3) | 42883",
        "insert into t (id, v) values (3) | 42601",
        "insert into t (id) values (3, 4) | 42601",
        "insert into t (id) select id, n from t | 42601",
        "select id, count(*) from t | 42803",
        "select id from t where count(*) > 1 | 42803",
        "select id from t group by n | 42803",
        "select id from t where id | 42804",
        "select id from t union select id, n from t | 42601",
        "select * from t where id in (select id, n from t) | 42804",
        "select 1 / 0 | 22012",
        "select n / (n - n) from t | 22012",
        "update t set n = n / 0 | 22012",
        "select mod(1, 0) | 22012",
        "select 2147483647 + 1 | 22003",
        "select 9223372036854775807 + 1 | 22003",
        "select 9223372036854775807 * 2 | 22003",
        "update t set n = n + 2147483647 | 22003",
        "update t set s = 40000 | 22003",
        "insert into t (id, d) values (3, 1000) | 22003",
        "select cast(300000 as smallint) | 22003",
        "insert into t (id, v) values (3, 'longer') | 22001",
        "update t set v = 'longer' | 22001",
        "select cast('a' as int) | 22018",
        "select cast('2024-13-01' as date) | 22008",
        "insert into t (id, ts) values (3, cast('some day' as timestamp)) | 22007",
        "select (select id from t) | 21000",
        "insert into t (id) values (null) | 23502",
        "insert into t (id, r) values (3, null) | 23502",
        "update t set r = null | 23502",
        "insert into t (id) values (1) | 23505",
        "insert into t (id, v) values (3, 'one') | 23505",
        "update t set v = 'same' | 23505",
        "insert into t (id, n) values (3, 0) | 23514",
        "update t set n = -n | 23514",
        "insert into t (id, p) values (3, 7) | 23503",
        "update t set p = 7 | 23503",
        "savepoint s; rollback to x | 3B001",
        "rollback to x | 3B001",
        "release savepoint x | 3B001",
        "select currval('nothing') | 42P01",
        "set nothing = 1 | 42704",
        "select x'0g' | 42601",
        "select * from t limit -1 | 42601",
      })
  void isReportedWithItsState(String sql, String state) {
    SQLException failure = failure(() -> run(sql));
    assertThat(failure.getSQLState()).as(failure.getMessage()).isEqualTo(state);
    assertThat(failure.getMessage()).isNotBlank().doesNotContain("io.mosql", "org.apache");
    assertThat(failure.getClass().getSimpleName())
        .isEqualTo(
            switch (state.substring(0, 2)) {
              case "42", "3F" -> SQLSyntaxErrorException.class.getSimpleName();
              case "23" -> SQLIntegrityConstraintViolationException.class.getSimpleName();
              case "22" -> "SQLDataException";
              default -> failure.getClass().getSimpleName();
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "selec 1 | 1",
        "select 1 frm t x y | 14",
        "select id from nothing | 16",
        "select id, nothing from t | 12",
        "select id from t where nothing = 1 | 24",
        "select id from t order by nofun(id) | 27"
      })
  void reportsThePosition(String sql, int position) {
    assertThat(failure(() -> run(sql)).getMessage()).contains("(position " + position + ")");
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 20_000})
  void deepNestingIsAnAnswerOrAnError(int depth) throws SQLException {
    for (String sql :
        new String[] {
          "select " + "(".repeat(depth) + "1" + ")".repeat(depth),
          "select " + "- ".repeat(depth) + "1",
          "select 1" + " + 1".repeat(depth / 20),
          "select id from t where n = 1" + " or n = 1".repeat(depth / 20),
          "select " + "case when 1 = 1 then ".repeat(depth) + "1" + " end".repeat(depth)
        }) {
      try {
        run(sql);
      } catch (SQLException e) {
        assertThat(e.getSQLState())
            .as(sql.substring(0, 60) + ": " + e.getMessage())
            .startsWith("54");
        assertThat(depth).isGreaterThan(100);
      }
    }
  }

  @Test
  void parametersAreChecked() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t (id, v, n, d) values (?, ?, ?, ?)")) {
      insert.setInt(1, 3);
      assertState(insert::executeUpdate, "07001");
      assertThatThrownBy(() -> insert.setInt(5, 1)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> insert.setInt(0, 1)).isInstanceOf(SQLException.class);
      insert.setString(2, "x");
      insert.setString(3, "not a number");
      insert.setBigDecimal(4, new BigDecimal("1"));
      assertState(insert::executeUpdate, "22018");
      insert.setLong(3, 5_000_000_000L);
      assertState(insert::executeUpdate, "22003");
      insert.setInt(3, 5);
      insert.setBigDecimal(4, new BigDecimal("1000"));
      assertState(insert::executeUpdate, "22003");
      insert.setBigDecimal(4, new BigDecimal("1.005"));
      insert.setString(2, "longer");
      assertState(insert::executeUpdate, "22001");
      insert.setObject(2, new Object());
      assertThat(failure(insert::executeUpdate).getSQLState()).isNotNull();
    } catch (SQLException e) {
      assertThat(e.getSQLState()).as("an object of no SQL type").isNotBlank();
    }
  }

  @Test
  void queriesAndChangesAreNotMixedUp() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("update t set n = 9 where id = 2"))
          .isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> statement.executeUpdate("select 1"))
          .isInstanceOf(SQLException.class);
      // The refused statement had no effect.
      try (ResultSet rows = statement.executeQuery("select n from t where id = 2")) {
        rows.next();
        assertThat(rows.getInt(1)).isEqualTo(2);
        assertThatThrownBy(() -> rows.getInt(2)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> rows.getInt("nothing")).isInstanceOf(SQLException.class);
        assertThat(rows.next()).isFalse();
        assertThatThrownBy(() -> rows.getInt(1)).isInstanceOf(SQLException.class);
      }
    }
  }

  @Test
  void aFailedBatchKeepsWhatWasBefore() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t (id, n) values (?, 1)")) {
      for (int id : new int[] {10, 11, 1, 12}) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      BatchUpdateException failure =
          Objects.requireNonNull(
              catchThrowableOfType(BatchUpdateException.class, insert::executeBatch));
      assertThat(failure.getSQLState()).isEqualTo("23505");
      assertThat(failure.getUpdateCounts()).containsExactly(1, 1);
    }
    run("delete from t where id > 9");
  }

  @Test
  void aFailedStatementOfManyRowsChangesNothing() throws SQLException {
    assertState(() -> run("insert into t (id, n) values (20, 1), (21, 1), (1, 1)"), "23505");
    assertState(() -> run("update t set id = id + 1, n = n - 1"), "23514");
    assertState(() -> run("insert into t (id, n) select id + 30, 2 - id from t"), "23514");
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*), sum(id), sum(n) from t")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(2);
      assertThat(rows.getInt(2)).isEqualTo(3);
      assertThat(rows.getInt(3)).isEqualTo(3);
    }
  }

  @Test
  void closedObjectsReportThatTheyAreClosed() throws SQLException {
    Connection closed = connect();
    Statement statement = closed.createStatement();
    PreparedStatement prepared = closed.prepareStatement("select 1");
    ResultSet rows = statement.executeQuery("select id from t");
    rows.next();
    rows.close();
    assertThatThrownBy(rows::next).isInstanceOf(SQLException.class);
    statement.close();
    assertThatThrownBy(() -> statement.executeQuery("select 1")).isInstanceOf(SQLException.class);
    closed.close();
    closed.close();
    assertState(prepared::executeQuery, "08003");
    assertState(closed::createStatement, "08003");
    assertState(closed::commit, "08003");
    assertThatThrownBy(closed::createStatement)
        .isInstanceOf(SQLNonTransientConnectionException.class);
  }

  @Test
  void aClosedConnectionRollsBack() throws SQLException {
    try (Connection other = connect()) {
      other.setAutoCommit(false);
      try (Statement statement = other.createStatement()) {
        statement.execute("insert into t (id, n) values (99, 99)");
      }
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select id from t where id = 99")) {
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void shutdownEndsEverySession() throws SQLException {
    connection.commit();
    try (Connection other = connect();
        Statement statement = other.createStatement()) {
      statement.execute("shutdown");
    }
    assertThat(failure(() -> run("select 1 from t")).getSQLState()).isIn("57P01", "08003");
    connection.close();
    // The name now denotes a new, empty database.
    try (Connection fresh = connect();
        Statement statement = fresh.createStatement()) {
      assertState(() -> statement.executeQuery("select 1 from t"), "42P01");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mosql:mem:x?nothing=1, 08001",
    "jdbc:mosql:disk:x, 08001",
    "jdbc:mosql:file:, 08001",
    "jdbc:mosql:mem:x?readOnly=perhaps, 08001"
  })
  void badUrlsAreRefused(String url, String state) {
    assertState(() -> DriverManager.getConnection(url), state);
  }

  /** As in PostgreSQL: a tool that connects so creates it first. */
  @Test
  void aSchemaOfTheUrlNeedNotExist() throws SQLException {
    try (Connection there = DriverManager.getConnection(URL + "?currentSchema=later");
        Statement work = there.createStatement()) {
      assertState(() -> work.executeQuery("select * from t_of_it"), "42P01");
      assertState(() -> work.execute("insert into t_of_it values (1)"), "42P01");
      assertState(() -> work.execute("drop table t_of_it"), "42P01");
      assertState(() -> work.execute("create table t_of_it (id int)"), "3F000");
      assertState(() -> work.execute("create view v_of_it as select 1"), "3F000");
      assertState(() -> work.execute("create sequence s_of_it"), "3F000");
      work.execute("drop table if exists t_of_it");
      try (ResultSet rows =
          work.executeQuery("select count(*) from information_schema.tables where 1 = 0")) {
        assertThat(rows.next()).isTrue();
      }
      try (ResultSet rows = there.getMetaData().getTables(null, "later", "%", null)) {
        assertThat(rows.next()).isFalse();
      }
      work.execute("create schema later");
      try {
        work.execute("create table t_of_it (id int)");
        work.execute("insert into t_of_it values (1)");
        try (ResultSet rows = work.executeQuery("select id from later.t_of_it")) {
          assertThat(rows.next()).isTrue();
        }
      } finally {
        work.execute("drop schema later cascade");
      }
    }
  }
}
