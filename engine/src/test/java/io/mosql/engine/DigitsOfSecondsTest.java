package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Values with nanoseconds are rounded to microseconds, as texts are, and never cut. */
class DigitsOfSecondsTest {
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:digits");
    statement = connection.createStatement();
    statement.execute(
        "create table t (ts timestamp, tz timestamptz, t time, d date, s varchar(40), i interval)");
  }

  @AfterEach
  void close() throws SQLException {
    statement.execute("drop table t");
    connection.close();
  }

  private void insert(String column, Object value) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t (" + column + ") values (?)")) {
      insert.setObject(1, value);
      insert.execute();
    }
  }

  private String stored(String column) throws SQLException {
    try (ResultSet rows =
        statement.executeQuery("select cast(" + column + " as varchar(60)) from t")) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private static final Map<Integer, String> ROUNDED =
      Map.of(
          123_456_499, "123456",
          123_456_500, "123457",
          123_456_789, "123457",
          999_999_499, "999999",
          1, "",
          500, "000001");

  @Test
  void valuesAreRounded() throws SQLException {
    for (Map.Entry<Integer, String> expected : ROUNDED.entrySet()) {
      LocalDateTime local = LocalDateTime.of(2024, 5, 6, 7, 8, 9, expected.getKey());
      LocalDateTime before = LocalDateTime.of(1901, 5, 6, 7, 8, 9, expected.getKey());
      String fraction = expected.getValue().isEmpty() ? "" : "." + expected.getValue();
      for (LocalDateTime value : List.of(local, before)) {
        String text = value.toLocalDate() + " 07:08:09" + fraction;
        for (Object x : List.of(value, Timestamp.valueOf(value), value.toString())) {
          statement.execute("delete from t");
          insert("ts", x);
          assertThat(stored("ts")).as(x.getClass() + " " + x).isEqualTo(text);
        }
        OffsetDateTime moment = value.atOffset(ZoneOffset.UTC);
        statement.execute("set time zone 'UTC'");
        for (Object x : List.of(moment, moment.toInstant(), moment.toZonedDateTime())) {
          statement.execute("delete from t");
          insert("tz", x);
          assertThat(stored("tz")).as(x.getClass() + " " + x).isEqualTo(text + "+00");
        }
      }
      statement.execute("delete from t");
      insert("t", local.toLocalTime());
      assertThat(stored("t")).isEqualTo("07:08:09" + fraction);
      statement.execute("delete from t");
      insert("t", local);
      assertThat(stored("t")).isEqualTo("07:08:09" + fraction);
      statement.execute("delete from t");
      insert("i", local.toLocalTime());
      assertThat(stored("i")).isEqualTo("07:08:09" + fraction);
      statement.execute("delete from t");
      insert("s", local);
      assertThat(stored("s")).isEqualTo("2024-05-06 07:08:09" + fraction);
    }
  }

  @Test
  void theLastNanosecondOfAYearIsInTheNextOne() throws SQLException {
    insert("ts", LocalDateTime.of(2024, 12, 31, 23, 59, 59, 999_999_999));
    assertThat(stored("ts")).isEqualTo("2025-01-01 00:00:00");
    statement.execute("delete from t");
    statement.execute("set time zone 'UTC'");
    insert("tz", Instant.parse("2024-12-31T23:59:59.999999999Z"));
    assertThat(stored("tz")).isEqualTo("2025-01-01 00:00:00+00");
  }

  /** A TIME has no 24:00. */
  @Test
  void aTimeThatIsRoundedToTheEndOfTheDayIsRefused() throws SQLException {
    for (Object value : List.of(LocalTime.MAX, "23:59:59.9999999")) {
      assertThatThrownBy(() -> insert("t", value))
          .isInstanceOf(SQLException.class)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("22008");
    }
    insert("t", LocalTime.of(23, 59, 59, 999_999_499));
    assertThat(stored("t")).isEqualTo("23:59:59.999999");
  }

  @Test
  void aRoundedValueIsFoundAgain() throws SQLException {
    LocalDateTime local = LocalDateTime.of(2024, 5, 6, 7, 8, 9, 123_456_789);
    insert("ts", local);
    statement.execute("create index on t (ts)");
    try (PreparedStatement query =
        connection.prepareStatement(
            "select count(*), max(case when ts between ? and ? then 1 end) from t where ts = ?")) {
      query.setObject(1, local);
      query.setTimestamp(2, Timestamp.valueOf(local));
      query.setObject(3, local);
      try (ResultSet rows = query.executeQuery()) {
        rows.next();
        assertThat(rows.getInt(1)).isOne();
        assertThat(rows.getInt(2)).isOne();
      }
    }
  }

  @Test
  void updatableRowsAreRoundedToo() throws SQLException {
    statement.execute("alter table t add column id integer primary key");
    statement.execute("insert into t (id) values (1)");
    try (Statement updating =
            connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE);
        ResultSet rows = updating.executeQuery("select id, ts, tz from t")) {
      rows.next();
      ZonedDateTime moment = ZonedDateTime.of(2024, 5, 6, 7, 8, 9, 123_456_789, ZoneOffset.UTC);
      rows.updateObject("ts", moment.toLocalDateTime());
      rows.updateObject("tz", moment.toOffsetDateTime());
      rows.updateRow();
    }
    statement.execute("set time zone 'UTC'");
    assertThat(stored("ts")).isEqualTo("2024-05-06 07:08:09.123457");
    assertThat(stored("tz")).isEqualTo("2024-05-06 07:08:09.123457+00");
  }

  /** Digits after the point and characters of each column, as PostgreSQL's driver has them. */
  private static List<String> described(ResultSetMetaData columns) throws SQLException {
    List<String> described = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      described.add(
          columns.getColumnTypeName(i)
              + " "
              + columns.getScale(i)
              + " "
              + columns.getPrecision(i)
              + " "
              + columns.getColumnDisplaySize(i));
    }
    return described;
  }

  @Test
  void resultsHaveTheDigitsOfTheirColumns() throws SQLException {
    statement.execute("alter table t alter ts type timestamp(3), alter tz type timestamptz(0)");
    statement.execute("create view v as select ts, tz, t::time(1) as t, d from t");
    String query = "select ts, tz, t, now()::timestamp(2), ts + interval '1 day', d from v";
    List<String> expected =
        List.of(
            "TIMESTAMP 3 23 23",
            "TIMESTAMPTZ 0 25 25",
            "TIME 1 10 10",
            "TIMESTAMP 2 22 22",
            "TIMESTAMP 6 26 26",
            "DATE 0 10 10");
    try (ResultSet rows = statement.executeQuery(query)) {
      assertThat(described(rows.getMetaData())).isEqualTo(expected);
    }
    try (PreparedStatement prepared =
        connection.prepareStatement(query + " where ts = ? order by ts")) {
      assertThat(described(prepared.getMetaData())).isEqualTo(expected);
      // a parameter is not rounded to the digits of the column beside it
      assertThat(prepared.getParameterMetaData().getScale(1)).isEqualTo(6);
    }
    try (PreparedStatement insert = connection.prepareStatement("insert into t (ts) values (?)")) {
      assertThat(insert.getParameterMetaData().getScale(1)).isEqualTo(6);
    }
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t (ts) values (?) returning ts, ts::time")) {
      assertThat(described(insert.getMetaData()))
          .isEqualTo(List.of("TIMESTAMP 3 23 23", "TIME 6 15 15"));
      insert.setObject(1, LocalDateTime.of(2024, 5, 6, 7, 8, 9, 123_999_999));
      try (ResultSet rows = insert.executeQuery()) {
        rows.next();
        assertThat(rows.getString(1)).isEqualTo("2024-05-06 07:08:09.124");
      }
    }
    statement.execute("drop view v");
  }
}
