package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mosql.testkit.Rotation;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each setter with each type of column, and each getter: embedded and over the network they store
 * and return the same, and fail with the same SQLSTATE and text.
 */
final class SettersAndGettersTest {
  private static final UUID ID = UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
  private static final LocalDateTime DATE_TIME =
      LocalDateTime.of(2026, 3, 1, 13, 14, 15, 123_456_000);

  /** Share of the types and statements in the sample of a commit. */
  private static final int PERCENT = 10;

  private static RemoteTestServer server;
  private static Connection embedded;
  private static Connection remote;

  /** A call of a setter of parameter 1. */
  private interface Setter {
    void set(PreparedStatement statement) throws SQLException;
  }

  private record Named(String name, Setter setter) {}

  /** A call of a getter of column 1. */
  private interface Getter {
    Object get(ResultSet row) throws SQLException;
  }

  private record NamedGetter(String name, Getter getter) {}

  @BeforeAll
  static void open() throws Exception {
    server = RemoteTestServer.start();
    embedded = DriverManager.getConnection("jdbc:mosql:mem:setters-embedded");
    remote = server.connect("mem:setters-remote");
  }

  @AfterAll
  static void close() throws SQLException {
    for (Connection connection : List.of(embedded, remote)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("shutdown");
      } catch (SQLException e) {
        assertThat(e.getSQLState()).startsWith("57");
      }
      connection.close();
    }
    server.close();
  }

  private static Calendar calendar() {
    return Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @SuppressWarnings("deprecation")
  private static List<Named> setters() {
    List<Named> all = new ArrayList<>();
    for (Object value : objects()) {
      String name = value.getClass().getSimpleName() + " " + text(value);
      all.add(new Named("setObject " + name, s -> s.setObject(1, value)));
      for (int type :
          new int[] {
            Types.BIT,
            Types.BOOLEAN,
            Types.TINYINT,
            Types.SMALLINT,
            Types.INTEGER,
            Types.BIGINT,
            Types.DECIMAL,
            Types.REAL,
            Types.DOUBLE,
            Types.CHAR,
            Types.VARCHAR,
            Types.CLOB,
            Types.BINARY,
            Types.VARBINARY,
            Types.BLOB,
            Types.DATE,
            Types.TIME,
            Types.TIMESTAMP,
            Types.TIMESTAMP_WITH_TIMEZONE,
            Types.OTHER,
            Types.ARRAY
          }) {
        all.add(new Named("setObject " + name + " as " + type, s -> s.setObject(1, value, type)));
      }
      all.add(new Named("setObject .1 " + name, s -> s.setObject(1, value, Types.DECIMAL, 1)));
    }
    all.add(new Named("setObject null", s -> s.setObject(1, null)));
    all.add(new Named("setNull", s -> s.setNull(1, Types.INTEGER)));
    all.add(new Named("setNull by name", s -> s.setNull(1, Types.OTHER, "uuid")));
    all.add(new Named("setBoolean", s -> s.setBoolean(1, true)));
    all.add(new Named("setByte", s -> s.setByte(1, (byte) -7)));
    all.add(new Named("setShort", s -> s.setShort(1, Short.MAX_VALUE)));
    all.add(new Named("setInt", s -> s.setInt(1, Integer.MIN_VALUE)));
    all.add(new Named("setLong", s -> s.setLong(1, Long.MAX_VALUE)));
    all.add(new Named("setFloat", s -> s.setFloat(1, 1.1f)));
    all.add(new Named("setFloat NaN", s -> s.setFloat(1, Float.NaN)));
    all.add(new Named("setDouble", s -> s.setDouble(1, 1.1)));
    all.add(new Named("setDouble infinity", s -> s.setDouble(1, Double.NEGATIVE_INFINITY)));
    all.add(new Named("setBigDecimal", s -> s.setBigDecimal(1, new BigDecimal("-12.345"))));
    all.add(new Named("setBigDecimal 1e40", s -> s.setBigDecimal(1, new BigDecimal("1e40"))));
    all.add(new Named("setBigDecimal null", s -> s.setBigDecimal(1, null)));
    for (String value : texts()) {
      all.add(new Named("setString " + printable(value), s -> s.setString(1, value)));
    }
    all.add(new Named("setNString", s -> s.setNString(1, "12")));
    all.add(new Named("setBytes", s -> s.setBytes(1, new byte[] {0, 1, -1, 'a'})));
    all.add(new Named("setBytes of 16", s -> s.setBytes(1, new byte[16])));
    all.add(
        new Named("setBytes of text", s -> s.setBytes(1, "12".getBytes(StandardCharsets.UTF_8))));
    all.add(new Named("setDate", s -> s.setDate(1, Date.valueOf("2026-02-03"))));
    all.add(new Named("setDate Tokyo", s -> s.setDate(1, new Date(1_000_000_000L), calendar())));
    all.add(new Named("setTime", s -> s.setTime(1, Time.valueOf("23:59:58"))));
    all.add(new Named("setTime Tokyo", s -> s.setTime(1, new Time(1_000L), calendar())));
    all.add(new Named("setTimestamp", s -> s.setTimestamp(1, Timestamp.valueOf(DATE_TIME))));
    all.add(
        new Named(
            "setTimestamp Tokyo", s -> s.setTimestamp(1, new Timestamp(1_234_567L), calendar())));
    all.add(new Named("setAsciiStream", s -> s.setAsciiStream(1, bytes("12"))));
    all.add(new Named("setAsciiStream 2", s -> s.setAsciiStream(1, bytes("123"), 2)));
    all.add(new Named("setBinaryStream", s -> s.setBinaryStream(1, bytes("12"))));
    all.add(new Named("setBinaryStream 2", s -> s.setBinaryStream(1, bytes("123"), 2L)));
    all.add(new Named("setBinaryStream short", s -> s.setBinaryStream(1, bytes("1"), 2L)));
    all.add(new Named("setCharacterStream", s -> s.setCharacterStream(1, new StringReader("12"))));
    all.add(
        new Named(
            "setCharacterStream 2", s -> s.setCharacterStream(1, new StringReader("123"), 2)));
    all.add(
        new Named("setNCharacterStream", s -> s.setNCharacterStream(1, new StringReader("12"))));
    all.add(new Named("setClob reader", s -> s.setClob(1, new StringReader("12"))));
    all.add(new Named("setNClob reader", s -> s.setNClob(1, new StringReader("12"), 1)));
    all.add(new Named("setBlob stream", s -> s.setBlob(1, bytes("12"), 1)));
    all.add(
        new Named(
            "setClob",
            s -> {
              Clob clob = s.getConnection().createClob();
              clob.setString(1, "12");
              s.setClob(1, clob);
            }));
    all.add(
        new Named(
            "setNClob",
            s -> {
              NClob clob = s.getConnection().createNClob();
              clob.setString(1, "12");
              s.setNClob(1, clob);
            }));
    all.add(
        new Named(
            "setBlob",
            s -> {
              Blob blob = s.getConnection().createBlob();
              blob.setBytes(1, new byte[] {'1', '2'});
              s.setBlob(1, blob);
            }));
    all.add(new Named("setUnicodeStream", s -> s.setUnicodeStream(1, bytes("1"), 1)));
    all.add(new Named("setArray", s -> s.setArray(1, null)));
    all.add(new Named("setRef", s -> s.setRef(1, null)));
    all.add(new Named("setRowId", s -> s.setRowId(1, null)));
    all.add(new Named("setSQLXML", s -> s.setSQLXML(1, null)));
    all.add(new Named("setURL", s -> s.setURL(1, null)));
    all.add(new Named("nothing", s -> {}));
    all.add(new Named("out of range", s -> s.setInt(2, 1)));
    return all;
  }

  private static List<Object> objects() {
    return List.of(
        true,
        (byte) 1,
        (short) 2,
        3,
        4_000_000_000L,
        1.5f,
        2.5,
        new BigDecimal("12.50"),
        new BigInteger("123456789012345678901234567890"),
        "1",
        'c',
        new byte[] {1, 2, 3},
        ID,
        DATE_TIME.toLocalDate(),
        DATE_TIME.toLocalTime(),
        DATE_TIME,
        LocalDate.MAX,
        LocalDateTime.MIN,
        LocalTime.of(1, 2, 3, 456_789_123),
        DATE_TIME.atOffset(ZoneOffset.ofHours(3)),
        OffsetDateTime.MAX,
        DATE_TIME.atZone(ZoneId.of("Europe/Berlin")),
        DATE_TIME.toInstant(ZoneOffset.UTC),
        OffsetTime.of(1, 2, 3, 0, ZoneOffset.ofHours(1)),
        Period.of(1, 2, 3),
        Duration.ofSeconds(90_061, 5_000),
        new Date(1_600_000_000_000L),
        new Time(3_600_000L),
        new Timestamp(1_600_000_000_123L),
        new java.util.Date(1_600_000_000_123L),
        Thread.State.NEW);
  }

  private static List<String> texts() {
    return List.of(
        "",
        "1",
        " 12 ",
        "-1.5e3",
        "true",
        "abc",
        "\\x6162",
        ID.toString(),
        "2026-02-03",
        "12:13:14",
        "2026-02-03 12:13:14.5",
        "2026-02-03 12:13:14.5+02",
        "infinity",
        "1 day 2 hours",
        "{\"a\": [1, 2]}",
        "\ud83d\ude00 \u00e4",
        "\0",
        "\ud800");
  }

  private static List<NamedGetter> getters() {
    List<NamedGetter> all = new ArrayList<>();
    all.add(new NamedGetter("getObject", r -> r.getObject(1)));
    all.add(new NamedGetter("getString", r -> r.getString(1)));
    all.add(new NamedGetter("getNString", r -> r.getNString(1)));
    all.add(new NamedGetter("getBoolean", r -> r.getBoolean(1)));
    all.add(new NamedGetter("getByte", r -> r.getByte(1)));
    all.add(new NamedGetter("getShort", r -> r.getShort(1)));
    all.add(new NamedGetter("getInt", r -> r.getInt(1)));
    all.add(new NamedGetter("getLong", r -> r.getLong(1)));
    all.add(new NamedGetter("getFloat", r -> r.getFloat(1)));
    all.add(new NamedGetter("getDouble", r -> r.getDouble(1)));
    all.add(new NamedGetter("getBigDecimal", r -> r.getBigDecimal(1)));
    all.add(new NamedGetter("getBytes", r -> r.getBytes(1)));
    all.add(new NamedGetter("getDate", r -> r.getDate(1)));
    all.add(new NamedGetter("getDate Tokyo", r -> r.getDate(1, calendar())));
    all.add(new NamedGetter("getTime", r -> r.getTime(1)));
    all.add(new NamedGetter("getTime Tokyo", r -> r.getTime(1, calendar())));
    all.add(new NamedGetter("getTimestamp", r -> r.getTimestamp(1)));
    all.add(new NamedGetter("getTimestamp Tokyo", r -> r.getTimestamp(1, calendar())));
    all.add(new NamedGetter("getAsciiStream", r -> r.getAsciiStream(1)));
    all.add(new NamedGetter("getBinaryStream", r -> r.getBinaryStream(1)));
    all.add(new NamedGetter("getCharacterStream", r -> r.getCharacterStream(1)));
    all.add(new NamedGetter("getNCharacterStream", r -> r.getNCharacterStream(1)));
    all.add(new NamedGetter("getBlob", r -> r.getBlob(1)));
    all.add(new NamedGetter("getClob", r -> r.getClob(1)));
    all.add(new NamedGetter("getNClob", r -> r.getNClob(1)));
    all.add(new NamedGetter("getArray", r -> r.getArray(1)));
    all.add(new NamedGetter("getRef", r -> r.getRef(1)));
    all.add(new NamedGetter("getRowId", r -> r.getRowId(1)));
    all.add(new NamedGetter("getSQLXML", r -> r.getSQLXML(1)));
    all.add(new NamedGetter("getURL", r -> r.getURL(1)));
    for (Class<?> type :
        List.of(
            Object.class,
            String.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigDecimal.class,
            BigInteger.class,
            byte[].class,
            UUID.class,
            Date.class,
            Time.class,
            Timestamp.class,
            java.util.Date.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            OffsetDateTime.class,
            ZonedDateTime.class,
            Instant.class,
            Period.class,
            Duration.class,
            Blob.class,
            Clob.class,
            Thread.class)) {
      all.add(new NamedGetter("getObject " + type.getName(), r -> r.getObject(1, type)));
    }
    all.add(new NamedGetter("by label", r -> r.getString("V")));
    all.add(new NamedGetter("by other label", r -> r.getString("w")));
    all.add(new NamedGetter("out of range", r -> r.getString(3)));
    return all;
  }

  /** A value as text, with its class and all its digits. */
  private static String text(Object value) {
    try {
      if (value instanceof byte[] bytes) {
        return "bytes " + Arrays.toString(bytes);
      } else if (value instanceof InputStream stream) {
        return "stream " + Arrays.toString(stream.readAllBytes());
      } else if (value instanceof Reader reader) {
        return "reader " + readAll(reader);
      } else if (value instanceof Blob blob) {
        return "blob " + Arrays.toString(blob.getBytes(1, (int) blob.length()));
      } else if (value instanceof Clob clob) {
        return "clob " + clob.getSubString(1, (int) clob.length());
      } else if (value instanceof java.util.Date date) {
        return date.getClass().getSimpleName() + " " + date.getTime() + " " + date;
      }
      return value == null ? "null" : value.getClass().getSimpleName() + " " + value;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** The text with escapes for the characters that reports do not show. */
  private static String printable(String text) {
    StringBuilder shown = new StringBuilder();
    for (char c : text.toCharArray()) {
      shown.append(c >= ' ' && c < 127 ? String.valueOf(c) : "\\u%04x".formatted((int) c));
    }
    return shown.toString();
  }

  private static String readAll(Reader reader) throws Exception {
    StringBuilder text = new StringBuilder();
    int c = reader.read();
    while (c >= 0) {
      text.append((char) c);
      c = reader.read();
    }
    return text.toString();
  }

  private interface Call {
    String run() throws SQLException;
  }

  private static String outcome(Call call) {
    try {
      return call.run();
    } catch (SQLException e) {
      return e.getClass().getSimpleName() + " " + e.getSQLState() + " " + e.getMessage();
    } catch (RuntimeException e) {
      return e.toString();
    }
  }

  private static String getAll(ResultSet row) {
    StringBuilder text = new StringBuilder();
    for (NamedGetter getter : getters()) {
      text.append(
              outcome(
                  () ->
                      getter.name() + ": " + text(getter.getter().get(row)) + " " + row.wasNull()))
          .append('\n');
    }
    return text.toString();
  }

  private static String describe(ResultSetMetaData columns) throws SQLException {
    return columns.getColumnTypeName(1)
        + columns.getColumnType(1)
        + columns.getColumnClassName(1)
        + columns.getPrecision(1)
        + columns.getScale(1)
        + columns.isNullable(1)
        + columns.getColumnDisplaySize(1)
        + columns.getTableName(1);
  }

  private static String describe(ParameterMetaData parameters) throws SQLException {
    return parameters.getParameterTypeName(1)
        + parameters.getParameterType(1)
        + parameters.getPrecision(1)
        + parameters.getScale(1)
        + parameters.isNullable(1);
  }

  /** Binds by each setter, executes, and reads what is stored. */
  private static List<String> store(Connection connection, String type) throws SQLException {
    List<String> outcomes = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute("drop table if exists t");
      statement.execute("create table t (v " + type + ")");
      for (Named setter : setters()) {
        outcomes.add(
            setter.name()
                + " -> "
                + outcome(
                    () -> {
                      try (PreparedStatement insert =
                          connection.prepareStatement("insert into t values (?)")) {
                        setter.setter().set(insert);
                        insert.executeUpdate();
                      }
                      try (ResultSet row = statement.executeQuery("select v from t")) {
                        row.next();
                        return getAll(row);
                      }
                    }));
        outcomes.add(
            setter.name()
                + " in a batch -> "
                + outcome(
                    () -> {
                      try (PreparedStatement update =
                          connection.prepareStatement("update t set v = ?")) {
                        setter.setter().set(update);
                        update.addBatch();
                        setter.setter().set(update);
                        update.addBatch();
                        return Arrays.toString(update.executeBatch())
                            + value(statement, "select cast(v as varchar(200)) from t");
                      }
                    }));
        outcomes.add(
            setter.name()
                + " compared -> "
                + outcome(
                    () -> {
                      try (PreparedStatement select =
                          connection.prepareStatement("select count(*) from t where v = ?")) {
                        setter.setter().set(select);
                        try (ResultSet row = select.executeQuery()) {
                          row.next();
                          return row.getString(1);
                        }
                      }
                    }));
        statement.execute("delete from t");
      }
    }
    return outcomes;
  }

  private static String value(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : "no row";
    }
  }

  private static void compare(List<String> here, List<String> there) {
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < here.size(); i++) {
      if (!here.get(i).equals(there.get(i))) {
        differences.add(printable(difference(here.get(i), there.get(i))));
      }
    }
    assertThat(differences).isEmpty();
    assertThat(there).hasSameSizeAs(here);
  }

  /** The lines that differ. */
  private static String difference(String here, String there) {
    List<String> ours = here.lines().toList();
    List<String> theirs = there.lines().toList();
    TreeSet<Integer> lines = new TreeSet<>();
    for (int i = 0; i < Math.max(ours.size(), theirs.size()); i++) {
      if (i >= ours.size() || i >= theirs.size() || !ours.get(i).equals(theirs.get(i))) {
        lines.add(i);
      }
    }
    int first = lines.isEmpty() ? 0 : lines.first();
    return (ours.isEmpty() ? "" : ours.get(0))
        + "\n  embedded: "
        + (first < ours.size() ? ours.get(first) : "nothing")
        + "\n  remote:   "
        + (first < theirs.size() ? theirs.get(first) : "nothing");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "boolean",
        "smallint",
        "integer",
        "bigint",
        "decimal(10,2)",
        "numeric",
        "real",
        "double precision",
        "char(40)",
        "varchar(40)",
        "text",
        "varbinary(40)",
        "blob",
        "clob",
        "date",
        "time",
        "timestamp",
        "timestamp with time zone",
        "uuid",
        "interval",
        "jsonb"
      })
  void storeAndReturnTheSame(String type) throws SQLException {
    assumeTrue(Rotation.includes(type, PERCENT));
    compare(store(embedded, type), store(remote, type));
  }

  /** Parameters whose type only the value tells. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select ? as v",
        "select cast(? as varchar(80)) as v",
        "select coalesce(?, null) as v",
        "select case when true then ? else null end as v",
        "select ? || 'x' as v",
        "select ? + 1 as v",
        "select cast(? as varbinary(40)) as v",
        "select cast(? as timestamp with time zone) as v",
        "select cast(? as date) as v",
        "select upper(?) as v",
        "values (?)",
        "select count(*) as v from (values (1)) x (a) where ? is null"
      })
  void operandsAreTheSame(String sql) throws SQLException {
    assumeTrue(Rotation.includes(sql, PERCENT));
    compare(operands(embedded, sql), operands(remote, sql));
  }

  private static List<String> operands(Connection connection, String sql) {
    List<String> outcomes = new ArrayList<>();
    for (Named setter : setters()) {
      outcomes.add(
          setter.name()
              + " -> "
              + outcome(
                  () -> {
                    try (PreparedStatement select = connection.prepareStatement(sql)) {
                      String before = describe(select.getParameterMetaData());
                      setter.setter().set(select);
                      try (ResultSet row = select.executeQuery()) {
                        row.next();
                        return before + describe(row.getMetaData()) + "\n" + getAll(row);
                      }
                    }
                  }));
    }
    return outcomes;
  }

  @Test
  void textsWithoutAnEncodingAreRejected() throws SQLException {
    for (Connection connection : List.of(embedded, remote)) {
      try (Statement statement = connection.createStatement()) {
        for (String sql : List.of("select '\ud800'", "select 'a\udc00\ud800'")) {
          assertThat(outcome(() -> String.valueOf(statement.execute(sql)))).contains("22021");
          assertThat(outcome(() -> connection.prepareStatement(sql).toString())).contains("22021");
        }
        assertThat(value(statement, "select '\ud83d\ude00'")).isEqualTo("\ud83d\ude00");
      }
    }
  }

  @Test
  void settersOfAClosedStatementFailTheSame() throws SQLException {
    List<List<String>> both = new ArrayList<>();
    for (Connection connection : List.of(embedded, remote)) {
      PreparedStatement closed = connection.prepareStatement("select ?");
      closed.close();
      List<String> outcomes = new ArrayList<>();
      for (Named setter : setters()) {
        outcomes.add(
            outcome(
                () -> {
                  setter.setter().set(closed);
                  return setter.name() + " is taken";
                }));
      }
      both.add(outcomes);
    }
    compare(both.get(0), both.get(1));
  }
}
