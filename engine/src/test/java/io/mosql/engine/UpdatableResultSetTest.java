package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of rows through result sets. */
final class UpdatableResultSetTest {
  private Connection connection;
  private Statement plain;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:updatable-result-set");
    plain = connection.createStatement();
    plain.execute(
        "create table t (id int primary key, v varchar(20), n decimal(10,2) default 7,"
            + " g int generated always as (id * 10) stored)");
    plain.execute("insert into t (id, v, n) values (1, 'a', 1), (2, 'b', 2), (3, 'c', 3)");
  }

  @AfterEach
  void close() throws SQLException {
    plain.execute("shutdown");
    connection.close();
  }

  private static void fails(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(state));
  }

  private Statement updatable(int type) throws SQLException {
    return connection.createStatement(type, ResultSet.CONCUR_UPDATABLE);
  }

  private List<String> stored() throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet row = plain.executeQuery("select id, v, n from t order by id")) {
      while (row.next()) {
        rows.add(row.getInt(1) + " " + row.getString(2) + " " + row.getString(3));
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(ints = {ResultSet.TYPE_FORWARD_ONLY, ResultSet.TYPE_SCROLL_INSENSITIVE})
  void rowsAreUpdatedInsertedAndDeleted(int type) throws SQLException {
    try (Statement statement = updatable(type);
        ResultSet rows =
            statement.executeQuery("select id, v, n, g, v || '!' as w from t order by id")) {
      assertThat(statement.getResultSetConcurrency()).isEqualTo(ResultSet.CONCUR_UPDATABLE);
      assertThat(rows.getConcurrency()).isEqualTo(ResultSet.CONCUR_UPDATABLE);
      assertThat((Object) statement.getWarnings()).isNull();
      assertThat(rows.next()).isTrue();
      rows.updateString("v", "changed");
      rows.updateBigDecimal(3, new BigDecimal("1.505"));
      assertThat(rows.getString(2)).isEqualTo("a");
      assertThat(rows.rowUpdated()).isFalse();
      rows.updateRow();
      assertThat(rows.getString(2)).isEqualTo("changed");
      assertThat(rows.getString(3)).isIn("1.50", "1.51");
      assertThat(rows.getString(5)).isEqualTo("a!");
      assertThat(rows.rowUpdated()).isTrue();
      rows.updateInt("id", 11);
      rows.updateRow();
      assertThat(rows.getInt("g")).isEqualTo(110);
      assertThat(rows.next()).isTrue();
      assertThat(rows.rowUpdated()).isFalse();
      rows.deleteRow();
      assertThat(rows.rowDeleted()).isTrue();
      fails("24000", () -> rows.getInt(1));
      fails("24000", rows::deleteRow);
      fails("24000", () -> rows.updateInt(1, 1));
      rows.moveToInsertRow();
      rows.updateInt(1, 4);
      rows.updateNull(2);
      rows.insertRow();
      rows.updateInt(1, 5);
      rows.updateString(2, "five");
      rows.insertRow();
      rows.moveToCurrentRow();
      assertThat(rows.rowDeleted()).isTrue();
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString("v")).isEqualTo("c");
      assertThat(rows.next()).isFalse();
    }
    assertThat(stored())
        .hasSize(4)
        .contains("3 c 3.00", "4 null 7.00", "5 five 7.00")
        .anyMatch(row -> row.startsWith("11 changed 1.5"));
  }

  @Test
  void changedRowsAreSeenWhenTheCursorComesBack() throws SQLException {
    try (Statement statement = updatable(ResultSet.TYPE_SCROLL_INSENSITIVE);
        ResultSet rows = statement.executeQuery("select id, v from t order by id")) {
      assertThat(rows.last()).isTrue();
      rows.updateString(2, "z");
      rows.updateRow();
      rows.first();
      rows.deleteRow();
      rows.beforeFirst();
      assertThat(rows.next()).isTrue();
      assertThat(rows.rowDeleted()).isTrue();
      rows.last();
      assertThat(rows.getString(2)).isEqualTo("z");
      assertThat(rows.rowUpdated()).isTrue();
    }
  }

  @Test
  @SuppressWarnings("try") // the close is what is tested
  void valuesThatWereNotStoredAreDiscarded() throws SQLException {
    try (Statement statement = updatable(ResultSet.TYPE_SCROLL_INSENSITIVE);
        ResultSet rows = statement.executeQuery("select id, v from t order by id")) {
      fails("24000", () -> rows.updateString(2, "x"));
      fails("24000", rows::updateRow);
      fails("24000", rows::deleteRow);
      fails("24000", rows::refreshRow);
      rows.next();
      rows.updateString(2, "x");
      rows.cancelRowUpdates();
      rows.updateRow();
      rows.updateString(2, "y");
      rows.next();
      rows.updateRow();
      rows.previous();
      rows.updateRow();
      fails("24000", rows::insertRow);
      rows.moveToInsertRow();
      fails("24000", rows::updateRow);
      fails("24000", rows::deleteRow);
      fails("24000", rows::refreshRow);
      fails("24000", rows::cancelRowUpdates);
      rows.updateInt(1, 9);
      rows.moveToCurrentRow();
      assertThat(rows.getInt(1)).isEqualTo(1);
      rows.moveToCurrentRow();
      fails("42703", () -> rows.updateInt(3, 1));
      fails("42703", () -> rows.updateInt("none", 1));
      rows.close();
      fails("24000", () -> rows.updateInt(1, 1));
    }
    assertThat(stored()).containsExactly("1 a 1.00", "2 b 2.00", "3 c 3.00");
  }

  @Test
  void aRefreshReadsTheRowAgain() throws SQLException {
    try (Statement statement = updatable(ResultSet.TYPE_SCROLL_INSENSITIVE);
        ResultSet rows = statement.executeQuery("select id, v from t order by id")) {
      rows.next();
      plain.execute("update t set v = 'new' where id = 1");
      assertThat(rows.getString(2)).isEqualTo("a");
      rows.refreshRow();
      assertThat(rows.getString(2)).isEqualTo("new");
      plain.execute("delete from t where id = 1");
      fails("24000", rows::refreshRow);
      rows.updateString(2, "x");
      fails("24000", rows::updateRow);
      fails("24000", rows::deleteRow);
    }
  }

  @Test
  void errorsOfTheTableLeaveTheRowAsItIs() throws SQLException {
    try (Statement statement = updatable(ResultSet.TYPE_SCROLL_INSENSITIVE);
        ResultSet rows = statement.executeQuery("select id, v, n, g from t order by id")) {
      rows.next();
      rows.updateInt(1, 2);
      fails("23505", rows::updateRow);
      rows.cancelRowUpdates();
      assertThat(rows.getInt(1)).isEqualTo(1);
      rows.updateString(3, "no number");
      fails("22018", rows::updateRow);
      rows.cancelRowUpdates();
      rows.updateInt(4, 1);
      fails("428C9", rows::updateRow);
      rows.moveToInsertRow();
      fails("23502", rows::insertRow);
      rows.updateInt(1, 3);
      fails("23505", rows::insertRow);
    }
    assertThat(stored()).containsExactly("1 a 1.00", "2 b 2.00", "3 c 3.00");
  }

  @Test
  void changesBelongToTheTransaction() throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement statement =
        connection.prepareStatement(
            "select id, v from t where id >= ? order by id",
            ResultSet.TYPE_FORWARD_ONLY,
            ResultSet.CONCUR_UPDATABLE)) {
      statement.setInt(1, 2);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          rows.updateString(2, rows.getString(2) + rows.getInt(1));
          rows.updateRow();
        }
      }
    }
    assertThat(stored()).containsExactly("1 a 1.00", "2 b2 2.00", "3 c3 3.00");
    connection.rollback();
    assertThat(stored()).containsExactly("1 a 1.00", "2 b 2.00", "3 c 3.00");
    connection.setAutoCommit(true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select v from t",
        "select distinct id from t",
        "select a.id, b.v from t a join t b on a.id = b.id",
        "select id, count(*) from t group by id",
        "select * from nokey",
        "select 1 as id",
        "select * from (select * from t) x",
        "select id from t union all select id from t"
      })
  void otherQueriesAreReadOnlyWithAWarning(String sql) throws SQLException {
    plain.execute("create table nokey (id int)");
    plain.execute("insert into nokey values (1)");
    try (Statement statement = updatable(ResultSet.TYPE_FORWARD_ONLY);
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.getConcurrency()).isEqualTo(ResultSet.CONCUR_READ_ONLY);
      assertThat(statement.getWarnings().getSQLState()).isEqualTo("01S02");
      assertThat(rows.next()).isTrue();
      fails("24000", () -> rows.updateInt(1, 1));
      fails("24000", rows::deleteRow);
      fails("24000", rows::moveToInsertRow);
    }
  }

  @Test
  void keysOfAllTypesFindTheirRow() throws SQLException {
    plain.execute(
        "create table k (a date, b time, c timestamp, d timestamp with time zone, e uuid, f"
            + " varbinary(8), g decimal(12,3), h interval, i varchar(9), j boolean, l bigint, v int,"
            + " primary key (a, b, c, d, e, f, g, h, i, j, l))");
    plain.execute(
        "insert into k values (date '2026-01-02', time '01:02:03.000004', timestamp '2026-01-02"
            + " 03:04:05.000006', timestamp with time zone '2026-01-02 03:04:05.000007+01',"
            + " 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', x'0102', 1.5, interval '1 month 2 days',"
            + " 'text', true, 9007199254740993, 0)");
    try (Statement statement = updatable(ResultSet.TYPE_FORWARD_ONLY);
        ResultSet rows = statement.executeQuery("select * from k")) {
      rows.next();
      rows.updateInt("v", 1);
      rows.updateRow();
      assertThat(rows.getInt("v")).isEqualTo(1);
      rows.refreshRow();
      rows.deleteRow();
    }
    try (ResultSet count = plain.executeQuery("select count(*) from k")) {
      count.next();
      assertThat(count.getInt(1)).isEqualTo(0);
    }
  }

  @Test
  void allUpdatersStore() throws Exception {
    plain.execute(
        "create table w (id int primary key, b boolean, s smallint, l bigint, r real, d double"
            + " precision, n decimal(5,1), v varchar(20), x varbinary(20), dt date, tm time, ts"
            + " timestamp, a int[])");
    plain.execute("insert into w (id) values (1)");
    try (Statement statement = updatable(ResultSet.TYPE_FORWARD_ONLY);
        ResultSet rows = statement.executeQuery("select * from w")) {
      rows.next();
      rows.updateBoolean("b", true);
      rows.updateShort("s", (short) 2);
      rows.updateLong("l", 3);
      rows.updateFloat("r", 1.5f);
      rows.updateDouble("d", 2.5);
      rows.updateObject("n", 3.55, JDBCType.DECIMAL, 1);
      rows.updateCharacterStream("v", new StringReader("stream"));
      rows.updateBinaryStream("x", new ByteArrayInputStream(new byte[] {1, 2}), 1);
      rows.updateDate("dt", Date.valueOf("2026-01-02"));
      rows.updateTime("tm", Time.valueOf("01:02:03"));
      rows.updateTimestamp("ts", Timestamp.valueOf("2026-01-02 03:04:05"));
      rows.updateArray("a", plain.getConnection().createArrayOf("integer", new Object[] {1, null}));
      rows.updateRow();
      assertThat(rows.getBoolean("b")).isTrue();
      assertThat(rows.getArray("a").getArray()).isEqualTo(new Integer[] {1, null});
      assertThat(rows.getString("n")).isIn("3.5", "3.6");
      assertThat(rows.getBytes("x")).containsExactly(1);
      assertThat(rows.getTimestamp("ts")).isEqualTo(Timestamp.valueOf("2026-01-02 03:04:05"));
      rows.updateByte("s", (byte) 5);
      rows.updateBytes("x", new byte[] {9});
      rows.updateObject("v", "object");
      rows.updateNull("b");
      rows.updateRow();
      assertThat(rows.getString("v")).isEqualTo("object");
      assertThat(rows.getInt("s")).isEqualTo(5);
      assertThat(rows.getObject("b")).isNull();
      rows.updateArray("a", null);
      rows.updateRow();
      assertThat(rows.getArray("a")).isNull();
      fails("HYC00", () -> rows.updateRef("v", null));
    }
  }

  @Test
  void metadataSayWhatIsSupported() throws SQLException {
    DatabaseMetaData data = connection.getMetaData();
    for (int type : new int[] {ResultSet.TYPE_FORWARD_ONLY, ResultSet.TYPE_SCROLL_INSENSITIVE}) {
      assertThat(data.supportsResultSetConcurrency(type, ResultSet.CONCUR_UPDATABLE)).isTrue();
      assertThat(data.ownUpdatesAreVisible(type)).isTrue();
      assertThat(data.ownDeletesAreVisible(type)).isTrue();
      assertThat(data.ownInsertsAreVisible(type)).isFalse();
      assertThat(data.updatesAreDetected(type)).isTrue();
      assertThat(data.deletesAreDetected(type)).isTrue();
      assertThat(data.insertsAreDetected(type)).isFalse();
      assertThat(data.othersUpdatesAreVisible(type)).isFalse();
    }
    assertThat(
            data.supportsResultSetConcurrency(
                ResultSet.TYPE_SCROLL_SENSITIVE, ResultSet.CONCUR_UPDATABLE))
        .isFalse();
  }
}
