package io.mosql.jdbc;

import static io.mosql.jdbc.FakeSession.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.session.StatementResult.Update;
import io.mosql.core.type.SqlType;
import io.mosql.jdbc.conversion.MemoryBlob;
import io.mosql.jdbc.result.ResultShape;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.Collections;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class PreparedStatementTest {
  private static final List<ColumnInfo> COLUMNS =
      List.of(column("id", SqlType.INTEGER), column("name", SqlType.TEXT));
  private static final List<SqlType> TWO = List.of(SqlType.INTEGER, SqlType.TEXT);

  private final FakeSession session =
      new FakeSession("mem:t")
          .query("SELECT", TWO, COLUMNS, new Object[] {1, "a"})
          .update(
              "INSERT",
              TWO,
              (p, o) -> {
                if (Integer.valueOf(13).equals(p[0])) {
                  throw new MosqlException(SqlState.UNIQUE_VIOLATION, "Duplicate");
                }
                return o.keyColumns() == null
                    ? Update.of(1)
                    : new Update(1, COLUMNS.subList(0, 1), List.<Object[]>of(new Object[] {p[0]}));
              });
  private final Connection connection = session.connect();

  private static void fails(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }

  /** The value passed to the engine for one parameter of this type. */
  private Object binds(SqlType type, Binder binder) throws SQLException {
    session.update("BIND", List.of(type), (p, o) -> Update.of(0));
    try (PreparedStatement statement = connection.prepareStatement("BIND")) {
      binder.bind(statement);
      statement.executeUpdate();
    }
    return session.bound.get(session.bound.size() - 1)[0];
  }

  private interface Binder {
    void bind(PreparedStatement statement) throws SQLException;
  }

  @Test
  void isPlannedOnceAndKeepsItsParameters() throws SQLException {
    PreparedStatement statement = connection.prepareStatement("SELECT");
    statement.setInt(1, 5);
    statement.setString(2, "x");
    for (int i = 0; i < 3; i++) {
      try (ResultSet rs = statement.executeQuery()) {
        assertThat(rs.next()).isTrue();
        assertThat(rs.getString("Name")).isEqualTo("a");
        assertThat(rs.getStatement()).isSameAs(statement);
      }
    }
    assertThat(session.prepares).isEqualTo(1);
    assertThat(session.bound).hasSize(3).allSatisfy(b -> assertThat(b).containsExactly(5, "x"));
    statement.close();
    assertThat(session.openHandles).isZero();
    assertThat(session.openCursors).isZero();
    fails("55000", () -> statement.setInt(1, 1));
    fails("55000", statement::executeQuery);
  }

  @Test
  void missingAndSuperfluousParametersAreErrors() throws SQLException {
    PreparedStatement statement = connection.prepareStatement("SELECT");
    statement.setInt(1, 5);
    fails("07001", statement::executeQuery);
    fails("07001", statement::addBatch);
    fails("07001", () -> statement.setInt(0, 1));
    fails("07001", () -> statement.setString(3, "x"));
    statement.setNull(2, Types.VARCHAR);
    assertThat(statement.execute()).isTrue();
    statement.clearParameters();
    fails("07001", statement::executeQuery);
    fails("55000", () -> statement.executeQuery("SELECT"));
    fails(
        "07005",
        () -> {
          statement.setInt(1, 1);
          statement.setString(2, "");
          statement.executeUpdate();
        });
  }

  @Test
  void datesAndTimesAreBoundAsWhatTheParameterIs() throws SQLException {
    LocalDateTime moment = LocalDateTime.of(2024, 2, 29, 1, 2, 3, 4000);
    Timestamp timestamp = Timestamp.valueOf(moment);
    assertThat(binds(SqlType.TIMESTAMP, s -> s.setTimestamp(1, timestamp))).isEqualTo(moment);
    assertThat(binds(SqlType.DATE, s -> s.setTimestamp(1, timestamp)))
        .isEqualTo(moment.toLocalDate());
    // without a type, or with a text: the server converts the value, or uses it unchanged
    assertThat(binds(SqlType.TEXT, s -> s.setTimestamp(1, timestamp))).isEqualTo(moment);
    assertThat(binds(SqlType.TEXT, s -> s.setObject(1, timestamp, Types.VARCHAR)))
        .isEqualTo("2024-02-29 01:02:03.000004");
    assertThat(binds(SqlType.TIMESTAMP, s -> s.setDate(1, Date.valueOf("2024-02-29"))))
        .isEqualTo(LocalDateTime.of(2024, 2, 29, 0, 0));
    assertThat(binds(SqlType.TIME, s -> s.setTime(1, Time.valueOf("10:11:12"))))
        .isEqualTo(LocalTime.of(10, 11, 12));
    assertThat(binds(SqlType.DATE, s -> s.setObject(1, LocalDate.of(2024, 1, 1))))
        .isEqualTo(LocalDate.of(2024, 1, 1));
    Instant instant = Instant.parse("2024-02-29T10:00:00Z");
    assertThat(binds(SqlType.TIMESTAMP, s -> s.setObject(1, instant)))
        .isEqualTo(instant.atOffset(ZoneOffset.UTC));
    assertThat(binds(SqlType.DATE, s -> s.setObject(1, moment))).isEqualTo(moment);
    Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
    assertThat(binds(SqlType.TIMESTAMP, s -> s.setTimestamp(1, Timestamp.from(instant), tokyo)))
        .isEqualTo(LocalDateTime.of(2024, 2, 29, 19, 0));
    assertThat(binds(SqlType.TIMESTAMP, s -> s.setObject(1, timestamp, Types.DATE)))
        .isEqualTo(LocalDate.of(2024, 2, 29));
    assertThat(binds(SqlType.DATE, s -> s.setObject(1, 1))).isEqualTo(1);
  }

  @Test
  void objectsOfManyClasses() throws SQLException {
    assertThat(binds(SqlType.BIGINT, s -> s.setObject(1, (short) 7))).isEqualTo(7);
    assertThat(binds(SqlType.BIGINT, s -> s.setObject(1, BigInteger.TEN)))
        .isEqualTo(BigDecimal.TEN);
    assertThat(binds(SqlType.TEXT, s -> s.setObject(1, 'c'))).isEqualTo("c");
    assertThat(binds(SqlType.BIGINT, s -> s.setObject(1, null))).isNull();
    assertThat(binds(SqlType.decimal(10, 2), s -> s.setObject(1, 1.005, Types.DECIMAL, 2)))
        .isEqualTo(new BigDecimal("1.01"));
    assertThat(binds(SqlType.decimal(10, 2), s -> s.setObject(1, "2.5", Types.NUMERIC)))
        .isEqualTo(new BigDecimal("2.5"));
    assertThat(binds(SqlType.TEXT, s -> s.setCharacterStream(1, new StringReader("abcd"), 3)))
        .isEqualTo("abc");
    assertThat(binds(SqlType.TEXT, s -> s.setClob(1, new StringReader("abcd")))).isEqualTo("abcd");
    byte[] bytes = {1, 2};
    assertThat(binds(SqlType.varbinary(9), s -> s.setBytes(1, bytes)))
        .isEqualTo(bytes)
        .isNotSameAs(bytes);
    assertThat(
            binds(
                SqlType.varbinary(9),
                s -> s.setBinaryStream(1, new ByteArrayInputStream(bytes), 1)))
        .isEqualTo(new byte[] {1});
    assertThat(binds(SqlType.varbinary(9), s -> s.setBlob(1, new MemoryBlob(bytes))))
        .isEqualTo(bytes);
    UUID uuid = UUID.randomUUID();
    assertThat(binds(SqlType.UUID, s -> s.setObject(1, uuid))).isEqualTo(uuid);
    assertThat(binds(SqlType.TEXT, s -> s.setObject(1, uuid))).isEqualTo(uuid);
    fails("22023", () -> binds(SqlType.TEXT, s -> s.setObject(1, new Object())));
    fails("HYC00", () -> binds(SqlType.TEXT, s -> s.setObject(1, "x", Types.REF)));
    fails(
        "22023",
        () -> binds(SqlType.TEXT, s -> s.setCharacterStream(1, new StringReader("ab"), 3)));
  }

  @Test
  void unreadableStreamsAreErrors() {
    Reader broken =
        new Reader() {
          @Override
          public int read(char[] buffer, int offset, int length) throws IOException {
            throw new IOException("gone");
          }

          @Override
          public void close() {}
        };
    assertThatThrownBy(() -> binds(SqlType.TEXT, s -> s.setCharacterStream(1, broken)))
        .isInstanceOf(SQLException.class)
        .hasCauseInstanceOf(IOException.class);
  }

  @Test
  void metadataIsThereBeforeExecution() throws SQLException {
    PreparedStatement statement = connection.prepareStatement("SELECT");
    assertThat(statement.getMetaData().getColumnLabel(2)).isEqualTo("name");
    assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(2);
    assertThat(statement.getParameterMetaData().getParameterType(1)).isEqualTo(Types.INTEGER);
    assertThat(statement.getParameterMetaData().getParameterClassName(2))
        .isEqualTo("java.lang.String");
    assertThat(connection.prepareStatement("INSERT").getMetaData()).isNull();
  }

  private static void add(PreparedStatement statement, int... ids) throws SQLException {
    for (int id : ids) {
      statement.setInt(1, id);
      statement.setString(2, "n");
      statement.addBatch();
    }
  }

  @Test
  void batchesGoToTheEngineAsOne() throws SQLException {
    PreparedStatement statement = connection.prepareStatement("INSERT");
    assertThat(statement.executeBatch()).isEmpty();
    assertThat(session.log).isEmpty();
    add(statement, 1, 2, 3);
    assertThat(statement.executeBatch()).containsExactly(1, 1, 1);
    assertThat(session.log).endsWith("batch of 3");
    assertThat(session.bound).extracting(b -> b[0]).containsExactly(1, 2, 3);
    assertThat(statement.executeLargeBatch()).isEmpty();
    add(statement, 4);
    statement.clearBatch();
    assertThat(statement.executeBatch()).isEmpty();
  }

  @Test
  void aFailedBatchCountsWhatStays() throws SQLException {
    connection.setAutoCommit(false);
    PreparedStatement statement = connection.prepareStatement("INSERT");
    add(statement, 1, 2, 13, 4);
    assertThatThrownBy(statement::executeBatch)
        .isInstanceOfSatisfying(
            BatchUpdateException.class,
            e -> {
              assertThat(e.getUpdateCounts()).containsExactly(1, 1);
              assertThat(e.getSQLState()).isEqualTo("23505");
              assertThat(e.getNextException().getSQLState()).isEqualTo("23505");
            });
    connection.setAutoCommit(true);
    add(statement, 1, 13);
    assertThatThrownBy(statement::executeBatch)
        .isInstanceOfSatisfying(
            BatchUpdateException.class,
            e ->
                assertThat(e.getUpdateCounts())
                    .containsExactly(Statement.EXECUTE_FAILED, Statement.EXECUTE_FAILED));
  }

  @Test
  void batchesCanReturnTheirKeys() throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement("INSERT", Statement.RETURN_GENERATED_KEYS);
    add(statement, 7, 8);
    assertThat(statement.executeBatch()).containsExactly(1, 1);
    ResultSet keys = statement.getGeneratedKeys();
    assertThat(keys.next()).isTrue();
    assertThat(keys.getInt(1)).isEqualTo(7);
    assertThat(keys.next()).isTrue();
    assertThat(keys.getInt(1)).isEqualTo(8);
    assertThat(keys.next()).isFalse();
    assertThat(session.log).startsWith("autocommit false").endsWith("commit", "autocommit true");
  }

  @Test
  void columnsThatChangeAfterAReplanAreFollowed() throws SQLException {
    PreparedStatement statement = connection.prepareStatement("SELECT");
    statement.setInt(1, 1);
    statement.setNull(2, Types.VARCHAR);
    MosqlPreparedStatement ours = statement.unwrap(MosqlPreparedStatement.class);
    assertThat(ours.executeQuery().findColumn("name")).isEqualTo(2);
    assertThat(Collections.unmodifiableList(COLUMNS)).isEqualTo(COLUMNS);
    assertThat(new ResultShape(COLUMNS).describes(List.copyOf(COLUMNS))).isTrue();
    assertThat(new ResultShape(COLUMNS).describes(COLUMNS.subList(0, 1))).isFalse();
  }
}
