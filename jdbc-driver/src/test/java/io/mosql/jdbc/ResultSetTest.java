package io.mosql.jdbc;

import static io.mosql.jdbc.FakeSession.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class ResultSetTest {
  private static final LocalDateTime MOMENT = LocalDateTime.of(2024, 2, 29, 13, 14, 15, 123456000);
  private static final long MOMENT_MICROS =
      MOMENT.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + 123456;
  private static final int DAY = (int) LocalDate.of(2024, 2, 29).toEpochDay();
  private static final long TIME_MICROS =
      LocalTime.of(13, 14, 15, 500_000_000).toNanoOfDay() / 1000;

  private static ResultSet one(SqlType type, @org.jspecify.annotations.Nullable Object value)
      throws SQLException {
    ResultSet rs = all(List.of(column("c", type)), new Object[] {value});
    assertThat(rs.next()).isTrue();
    return rs;
  }

  private static ResultSet all(List<ColumnInfo> columns, Object[]... rows) throws SQLException {
    Connection connection = new FakeSession("mem:t").query("q", columns, rows).connect();
    return connection.createStatement().executeQuery("q");
  }

  private static void fails(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }

  @Test
  void wholeNumbersOfEveryWidth() throws SQLException {
    ResultSet rs = one(SqlType.BIGINT, 300L);
    assertThat(rs.getInt(1)).isEqualTo(300);
    assertThat(rs.getLong("C")).isEqualTo(300L);
    assertThat(rs.getShort(1)).isEqualTo((short) 300);
    assertThat(rs.getDouble(1)).isEqualTo(300.0);
    assertThat(rs.getBigDecimal(1)).isEqualTo("300");
    assertThat(rs.getString(1)).isEqualTo("300");
    assertThat(rs.getBoolean(1)).isTrue();
    assertThat(rs.getObject(1, BigInteger.class)).isEqualTo(300);
    fails("22003", () -> rs.getByte(1));
    fails("22003", () -> one(SqlType.BIGINT, 1L << 31).getInt(1));
    fails("22018", () -> rs.getDate(1));
  }

  @Test
  void decimalsAreCutOffAndCheckedForRange() throws SQLException {
    ResultSet rs = one(SqlType.decimal(12, 2), new BigDecimal("-12.75"));
    assertThat(rs.getInt(1)).isEqualTo(-12);
    assertThat(rs.getDouble(1)).isEqualTo(-12.75);
    assertThat(rs.getString(1)).isEqualTo("-12.75");
    assertThat(rs.getObject(1)).isEqualTo(new BigDecimal("-12.75"));
    ResultSet large = one(SqlType.decimal(30, 0), new BigDecimal("9223372036854775808"));
    fails("22003", () -> large.getLong(1));
    assertThat(large.getBigDecimal(1)).isEqualTo("9223372036854775808");
    assertThat(one(SqlType.decimal(30, 0), new BigDecimal("9223372036854775807")).getLong(1))
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void floatsKeepWhatTheyShow() throws SQLException {
    assertThat(one(SqlType.REAL, 0.1f).getBigDecimal(1)).isEqualTo("0.1");
    assertThat(one(SqlType.REAL, 0.1f).getObject(1)).isEqualTo(0.1f);
    assertThat(one(SqlType.DOUBLE, 2.9).getInt(1)).isEqualTo(2);
    assertThat(one(SqlType.DOUBLE, 2.5).getFloat(1)).isEqualTo(2.5f);
    fails("22003", () -> one(SqlType.DOUBLE, 1e300).getFloat(1));
    fails("22003", () -> one(SqlType.DOUBLE, 0x1p63).getLong(1));
    fails("22003", () -> one(SqlType.DOUBLE, Double.NaN).getInt(1));
    assertThat(one(SqlType.DOUBLE, -0x1p63).getLong(1)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void textIsParsed() throws SQLException {
    assertThat(one(SqlType.TEXT, " 42 ").getInt(1)).isEqualTo(42);
    assertThat(one(SqlType.TEXT, "1e3").getLong(1)).isEqualTo(1000);
    assertThat(one(SqlType.TEXT, "yes").getBoolean(1)).isTrue();
    assertThat(one(SqlType.TEXT, "0").getBoolean(1)).isFalse();
    assertThat(one(SqlType.TEXT, "2024-02-29").getObject(1, LocalDate.class))
        .isEqualTo("2024-02-29");
    assertThat(one(SqlType.TEXT, "2024-02-29 13:14:15.123456").getTimestamp(1))
        .isEqualTo(Timestamp.valueOf(MOMENT));
    fails("22018", () -> one(SqlType.TEXT, "abc").getInt(1));
    fails("22018", () -> one(SqlType.TEXT, "abc").getDouble(1));
    fails("22018", () -> one(SqlType.TEXT, "abc").getBoolean(1));
    fails("22007", () -> one(SqlType.TEXT, "2024-02-30").getDate(1));
    fails("22003", () -> one(SqlType.TEXT, "1e999999999").getLong(1));
  }

  @Test
  void datesAndTimes() throws SQLException {
    ResultSet date = one(SqlType.DATE, DAY);
    assertThat(date.getObject(1)).isEqualTo(Date.valueOf("2024-02-29"));
    assertThat(date.getTimestamp(1)).isEqualTo(Timestamp.valueOf("2024-02-29 00:00:00"));
    assertThat(date.getString(1)).isEqualTo("2024-02-29");
    fails("22018", () -> date.getTime(1));
    fails("22018", () -> date.getInt(1));
    ResultSet time = one(SqlType.TIME, TIME_MICROS);
    assertThat(time.getObject(1)).hasToString("13:14:15");
    assertThat(time.getTime(1).getTime() - Time.valueOf("13:14:15").getTime()).isEqualTo(500);
    assertThat(time.getString(1)).isEqualTo("13:14:15.5");
    assertThat(time.getObject(1, LocalTime.class)).isEqualTo("13:14:15.500");
    fails("22018", () -> time.getDate(1));
    fails("22018", () -> time.getLong(1));
    ResultSet moment = one(SqlType.TIMESTAMP, MOMENT_MICROS);
    assertThat(moment.getObject(1)).isEqualTo(Timestamp.valueOf(MOMENT));
    assertThat(moment.getString(1)).isEqualTo("2024-02-29 13:14:15.123456");
    assertThat(moment.getDate(1)).isEqualTo(Date.valueOf("2024-02-29"));
    assertThat(moment.getObject(1, LocalDateTime.class)).isEqualTo(MOMENT);
    fails("22018", () -> moment.getBigDecimal(1));
    assertThat(one(SqlType.TIMESTAMP, -1L).getObject(1, LocalDateTime.class))
        .isEqualTo("1969-12-31T23:59:59.999999");
  }

  @Test
  void calendarsSayWhichZoneIsMeant() throws SQLException {
    Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
    ResultSet rs = one(SqlType.TIMESTAMP, MOMENT_MICROS);
    Instant instant = MOMENT.toInstant(ZoneOffset.ofHours(9));
    assertThat(rs.getTimestamp(1, tokyo).toInstant()).isEqualTo(instant);
    assertThat(one(SqlType.DATE, DAY).getDate(1, tokyo).getTime())
        .isEqualTo(Instant.parse("2024-02-28T15:00:00Z").toEpochMilli());
    assertThat(one(SqlType.TIME, 0L).getTime(1, tokyo).getTime()).isEqualTo(-9 * 3_600_000L);
    assertThat(rs.getObject(1, Instant.class)).isEqualTo(rs.getTimestamp(1).toInstant());
    assertThat(rs.getObject(1, OffsetDateTime.class).toInstant())
        .isEqualTo(rs.getTimestamp(1).toInstant());
  }

  /** PostgreSQL's driver and Timestamp.valueOf say so, too. */
  @Test
  void theHourThatComesTwiceIsTheLaterOne() throws SQLException {
    Calendar paris = Calendar.getInstance(TimeZone.getTimeZone("Europe/Paris"));
    Instant later = Instant.parse("2018-10-28T01:30:00Z");
    long local = later.plusSeconds(3600).getEpochSecond() * 1_000_000;
    assertThat(one(SqlType.TIMESTAMP, local).getTimestamp(1, paris).toInstant()).isEqualTo(later);
  }

  @Test
  void booleansBytesAndUnknownClasses() throws SQLException {
    ResultSet truth = one(SqlType.BOOLEAN, true);
    assertThat(truth.getInt(1)).isEqualTo(1);
    assertThat(truth.getString(1)).isEqualTo("TRUE");
    byte[] stored = {1, (byte) 0xfe};
    ResultSet bytes = one(SqlType.varbinary(10), stored);
    bytes.getBytes(1)[0] = 9;
    ((byte[]) bytes.getObject(1))[0] = 9;
    assertThat(stored).containsExactly(1, 0xfe);
    assertThat(bytes.getString(1)).isEqualTo("01fe");
    assertThat(bytes.getBlob(1).length()).isEqualTo(2);
    fails("22018", () -> bytes.getInt(1));
    fails("22018", () -> truth.getBytes(1));
    fails("22018", () -> truth.getObject(1, UUID.class));
  }

  @Test
  void nullIsRemembered() throws SQLException {
    ResultSet rs = one(SqlType.INTEGER, null);
    assertThat(rs.getInt(1)).isZero();
    assertThat(rs.wasNull()).isTrue();
    assertThat(rs.getObject(1)).isNull();
    assertThat(rs.getString(1)).isNull();
    assertThat(rs.getTimestamp(1)).isNull();
    assertThat(rs.getObject(1, Integer.class)).isNull();
    assertThat(rs.getObject(1, Instant.class)).isNull();
    assertThat(rs.getBoolean(1)).isFalse();
    ResultSet zero = one(SqlType.INTEGER, 0);
    assertThat(zero.getObject(1, Integer.class)).isZero();
    assertThat(zero.wasNull()).isFalse();
  }

  @Test
  void labelsIgnoreCaseAndTheFirstWins() throws SQLException {
    ResultSet rs =
        all(
            List.of(
                column("id", SqlType.INTEGER),
                column("Name", SqlType.TEXT),
                column("NAME", SqlType.TEXT)),
            new Object[] {1, "first", "second"});
    rs.next();
    assertThat(rs.getString("name")).isEqualTo("first");
    assertThat(rs.getString("NAME")).isEqualTo("first");
    assertThat(rs.findColumn("ID")).isEqualTo(1);
    assertThat(rs.findColumn("ID")).isEqualTo(1);
    fails("42703", () -> rs.getInt("nope"));
    fails("42703", () -> rs.getInt(4));
    fails("42703", () -> rs.getInt(0));
  }

  @Test
  void forwardOnlyKnowsWhereItIs() throws SQLException {
    List<ColumnInfo> columns = List.of(column("a", SqlType.INTEGER));
    ResultSet rs = all(columns, new Object[] {1}, new Object[] {2});
    fails("24000", () -> rs.getInt(1));
    assertThat(rs.isBeforeFirst()).isTrue();
    assertThat(rs.next()).isTrue();
    assertThat(rs.isFirst()).isTrue();
    assertThat(rs.isLast()).isFalse();
    assertThat(rs.getInt(1)).isEqualTo(1);
    assertThat(rs.getRow()).isEqualTo(1);
    assertThat(rs.next()).isTrue();
    assertThat(rs.getInt(1)).isEqualTo(2);
    assertThat(rs.isLast()).isTrue();
    assertThat(rs.getInt(1)).isEqualTo(2);
    assertThat(rs.next()).isFalse();
    assertThat(rs.next()).isFalse();
    assertThat(rs.isAfterLast()).isTrue();
    fails("24000", () -> rs.getInt(1));
    fails("24000", rs::first);
    assertThat(all(columns).isBeforeFirst()).isFalse();
  }

  @Test
  void scrollingGoesAnywhere() throws SQLException {
    Connection connection =
        new FakeSession("mem:t")
            .query(
                "q",
                List.of(column("a", SqlType.INTEGER)),
                new Object[] {1},
                new Object[] {2},
                new Object[] {3})
            .connect();
    ResultSet rs =
        connection
            .createStatement(ResultSet.TYPE_SCROLL_SENSITIVE, ResultSet.CONCUR_UPDATABLE)
            .executeQuery("q");
    assertThat(connection.getWarnings().getSQLState()).isEqualTo("01S02");
    assertThat(rs.getType()).isEqualTo(ResultSet.TYPE_SCROLL_INSENSITIVE);
    assertThat(rs.last()).isTrue();
    assertThat(rs.getInt(1)).isEqualTo(3);
    assertThat(rs.isLast()).isTrue();
    assertThat(rs.absolute(-3)).isTrue();
    assertThat(rs.getInt(1)).isEqualTo(1);
    assertThat(rs.relative(1)).isTrue();
    assertThat(rs.getRow()).isEqualTo(2);
    assertThat(rs.previous()).isTrue();
    assertThat(rs.previous()).isFalse();
    assertThat(rs.isBeforeFirst()).isTrue();
    assertThat(rs.absolute(9)).isFalse();
    assertThat(rs.isAfterLast()).isTrue();
    assertThat(rs.previous()).isTrue();
    assertThat(rs.getInt(1)).isEqualTo(3);
    rs.beforeFirst();
    assertThat(rs.next()).isTrue();
    assertThat(rs.isFirst()).isTrue();
    rs.afterLast();
    fails("24000", () -> rs.getInt(1));
    fails("24000", () -> rs.updateInt(1, 1));
  }

  @Test
  void metadataDescribesColumns() throws SQLException {
    ResultSetMetaData meta =
        all(List.of(
                new ColumnInfo("N", SqlType.decimal(12, 2), false, true, "s", "t", "n"),
                new ColumnInfo("x", SqlType.varchar(20), true, false, "", "", "")))
            .getMetaData();
    assertThat(meta.getColumnCount()).isEqualTo(2);
    assertThat(meta.getColumnLabel(1)).isEqualTo("N");
    assertThat(meta.getColumnName(1)).isEqualTo("n");
    assertThat(meta.getColumnName(2)).isEqualTo("x");
    assertThat(meta.getSchemaName(1)).isEqualTo("s");
    assertThat(meta.getTableName(1)).isEqualTo("t");
    assertThat(meta.getCatalogName(1)).isEqualTo("mem:t");
    assertThat(meta.getColumnType(1)).isEqualTo(Types.DECIMAL);
    assertThat(meta.getColumnTypeName(1)).isEqualTo("DECIMAL");
    assertThat(meta.getPrecision(1)).isEqualTo(12);
    assertThat(meta.getScale(1)).isEqualTo(2);
    assertThat(meta.getPrecision(2)).isEqualTo(20);
    assertThat(meta.getColumnDisplaySize(1)).isEqualTo(14);
    assertThat(meta.getColumnClassName(2)).isEqualTo("java.lang.String");
    assertThat(meta.isNullable(1)).isEqualTo(ResultSetMetaData.columnNoNulls);
    assertThat(meta.isAutoIncrement(1)).isTrue();
    assertThat(meta.isSigned(2)).isFalse();
    fails("42703", () -> meta.getColumnLabel(3));
  }
}
