package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Infinite dates and timestamps through JDBC: read and bound with the classes and constants of the
 * PostgreSQL driver.
 */
@SuppressWarnings("JavaUtilDate") // JDBC prescribes these classes
final class InfiniteDatesTest {
  /** PGStatement.DATE_POSITIVE_INFINITY and DATE_NEGATIVE_INFINITY. */
  private static final long POSITIVE = 9_223_372_036_825_200_000L;

  private static final long NEGATIVE = -9_223_372_036_832_400_000L;

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:infinite-dates");
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create table t (id int primary key, d date, ts timestamp, tz timestamptz, v text)");
    }
  }

  @AfterEach
  void close() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("shutdown");
    }
    connection.close();
  }

  @Test
  void areReadAsTheExtremesOfTheirClasses() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select date 'infinity', timestamp '-infinity', timestamptz 'infinity'")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo("infinity");
      assertThat(row.getString(2)).isEqualTo("-infinity");
      assertThat(row.getString(3)).isEqualTo("infinity");
      assertThat(row.getDate(1)).isEqualTo(new Date(POSITIVE));
      assertThat(row.getDate(2)).isEqualTo(new Date(NEGATIVE));
      assertThat(row.getDate(3, Calendar.getInstance(TimeZone.getTimeZone("UTC"))))
          .isEqualTo(new Date(POSITIVE));
      assertThat(row.getTimestamp(1)).isEqualTo(new Timestamp(POSITIVE));
      assertThat(row.getTimestamp(2)).isEqualTo(new Timestamp(NEGATIVE));
      assertThat(row.getTimestamp(3)).isEqualTo(new Timestamp(POSITIVE));
      assertThat(row.getObject(1)).isEqualTo(new Date(POSITIVE));
      assertThat(row.getObject(2)).isEqualTo(new Timestamp(NEGATIVE));
      assertThat(row.getObject(3)).isEqualTo(OffsetDateTime.MAX);
      assertThat(row.getObject(1, LocalDate.class)).isEqualTo(LocalDate.MAX);
      assertThat(row.getObject(2, LocalDate.class)).isEqualTo(LocalDate.MIN);
      assertThat(row.getObject(1, LocalDateTime.class)).isEqualTo(LocalDateTime.MAX);
      assertThat(row.getObject(2, LocalDateTime.class)).isEqualTo(LocalDateTime.MIN);
      assertThat(row.getObject(3, LocalDateTime.class)).isEqualTo(LocalDateTime.MAX);
      assertThat(row.getObject(2, OffsetDateTime.class)).isEqualTo(OffsetDateTime.MIN);
      assertThat(row.getObject(3, OffsetDateTime.class)).isEqualTo(OffsetDateTime.MAX);
      assertThat(row.getObject(3, Instant.class)).isEqualTo(Instant.MAX);
      for (int i = 1; i <= 3; i++) {
        int column = i;
        assertThatThrownBy(() -> row.getTime(column)).isInstanceOf(SQLException.class);
      }
    }
  }

  @Test
  void areBoundAsTheSame() throws SQLException {
    List<Object> all =
        List.of(
            "infinity",
            new Date(POSITIVE),
            new Date(Long.MAX_VALUE),
            new Timestamp(POSITIVE),
            new java.util.Date(POSITIVE),
            LocalDate.MAX,
            LocalDateTime.MAX,
            OffsetDateTime.MAX,
            Instant.MAX);
    for (Object value : all) {
      assertThat(stored(value)).as("%s", value).isEqualTo("infinity infinity infinity infinity");
    }
    List<Object> negative =
        List.of(
            "-infinity",
            new Date(NEGATIVE),
            new Timestamp(NEGATIVE),
            LocalDate.MIN,
            LocalDateTime.MIN,
            OffsetDateTime.MIN,
            Instant.MIN);
    for (Object value : negative) {
      assertThat(stored(value))
          .as("%s", value)
          .isEqualTo("-infinity -infinity -infinity -infinity");
    }
  }

  private String stored(Object value) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("delete from t");
    }
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t values (1,?,?,?,?)")) {
      for (int i = 1; i <= 4; i++) {
        insert.setObject(i, value);
      }
      insert.executeUpdate();
    }
    try (PreparedStatement select =
        connection.prepareStatement(
            "select d, ts, tz, v from t where d = ? and ts = ? and tz = ? and ts >= ?")) {
      for (int i = 1; i <= 4; i++) {
        select.setObject(i, value);
      }
      try (ResultSet row = select.executeQuery()) {
        assertThat(row.next()).as("a row for %s", value).isTrue();
        return row.getString(1)
            + " "
            + row.getString(2)
            + " "
            + row.getString(3)
            + " "
            + row.getString(4);
      }
    }
  }

  @Test
  void takesTheSettersOfDatesAndTimestamps() throws SQLException {
    Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t (id, d, ts, tz) values (?, ?, ?, ?)")) {
      insert.setInt(1, 1);
      insert.setDate(2, new Date(NEGATIVE));
      insert.setTimestamp(3, new Timestamp(POSITIVE));
      insert.setTimestamp(4, new Timestamp(NEGATIVE));
      insert.executeUpdate();
      insert.setInt(1, 2);
      insert.setDate(2, new Date(NEGATIVE), utc);
      insert.setTimestamp(3, new Timestamp(POSITIVE), utc);
      insert.setTimestamp(4, new Timestamp(NEGATIVE), utc);
      insert.executeUpdate();
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select d, ts, tz from t")) {
      for (int i = 0; i < 2; i++) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo("-infinity");
        assertThat(rows.getString(2)).isEqualTo("infinity");
        assertThat(rows.getString(3)).isEqualTo("-infinity");
      }
    }
  }

  @Test
  void haveNoTimeOfDay() throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("select cast(? as time), ?::timestamp + interval '1 day'")) {
      select.setObject(1, LocalDateTime.MAX);
      select.setObject(2, LocalDateTime.MAX);
      assertThatThrownBy(() -> select.executeQuery().next())
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22008"));
      select.setTime(1, Time.valueOf("10:00:00"));
      try (ResultSet row = select.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getObject(2, LocalDateTime.class)).isEqualTo(LocalDateTime.MAX);
      }
    }
  }
}
