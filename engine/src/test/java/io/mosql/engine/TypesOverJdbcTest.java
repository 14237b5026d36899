package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reading and binding of types without a specific getter in JDBC. */
final class TypesOverJdbcTest {
  private static final UUID VALUE = UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:types-over-jdbc");
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    statement.execute("shutdown");
    connection.close();
  }

  @Test
  void uuidsGoInAndComeOut() throws SQLException {
    statement.execute("create table t (id uuid primary key, note varchar(40))");
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t (id, note) values (?, ?)")) {
      assertThat(insert.getParameterMetaData().getParameterTypeName(1)).isEqualTo("UUID");
      assertThat(insert.getParameterMetaData().getParameterClassName(1))
          .isEqualTo(UUID.class.getName());
      insert.setObject(1, VALUE);
      insert.setObject(2, VALUE);
      insert.executeUpdate();
      insert.setString(1, "00000000-0000-0000-0000-000000000000");
      insert.setNull(2, Types.VARCHAR);
      insert.executeUpdate();
      insert.setObject(1, VALUE, Types.OTHER);
      assertThatThrownBy(insert::executeUpdate)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
      insert.setString(1, "none");
      assertThatThrownBy(insert::executeUpdate)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22018"));
    }
    try (PreparedStatement select =
        connection.prepareStatement("select id, note from t where id = ?")) {
      select.setObject(1, VALUE);
      try (ResultSet rows = select.executeQuery()) {
        assertThat(rows.getMetaData().getColumnType(1)).isEqualTo(Types.OTHER);
        assertThat(rows.getMetaData().getColumnTypeName(1)).isEqualTo("UUID");
        assertThat(rows.getMetaData().getColumnClassName(1)).isEqualTo(UUID.class.getName());
        assertThat(rows.next()).isTrue();
        assertThat(rows.getObject(1)).isEqualTo(VALUE);
        assertThat(rows.getObject(1, UUID.class)).isEqualTo(VALUE);
        assertThat(rows.getString(1)).isEqualTo(VALUE.toString());
        assertThat(rows.getObject(2, UUID.class)).isEqualTo(VALUE);
        assertThatThrownBy(() -> rows.getInt(1)).isInstanceOf(SQLException.class);
        assertThat(rows.next()).isFalse();
      }
    }
    try (ResultSet row = statement.executeQuery("select cast(null as uuid)")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getObject(1, UUID.class)).isNull();
      assertThat(row.wasNull()).isTrue();
    }
  }

  @Test
  void intervalsGoInAndComeOut() throws SQLException {
    statement.execute("create table t (i interval primary key, at timestamp)");
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into t (i, at) values (?, timestamp '2026-01-31 00:00:00' + ?::interval)")) {
      assertThat(insert.getParameterMetaData().getParameterTypeName(1)).isEqualTo("INTERVAL");
      assertThat(insert.getParameterMetaData().getParameterClassName(1))
          .isEqualTo(String.class.getName());
      Object[] forms = {
        "1 year 2 days 03:00", Period.of(1, -2, 3), Duration.ofMillis(-1_500), Period.ZERO
      };
      for (Object form : forms) {
        insert.setObject(1, form);
        insert.setObject(2, form);
        insert.executeUpdate();
      }
      insert.setString(1, "0 days");
      assertThatThrownBy(insert::executeUpdate)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
      insert.setString(1, "none");
      assertThatThrownBy(insert::executeUpdate)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22007"));
    }
    try (ResultSet rows = statement.executeQuery("select i, at from t order by i")) {
      assertThat(rows.getMetaData().getColumnType(1)).isEqualTo(Types.OTHER);
      assertThat(rows.getMetaData().getColumnTypeName(1)).isEqualTo("INTERVAL");
      assertThat(rows.getMetaData().getColumnClassName(1)).isEqualTo(String.class.getName());
      assertThat(rows.next()).isTrue();
      assertThat(rows.getObject(1)).isEqualTo("-00:00:01.5");
      assertThat(rows.getObject(1, Duration.class)).isEqualTo(Duration.ofMillis(-1_500));
      assertThat(rows.getString(2)).isEqualTo("2026-01-30 23:59:58.5");
      assertThatThrownBy(() -> rows.getObject(1, Period.class)).isInstanceOf(SQLException.class);
      assertThat(rows.next()).isTrue();
      assertThat(rows.getObject(1, Period.class)).isEqualTo(Period.ZERO);
      assertThat(rows.getObject(1, Duration.class)).isEqualTo(Duration.ZERO);
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("10 mons 3 days");
      assertThat(rows.getObject(1, Period.class)).isEqualTo(Period.of(0, 10, 3));
      assertThat(rows.getString(2)).isEqualTo("2026-12-03 00:00:00");
      assertThatThrownBy(() -> rows.getObject(1, Duration.class)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> rows.getInt(1)).isInstanceOf(SQLException.class);
      assertThat(rows.next()).isTrue();
      assertThat(rows.getObject(1, String.class)).isEqualTo("1 year 2 days 03:00:00");
      assertThat(rows.next()).isFalse();
    }
    try (ResultSet row = statement.executeQuery("select cast(null as interval)")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getObject(1, Period.class)).isNull();
      assertThat(row.wasNull()).isTrue();
    }
  }

  @Test
  void momentsGoInAndComeOutWhateverTheZones() throws SQLException {
    statement.execute("set time zone 'Asia/Kolkata'");
    statement.execute("create table t (id int primary key, at timestamptz)");
    Instant moment = Instant.parse("2026-10-25T01:30:00.123456Z");
    Calendar elsewhere = Calendar.getInstance(TimeZone.getTimeZone("America/New_York"));
    try (PreparedStatement insert =
        connection.prepareStatement("insert into t (id, at) values (?, ?)")) {
      assertThat(insert.getParameterMetaData().getParameterType(2))
          .isEqualTo(Types.TIMESTAMP_WITH_TIMEZONE);
      Object[] forms = {
        moment,
        moment.atOffset(ZoneOffset.ofHours(-5)),
        moment.atZone(ZoneId.of("Europe/Berlin")),
        Timestamp.from(moment),
        "2026-10-25 01:30:00.123456Z",
        LocalDateTime.parse("2026-10-25T07:00:00.123456")
      };
      for (int i = 0; i < forms.length; i++) {
        insert.setInt(1, i);
        insert.setObject(2, forms[i]);
        insert.executeUpdate();
      }
      insert.setInt(1, forms.length);
      insert.setTimestamp(2, Timestamp.from(moment), elsewhere);
      insert.executeUpdate();
      insert.setInt(1, forms.length + 1);
      insert.setObject(2, moment.atOffset(ZoneOffset.UTC), Types.TIMESTAMP_WITH_TIMEZONE);
      insert.executeUpdate();
      insert.setInt(1, forms.length + 2);
      insert.setNull(2, Types.TIMESTAMP_WITH_TIMEZONE);
      insert.executeUpdate();
      insert.setInt(1, forms.length + 3);
      insert.setLong(2, 5);
      assertThatThrownBy(insert::executeUpdate)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42804"));
    }
    try (ResultSet rows = statement.executeQuery("select at from t where id < 8 order by id")) {
      assertThat(rows.getMetaData().getColumnType(1)).isEqualTo(Types.TIMESTAMP_WITH_TIMEZONE);
      assertThat(rows.getMetaData().getColumnClassName(1))
          .isEqualTo(OffsetDateTime.class.getName());
      int count = 0;
      while (rows.next()) {
        assertThat(rows.getObject(1)).isEqualTo(moment.atOffset(ZoneOffset.UTC));
        assertThat(rows.getObject(1, OffsetDateTime.class).toInstant()).isEqualTo(moment);
        assertThat(rows.getObject(1, Instant.class)).isEqualTo(moment);
        assertThat(rows.getObject(1, ZonedDateTime.class).toInstant()).isEqualTo(moment);
        assertThat(rows.getString(1)).isEqualTo("2026-10-25 07:00:00.123456+05:30");
        assertThat(rows.getTimestamp(1).toInstant()).isEqualTo(moment);
        assertThat(rows.getTimestamp(1, elsewhere).toInstant()).isEqualTo(moment);
        assertThat(rows.getObject(1, LocalDateTime.class))
            .isEqualTo(LocalDateTime.ofInstant(moment, ZoneId.systemDefault()));
        count++;
      }
      assertThat(count).isEqualTo(8);
    }
    try (ResultSet row = statement.executeQuery("select at from t where id = 8")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getTimestamp(1)).isNull();
      assertThat(row.getObject(1)).isNull();
    }
  }

  @Test
  void columnsReportTheirCaseSensitivity() throws SQLException {
    try (ResultSet row =
        statement.executeQuery("select 'a' as a, 'a' collate \"nocase\" as b, 1 as c")) {
      assertThat(row.getMetaData().isCaseSensitive(1)).isTrue();
      assertThat(row.getMetaData().isCaseSensitive(2)).isFalse();
      assertThat(row.getMetaData().isCaseSensitive(3)).isFalse();
      assertThat(row.getMetaData().getColumnTypeName(2)).isEqualTo("VARCHAR");
    }
  }

  @Test
  void theConnectionReportsItsTimeZone() throws SQLException {
    try (Connection other =
            DriverManager.getConnection("jdbc:mosql:mem:types-over-jdbc?timeZone=Asia/Tokyo");
        Statement zoned = other.createStatement()) {
      assertThat(first(zoned, "select cast(timestamp '2026-01-01 09:00:00' as timestamptz)"))
          .isEqualTo(OffsetDateTime.parse("2026-01-01T00:00:00Z"));
      zoned.execute("set time zone 'UTC'");
      assertThat(first(zoned, "show timezone")).isEqualTo("UTC");
      zoned.execute("reset timezone");
      assertThat(first(zoned, "show timezone")).isEqualTo("Asia/Tokyo");
    }
    assertThatThrownBy(
            () -> DriverManager.getConnection("jdbc:mosql:mem:types-over-jdbc?timeZone=Nowhere"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22023"));
  }

  private static Object first(Statement statement, String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      assertThat(row.next()).isTrue();
      return row.getObject(1);
    }
  }
}
