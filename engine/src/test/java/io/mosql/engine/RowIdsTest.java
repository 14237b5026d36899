package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.PseudoColumnUsage;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.RowIdLifetime;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ids of rows through JDBC: as results, parameters and metadata, and what they read. */
final class RowIdsTest {
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:rowids");
    statement = connection.createStatement();
    statement.execute("create table t (a int, b varchar(10), v int, primary key (b, a))");
    statement.execute("insert into t values (1, 'x', 10), (2, 'x', 20), (1, 'y', 30)");
  }

  @AfterEach
  void close() throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
    statement.execute("drop table if exists t, u, keyless, named, late");
    connection.close();
  }

  private RowId id(int v) throws SQLException {
    try (ResultSet row = statement.executeQuery("select rowid from t where v = " + v)) {
      assertThat(row.next()).isTrue();
      RowId id = row.getRowId("rowid");
      assertThat(row.getRowId(1)).isEqualTo(id).hasSameHashCodeAs(id).isNotSameAs(id);
      assertThat(row.getObject(1, RowId.class)).isEqualTo(id);
      assertThat(row.getObject(1)).isEqualTo(id.getBytes());
      assertThat(row.getBytes(1)).isEqualTo(id.getBytes());
      assertThat(row.getString(1)).contains(id.toString());
      return id;
    }
  }

  private List<String> rows(String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      return rows(rows);
    }
  }

  private static List<String> rows(ResultSet rows) throws SQLException {
    List<String> all = new ArrayList<>();
    while (rows.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        row.add(rows.getString(i));
      }
      all.add(String.join("|", row));
    }
    return all;
  }

  @Test
  void findsChangesAndDeletesRowsById() throws SQLException {
    RowId id = id(20);
    try (PreparedStatement query =
        connection.prepareStatement("select rowid, * from t where rowid = ?")) {
      query.setRowId(1, id);
      try (ResultSet row = query.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getRowId(1)).isEqualTo(id);
        assertThat(row.getInt("v")).isEqualTo(20);
        assertThat(row.next()).isFalse();
      }
      query.setObject(1, id);
      assertThat(rows(query.executeQuery())).hasSize(1);
      query.setObject(1, id, Types.ROWID);
      assertThat(rows(query.executeQuery())).hasSize(1);
      query.setObject(1, id, JDBCType.ROWID);
      assertThat(rows(query.executeQuery())).hasSize(1);
      query.setBytes(1, id.getBytes());
      assertThat(rows(query.executeQuery())).hasSize(1);
      query.setNull(1, Types.ROWID);
      assertThat(rows(query.executeQuery())).isEmpty();
      query.setRowId(1, null);
      assertThat(rows(query.executeQuery())).isEmpty();
    }
    try (PreparedStatement update =
            connection.prepareStatement("update t set v = v + 1 where rowid = ?");
        PreparedStatement delete = connection.prepareStatement("delete from t where rowid = ?")) {
      update.setRowId(1, id);
      assertThat(update.executeUpdate()).isEqualTo(1);
      assertThat(id(21)).isEqualTo(id);
      delete.setRowId(1, id);
      assertThat(delete.executeUpdate()).isEqualTo(1);
      assertThat(delete.executeUpdate()).isZero();
      assertThat(update.executeUpdate()).isZero();
    }
    assertThat(rows("select v from t order by v")).containsExactly("10", "30");
    statement.execute("insert into t values (2, 'x', 40)");
    assertThat(id(40)).as("the id of a key").isEqualTo(id);
  }

  @Test
  void readsOnlyTheRow() throws SQLException {
    RowId id = id(20);
    assertThat(String.join("\n", rows("explain select v from t where rowid = '\\x" + id + "'")))
        .contains("Point public.t");
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    try (PreparedStatement update =
        connection.prepareStatement(
            "update t set v = (select v from t where rowid = ?) + 1 where rowid = ?")) {
      update.setRowId(1, id);
      update.setRowId(2, id);
      assertThat(update.executeUpdate()).isEqualTo(1);
    }
    try (Connection other = DriverManager.getConnection("jdbc:mosql:mem:rowids");
        Statement write = other.createStatement()) {
      write.execute("update t set v = 11 where v = 10");
      write.execute("insert into t values (3, 'z', 50)");
    }
    connection.commit();
    assertThat(rows("select v from t order by v")).containsExactly("11", "21", "30", "50");
  }

  @Test
  void returnsIdsOfWrittenRows() throws SQLException {
    assertThat(rows("update t set v = 0 where v = 20 returning rowid = rowid, v"))
        .containsExactly("TRUE|0");
    try (ResultSet row =
        statement.executeQuery("insert into t values (9, 'n', 90) returning rowid")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getRowId(1)).isEqualTo(id(90));
    }
  }

  @Test
  void storesIdsInColumns() throws SQLException {
    statement.execute("create table u (k int primary key, t_row bytea)");
    RowId id = id(30);
    try (Statement editor =
            connection.createStatement(
                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
        ResultSet row = editor.executeQuery("select k, t_row from u")) {
      row.moveToInsertRow();
      row.updateInt(1, 1);
      row.updateRowId(2, id);
      row.insertRow();
      row.moveToInsertRow();
      row.updateInt(1, 2);
      row.updateRowId("t_row", null);
      row.insertRow();
    }
    assertThat(rows("select k, v from u left join t on t.rowid = t_row order by k"))
        .containsExactly("1|30", "2|null");
    try (ResultSet row = statement.executeQuery("select t_row from u order by k")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getRowId(1)).isEqualTo(id);
      assertThat(row.next()).isTrue();
      assertThat(row.getRowId(1)).isNull();
      assertThat(row.wasNull()).isTrue();
    }
  }

  @Test
  void updatesRowsOfQueriesWithIds() throws SQLException {
    try (Statement editor =
            connection.createStatement(
                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
        ResultSet row = editor.executeQuery("select rowid, * from t where v = 10")) {
      assertThat(row.next()).isTrue();
      RowId id = row.getRowId(1);
      row.updateInt("v", 15);
      row.updateRow();
      assertThat(id(15)).isEqualTo(id);
      assertThatThrownBy(() -> row.updateRowId(1, id)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void callsFunctionsWithIds() throws SQLException {
    RowId id = id(10);
    try (CallableStatement call = connection.prepareCall("{? = call coalesce(?, null)}")) {
      call.registerOutParameter(1, Types.ROWID);
      call.setRowId(2, id);
      call.execute();
      assertThat(call.getRowId(1)).isEqualTo(id);
      assertThat(call.getObject(1)).isEqualTo(id);
      assertThat(call.getObject(1, RowId.class)).isEqualTo(id);
    }
  }

  @Test
  void describesIds() throws SQLException {
    statement.execute("create table keyless (a int)");
    statement.execute("create table named (rowid int primary key)");
    statement.execute("create table late (a int, primary key (a) deferrable)");
    DatabaseMetaData metadata = connection.getMetaData();
    assertThat(metadata.getRowIdLifetime()).isEqualTo(RowIdLifetime.ROWID_VALID_FOREVER);
    try (ResultSet columns = metadata.getPseudoColumns(null, "public", "%", "%")) {
      assertThat(columns.next()).isTrue();
      assertThat(columns.getString("TABLE_NAME")).isEqualTo("t");
      assertThat(columns.getString("COLUMN_NAME")).isEqualTo("rowid");
      assertThat(columns.getInt("DATA_TYPE")).isEqualTo(Types.ROWID);
      assertThat(columns.getString("COLUMN_USAGE"))
          .isEqualTo(PseudoColumnUsage.NO_USAGE_RESTRICTIONS.name());
      assertThat(columns.getString("IS_NULLABLE")).isEqualTo("NO");
      assertThat(columns.next()).isFalse();
    }
    assertThat(rows(metadata.getPseudoColumns(null, null, "t", "row__"))).hasSize(1);
    assertThat(rows(metadata.getPseudoColumns(null, null, "t", "ctid"))).isEmpty();
    assertThat(rows(metadata.getPseudoColumns(null, null, "named", null))).isEmpty();
    assertThat(rows(metadata.getColumns(null, null, "t", "rowid"))).isEmpty();
    try (ResultSet columns =
        metadata.getBestRowIdentifier(null, null, "t", DatabaseMetaData.bestRowSession, false)) {
      assertThat(rows(columns)).hasSize(2);
    }
  }

  @Test
  void refusesWhatHasNoId() throws SQLException {
    statement.execute("create table keyless (a int)");
    assertThatThrownBy(() -> statement.executeQuery("select rowid from keyless"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42703"))
        .hasMessageContaining("has no immediate primary key");
    try (ResultSet row = statement.executeQuery("select v from t")) {
      assertThat(row.next()).isTrue();
      assertThatThrownBy(() -> row.getRowId(1))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).startsWith("22"));
    }
  }

  @Test
  void matchesNothingElse() throws SQLException {
    RowId id = id(10);
    statement.execute("create table u (a int, b varchar(10), v int, primary key (b, a))");
    statement.execute("insert into u select * from t");
    byte[] bytes = id.getBytes();
    for (String table : List.of("t", "u")) {
      try (PreparedStatement query =
          connection.prepareStatement("select v from " + table + " where rowid = ?")) {
        for (int i = 0; i < bytes.length; i++) {
          byte[] shorter = Arrays.copyOf(bytes, i);
          query.setBytes(1, shorter);
          assertThat(rows(query.executeQuery())).isEmpty();
          byte[] changed = bytes.clone();
          changed[i] ^= 0x40;
          query.setBytes(1, changed);
          assertThat(rows(query.executeQuery())).isEmpty();
        }
        query.setBytes(1, Arrays.copyOf(bytes, bytes.length + 1));
        assertThat(rows(query.executeQuery())).isEmpty();
        query.setBytes(1, "no id".getBytes(StandardCharsets.UTF_8));
        assertThat(rows(query.executeQuery())).isEmpty();
        query.setRowId(1, id);
        assertThat(rows(query.executeQuery())).hasSize(table.equals("t") ? 1 : 0);
      }
    }
  }
}
