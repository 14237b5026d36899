package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Arrays through JDBC: as results and parameters, their types, and indexes for {@code = ANY (?)}.
 */
final class ArraysOverJdbcTest {
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:arrays");
    statement = connection.createStatement();
    statement.execute("set time zone 'UTC'");
    statement.execute("create table t (id int primary key, a int[], s text[], m timestamptz[])");
    statement.execute(
        "insert into t (id, a) select x, array[x, x + 1] from generate_series(1, 200) as s (x)");
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

  private List<@Nullable String> rows(String sql, @Nullable Object... values) throws SQLException {
    List<@Nullable String> rows = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        query.setObject(i + 1, values[i]);
      }
      try (ResultSet result = query.executeQuery()) {
        while (result.next()) {
          rows.add(result.getString(1));
        }
      }
    }
    return rows;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "boolean|{t,f,NULL}",
        "smallint|{1,-2}",
        "int|{1,NULL,3}",
        "bigint|{9007199254740993}",
        "numeric|{1.50,2}",
        "numeric(6,2)|{1.50,2.00}",
        "real|{1.5,NaN}",
        "double precision|{0.1,Infinity}",
        "text|{a,\"b c\",NULL,\"\",\"NULL\",\"{\"}",
        "varchar(5)|{abc}",
        "char(3)|{ab}",
        "bytea|{\"\\\\x00ff\",\"\\\\x\"}",
        "date|{2026-01-02,infinity}",
        "time|{12:30:00}",
        "timestamp|{\"2026-01-02 12:30:00\"}",
        "timestamptz|{\"2026-01-02 12:30:00+00\"}",
        "uuid|{00000000-0000-0000-0000-000000000001}",
        "interval|{\"1 mon\",01:00:00}",
        "jsonb|{\"{\\\"a\\\": [1]}\",1}",
        "int|{{1,2},{3,4}}",
        "int|[0:1]={1,2}",
        "text|{}",
      })
  void arraysOfEveryTypeAreStoredAndReadInWholeAndByElement(String type, String text)
      throws SQLException {
    statement.execute("create table v (k int primary key, v " + type + "[], unique (v))");
    try (PreparedStatement insert = connection.prepareStatement("insert into v values (?, ?)")) {
      assertThat(insert.getParameterMetaData().getParameterType(2)).isEqualTo(Types.ARRAY);
      insert.setInt(1, 1);
      insert.setString(2, text);
      insert.executeUpdate();
    }
    Array first;
    try (ResultSet row = statement.executeQuery("select v from v")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo(text);
      first = row.getArray(1);
      assertThat(row.getObject(1)).isEqualTo(first);
      assertThat(row.getObject(1, Array.class)).isEqualTo(first);
      assertThat(first).hasToString(text);
    }
    try (PreparedStatement insert = connection.prepareStatement("insert into v values (?, ?)")) {
      insert.setInt(1, 2);
      insert.setArray(2, first);
      assertThatThrownBy(insert::executeUpdate)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("23505");
      insert.setArray(2, connection.createArrayOf(type, (Object[]) first.getArray()));
      if (text.startsWith("[")) {
        // the same elements, from 1 on
        assertThat(insert.executeUpdate()).isOne();
      } else {
        assertThatThrownBy(insert::executeUpdate)
            .extracting(e -> ((SQLException) e).getSQLState())
            .isEqualTo("23505");
      }
    }
    assertThat(rows("select k from v where v = ? and k = 1", first)).containsExactly("1");
    assertThat(rows("select k from v where v = ? and k = 1", text)).containsExactly("1");
    assertThat(rows("select v::text from v where k = 1")).containsExactly(text);
    assertThat(rows("select v from v where v::text::" + type + "[] = v and k = 1"))
        .containsExactly(text);
    statement.execute("drop table v");
  }

  @Test
  void elementsAreObjectsOfTheClassesOfGetObject() throws SQLException {
    try (ResultSet row =
        statement.executeQuery(
            "select array[1, null], array['a'], array[1.5], array[date '2026-01-02'],"
                + " array[timestamp '2026-01-02 03:04:05'],"
                + " array[timestamptz '2026-01-02 03:04:05Z'], array[true],"
                + " array[[1, 2], [3, 4]], array['\\x01'::bytea],"
                + " '{}'::bigint[], array['{\"a\":1}'::jsonb]")) {
      row.next();
      assertThat(row.getArray(1).getArray()).isEqualTo(new Integer[] {1, null});
      assertThat(row.getObject(1, Integer[].class)).containsExactly(1, null);
      assertThat(row.getArray(2).getArray()).isEqualTo(new String[] {"a"});
      assertThat(row.getArray(3).getArray()).isEqualTo(new BigDecimal[] {new BigDecimal("1.5")});
      assertThat(row.getArray(4).getArray()).isEqualTo(new Date[] {Date.valueOf("2026-01-02")});
      assertThat(row.getArray(5).getArray())
          .isEqualTo(new Timestamp[] {Timestamp.valueOf("2026-01-02 03:04:05")});
      assertThat(row.getArray(6).getArray())
          .isEqualTo(
              new OffsetDateTime[] {OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 0, ZoneOffset.UTC)});
      assertThat(row.getArray(7).getArray()).isEqualTo(new Boolean[] {true});
      assertThat(row.getArray(8).getArray()).isEqualTo(new Integer[][] {{1, 2}, {3, 4}});
      assertThat(((byte[][]) row.getArray(9).getArray())[0]).containsExactly(1);
      assertThat(row.getArray(10).getArray()).isEqualTo(new Long[0]);
      assertThat(row.getArray(11).getArray()).isEqualTo(new String[] {"{\"a\": 1}"});
      assertThat(row.getArray(1).getBaseType()).isEqualTo(Types.INTEGER);
      assertThat(row.getArray(1).getBaseTypeName()).isEqualTo("INTEGER");
      ResultSetMetaData columns = row.getMetaData();
      assertThat(columns.getColumnType(1)).isEqualTo(Types.ARRAY);
      assertThat(columns.getColumnTypeName(1)).isEqualTo("INTEGER[]");
      assertThat(columns.getColumnClassName(1)).isEqualTo("java.sql.Array");
      assertThatThrownBy(() -> row.getObject(1, Long[].class)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> row.getInt(1)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void partsOfAnArrayAreReadByIndexAndAsRows() throws SQLException {
    Array array = connection.createArrayOf("int4", new Object[] {10, "20", null, 40L});
    assertThat(array.getArray(2, 2)).isEqualTo(new Integer[] {20, null});
    assertThat(array.getArray(1, 0)).isEqualTo(new Integer[0]);
    assertThatThrownBy(() -> array.getArray(0, 1))
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("2202E");
    assertThatThrownBy(() -> array.getArray(3, 3)).isInstanceOf(SQLException.class);
    try (ResultSet rows = array.getResultSet(2, 3)) {
      List<String> all = new ArrayList<>();
      while (rows.next()) {
        all.add(rows.getInt(1) + ":" + rows.getString(2));
      }
      assertThat(all).containsExactly("1:20", "2:null", "3:40");
    }
    Array nested = connection.createArrayOf("int", new Integer[][] {{1, 2}, {3, 4}});
    try (ResultSet rows = nested.getResultSet()) {
      rows.next();
      rows.next();
      assertThat(rows.getArray("VALUE").getArray()).isEqualTo(new Integer[] {3, 4});
    }
    assertThatThrownBy(() -> array.getArray(Map.of("x", String.class)))
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("HYC00");
    array.free();
    assertThatThrownBy(array::getArray)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("55000");
    assertThatThrownBy(() -> connection.createArrayOf("none", new Object[0]))
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("42704");
    assertThatThrownBy(() -> connection.createArrayOf("int", new Object[] {"x"}))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> connection.createArrayOf("int", new Integer[][] {{1, 2}, {3}}))
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("2202E");
  }

  @Test
  void javaArraysAreParametersOfTheTypesOfTheirClasses() throws SQLException {
    assertThat(rows("select ?::text", new int[] {1, 2})).containsExactly("{1,2}");
    assertThat(rows("select array_to_string(?, '-')", (Object) new String[] {"a", "b"}))
        .containsExactly("a-b");
    assertThat(rows("select a || ? from t where id = 1", new long[] {9}))
        .containsExactly("{1,2,9}");
    assertThat(rows("select a || ? from t where id = 1", 9)).containsExactly("{1,2,9}");
    assertThat(rows("select unnest(?)", new int[] {7, 8})).containsExactly("7", "8");
    assertThat(rows("select unnest(?::int[])", "{7,8}")).containsExactly("7", "8");
    assertThat(rows("select (?::int[])[2]", new int[] {7, 8})).containsExactly("8");
    assertThat(rows("select cardinality(?)", (Object) new Object[] {null, "x"}))
        .containsExactly("2");
    assertThat(
            rows("select array_length(?, 1)", (Object) new UUID[] {new UUID(0, 1), new UUID(0, 2)}))
        .containsExactly("2");
    assertThat(rows("select ?::date[]", (Object) new LocalDate[] {LocalDate.of(2026, 1, 2)}))
        .containsExactly("{2026-01-02}");
    assertThat(rows("select ?", (Object) new LocalTime[] {LocalTime.of(1, 2)}))
        .containsExactly("{01:02:00}");
    assertThat(rows("select ?", (Object) new LocalDateTime[] {LocalDateTime.of(2026, 1, 2, 3, 4)}))
        .containsExactly("{\"2026-01-02 03:04:00\"}");
    assertThat(rows("select ?", (Object) new Instant[] {Instant.EPOCH}))
        .containsExactly("{\"1970-01-01 00:00:00+00\"}");
    assertThat(rows("select ?", (Object) new byte[][] {"a".getBytes(StandardCharsets.UTF_8)}))
        .containsExactly("{\"\\\\x61\"}");
    assertThatThrownBy(() -> rows("select ?", (Object) new Thread[] {Thread.currentThread()}))
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("22023");
  }

  @Test
  void anyOfAParameterUsesTheIndex() throws SQLException {
    for (Object ids :
        new Object[] {
          new int[] {3, 190, 7, 999, 7},
          new Integer[] {3, null, 190, 7},
          new long[] {3, 190, 7, 1L << 40},
          "{3,7,190}",
          connection.createArrayOf("numeric", new Object[] {3, new BigDecimal("7.0"), 190, 1.5})
        }) {
      assertThat(rows("select id from t where id = any(?) order by id", ids))
          .as("%s", ids)
          .containsExactly("3", "7", "190");
    }
    assertThat(rows("select id from t where id = any(?)", (Object) new int[0])).isEmpty();
    assertThat(rows("select id from t where id = any(?)", (Object) null)).isEmpty();
    assertThat(
            rows(
                "select id from t where id in (select x from unnest(?) as x) order by id",
                connection.createArrayOf("numeric", new Object[] {new BigDecimal("7.0"), 3})))
        .containsExactly("3", "7");
    assertThat(rows("select count(*) from t where not id = any(?)", new int[] {1, 2}))
        .containsExactly("198");
    assertThat(rows("select count(*) from t where id <> all(?)", new int[] {1, 2}))
        .containsExactly("198");
    assertThat(rows("select count(*) from t where id = any(?) or id = 5", new int[] {1, 2}))
        .containsExactly("3");
    assertThat(rows("select id from t where ? = any(a) order by id", 5)).containsExactly("4", "5");
    assertThat(rows("explain select id from t where id = any('{1,2}'::int[])").toString())
        .contains("Point public.t [id = ")
        .doesNotContain("FullScan");
    try (PreparedStatement update =
        connection.prepareStatement("update t set s = ? where id = any(?)")) {
      update.setArray(1, connection.createArrayOf("text", new Object[] {"x", null}));
      update.setObject(2, new int[] {10, 20});
      assertThat(update.executeUpdate()).isEqualTo(2);
    }
    assertThat(rows("select id from t where s = '{x,NULL}' order by id"))
        .containsExactly("10", "20");
    try (PreparedStatement delete =
        connection.prepareStatement("delete from t where id = any(?) returning id")) {
      delete.setObject(1, new int[] {10, 20});
      try (ResultSet gone = delete.executeQuery()) {
        assertThat(gone.next()).isTrue();
      }
    }
    assertThat(rows("select count(*) from t")).containsExactly("198");
  }

  @Test
  void anyReadsOnlyTheRowsOfItsElements() throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    connection.setAutoCommit(false);
    try (Connection other = DriverManager.getConnection("jdbc:mosql:mem:arrays");
        Statement writer = other.createStatement()) {
      assertThat(rows("select a from t where id = any(?)", new int[] {1, 2})).hasSize(2);
      writer.execute("update t set a = '{}' where id = 3");
      statement.execute("insert into t (id) values (1000)");
      connection.commit();
      assertThat(rows("select a from t where id = any(?)", new int[] {1, 2})).hasSize(2);
      writer.execute("update t set a = '{}' where id = 2");
      statement.execute("insert into t (id) values (1001)");
      assertThatThrownBy(connection::commit)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("40001");
    }
  }

  @Test
  void elementsAreAssignedByParameters() throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("update t set a[?] = ?, s[1:2] = ? where id = 1")) {
      update.setInt(1, 3);
      update.setInt(2, 30);
      update.setArray(3, connection.createArrayOf("varchar", new Object[] {"a", "b"}));
      assertThat(update.executeUpdate()).isOne();
    }
    assertThat(rows("select a from t where id = 1")).containsExactly("{1,2,30}");
    assertThat(rows("select s from t where id = 1")).containsExactly("{a,b}");
    assertThat(
            rows(
                "insert into t (id, a) values (1, '{5}') on conflict (id) do update set a[1] ="
                    + " excluded.a[1] returning a"))
        .containsExactly("{5,2,30}");
  }

  @Test
  void momentsAreShownInTheZoneOfTheSession() throws SQLException {
    statement.execute("update t set m = array[timestamptz '2026-07-01 00:00:00Z'] where id = 1");
    statement.execute("set time zone 'Asia/Tokyo'");
    assertThat(rows("select m from t where id = 1"))
        .containsExactly("{\"2026-07-01 09:00:00+09\"}");
    assertThat(rows("select m::text from t where id = 1"))
        .containsExactly("{\"2026-07-01 09:00:00+09\"}");
    assertThat(rows("select array_to_string(m, ',') from t where id = 1"))
        .containsExactly("2026-07-01 09:00:00+09");
    assertThat(rows("select id from t where m = ?", "{2026-07-01 09:00:00}")).containsExactly("1");
  }

  @Test
  void largeArraysAreStoredOutsideOfTheirRow() throws SQLException {
    Integer[] many = new Integer[100_000];
    for (int i = 0; i < many.length; i++) {
      many[i] = i;
    }
    try (PreparedStatement update =
        connection.prepareStatement("update t set a = ? where id = 1")) {
      update.setArray(1, connection.createArrayOf("int", many));
      update.executeUpdate();
    }
    assertThat(rows("select cardinality(a) from t where id = 1")).containsExactly("100000");
    assertThat(rows("select a[77777] from t where id = 1")).containsExactly("77776");
    assertThat(rows("select sum(x) from t, unnest(a) as x where id = 1"))
        .containsExactly("4999950000");
    try (ResultSet row = statement.executeQuery("select a from t where id = 1")) {
      row.next();
      assertThat(row.getArray(1).getArray()).isEqualTo(many);
    }
  }

  @Test
  void rowsAreChangedThroughAResultSet() throws SQLException {
    try (Statement updatable =
            connection.createStatement(
                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
        ResultSet row = updatable.executeQuery("select id, a, s from t where id = 1")) {
      row.next();
      row.updateArray("a", connection.createArrayOf("int", new Object[] {9}));
      row.updateObject(3, new String[] {"z"});
      row.updateRow();
    }
    assertThat(rows("select a from t where id = 1")).containsExactly("{9}");
    assertThat(rows("select s from t where id = 1")).containsExactly("{z}");
  }

  @Test
  void theCatalogNamesTheTypes() throws SQLException {
    DatabaseMetaData meta = connection.getMetaData();
    try (ResultSet columns = meta.getColumns(null, "public", "t", "a")) {
      assertThat(columns.next()).isTrue();
      assertThat(columns.getInt("DATA_TYPE")).isEqualTo(Types.ARRAY);
      assertThat(columns.getString("TYPE_NAME")).isEqualTo("INTEGER[]");
    }
    try (ResultSet types = meta.getTypeInfo()) {
      boolean found = false;
      while (types.next()) {
        found |= types.getInt("DATA_TYPE") == Types.ARRAY;
      }
      assertThat(found).isTrue();
    }
    try (ResultSet shown = statement.executeQuery("show create table t")) {
      shown.next();
      assertThat(shown.getString(2)).contains("INTEGER[]");
    }
  }
}
