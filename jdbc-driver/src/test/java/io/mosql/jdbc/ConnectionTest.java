package io.mosql.jdbc;

import static io.mosql.jdbc.FakeSession.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.session.Session.Notice;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.type.SqlType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class ConnectionTest {
  private final FakeSession session =
      new FakeSession("mem:t")
          .query("SELECT", List.of(column("id", SqlType.INTEGER)), new Object[] {1});
  private final MosqlConnection connection = session.connect();

  private static void fails(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }

  @Test
  void transactions() throws SQLException {
    fails("25000", connection::commit);
    fails("25000", connection::rollback);
    fails("25000", () -> connection.setSavepoint("too early"));
    connection.setAutoCommit(false);
    Savepoint unnamed = connection.setSavepoint();
    Savepoint named = connection.setSavepoint("here");
    connection.rollback(unnamed);
    connection.releaseSavepoint(named);
    connection.commit();
    connection.rollback();
    assertThat(unnamed.getSavepointId()).isEqualTo(1);
    assertThat(named.getSavepointName()).isEqualTo("here");
    fails("3B001", unnamed::getSavepointName);
    fails("3B001", named::getSavepointId);
    fails("3B001", () -> new FakeSession("x").connect().rollback(named));
    assertThat(session.log)
        .containsExactly(
            "autocommit false",
            "savepoint jdbc savepoint 1",
            "savepoint here",
            "rollback to jdbc savepoint 1",
            "release here",
            "commit",
            "rollback");
  }

  @Test
  void isolationLevelsAreMapped() throws SQLException {
    assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
    for (int level :
        new int[] {
          Connection.TRANSACTION_READ_COMMITTED,
          Connection.TRANSACTION_REPEATABLE_READ,
          Connection.TRANSACTION_SERIALIZABLE
        }) {
      connection.setTransactionIsolation(level);
      assertThat(connection.getTransactionIsolation()).isEqualTo(level);
    }
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
    assertThat(connection.getTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
    fails("22023", () -> connection.setTransactionIsolation(Connection.TRANSACTION_NONE));
  }

  @Test
  void whatPoolsSetAndReset() throws SQLException {
    connection.setReadOnly(true);
    assertThat(connection.isReadOnly()).isTrue();
    connection.setSchema("s");
    assertThat(connection.getSchema()).isEqualTo("s");
    connection.setCatalog("elsewhere");
    assertThat(connection.getCatalog()).isEqualTo("mem:t");
    connection.setNetworkTimeout(Runnable::run, 5_000);
    assertThat(connection.getNetworkTimeout()).isEqualTo(5_000);
    assertThat(connection.isValid(1)).isTrue();
    session.valid = false;
    assertThat(connection.isValid(0)).isFalse();
    fails("22023", () -> connection.isValid(-1));
    assertThat(connection.isWrapperFor(Connection.class)).isTrue();
    assertThat(connection.unwrap(MosqlConnection.class)).isSameAs(connection);
    fails("22023", () -> connection.unwrap(String.class));
    assertThat(connection.getHoldability()).isEqualTo(ResultSet.HOLD_CURSORS_OVER_COMMIT);
    connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
    assertThat(connection.getHoldability()).isEqualTo(ResultSet.CLOSE_CURSORS_AT_COMMIT);
    fails("22023", () -> connection.setHoldability(7));
    fails("42704", () -> connection.createArrayOf("NOTHING", new Object[0]));
  }

  @Test
  void closingClosesAllOfIt() throws SQLException {
    Statement statement = connection.createStatement();
    PreparedStatement prepared = connection.prepareStatement("SELECT");
    ResultSet rs = statement.executeQuery("SELECT");
    connection.close();
    connection.close();
    assertThat(session.closed).isTrue();
    assertThat(connection.isClosed()).isTrue();
    assertThat(statement.isClosed()).isTrue();
    assertThat(rs.isClosed()).isTrue();
    assertThat(connection.isValid(1)).isFalse();
    fails("08003", rs::next);
    fails("08003", () -> statement.executeQuery("SELECT"));
    fails("08003", prepared::executeQuery);
    fails("08003", connection::createStatement);
    fails("08003", () -> connection.prepareStatement("SELECT"));
    fails("08003", connection::getMetaData);
    fails("08003", connection::commit);
    fails("08003", connection::getCatalog);
    rs.close();
    statement.close();
    prepared.close();
    connection.abort(Runnable::run);
  }

  @Test
  void abortClosesInTheBackground() throws SQLException {
    List<Runnable> tasks = new ArrayList<>();
    connection.abort(tasks::add);
    assertThat(connection.isClosed()).isTrue();
    assertThat(session.closed).isFalse();
    assertThat(tasks).hasSize(1);
    tasks.get(0).run();
    assertThat(session.closed).isTrue();
    fails("22023", () -> session.connect().abort(null));
  }

  @Test
  void warningsComeFromNotices() throws SQLException {
    session.notices.add(new Notice("01000", "look"));
    assertThat((Throwable) connection.getWarnings()).hasMessage("look");
    assertThat((Throwable) connection.getWarnings()).hasMessage("look");
    connection.clearWarnings();
    assertThat((Throwable) connection.getWarnings()).isNull();
  }

  @Test
  void clientInfo() throws SQLException {
    Connection named = session.connect(Map.of(SessionProperty.APPLICATION_NAME, "shop"));
    assertThat(named.getClientInfo("ApplicationName")).isEqualTo("shop");
    named.setClientInfo("ClientUser", "eve");
    named.setClientInfo("Unknown", "x");
    assertThat(named.getWarnings().getSQLState()).isEqualTo("01S02");
    assertThat(named.getClientInfo()).containsOnlyKeys("ApplicationName", "ClientUser");
    Properties fresh = new Properties();
    fresh.setProperty("ClientHostname", "h");
    named.setClientInfo(fresh);
    assertThat(named.getClientInfo()).containsOnlyKeys("ClientHostname");
    named.close();
    assertThatThrownBy(() -> named.setClientInfo("ClientUser", "x"))
        .isInstanceOf(SQLClientInfoException.class);
  }

  @Test
  void largeObjectsInMemory() throws Exception {
    java.sql.Clob clob = connection.createClob();
    assertThat(clob.setString(1, "hello")).isEqualTo(5);
    assertThat(clob.setString(5, "abc")).isEqualTo(3);
    assertThat(clob.getSubString(1, 99)).isEqualTo("hellabc");
    assertThat(clob.position("abc", 1)).isEqualTo(5);
    try (java.io.Writer writer = clob.setCharacterStream(8)) {
      writer.write("!");
    }
    clob.truncate(8);
    assertThat(clob.length()).isEqualTo(8);
    fails("22023", () -> clob.getSubString(0, 1));
    clob.free();
    fails("55000", clob::length);
    java.sql.Blob blob = connection.createBlob();
    blob.setBytes(1, new byte[] {1, 2, 3});
    assertThat(blob.position(new byte[] {2, 3}, 1)).isEqualTo(2);
    assertThat(blob.getBytes(2, 9)).containsExactly(2, 3);
    assertThat(blob.getBinaryStream().readAllBytes()).containsExactly(1, 2, 3);
    fails("22023", () -> blob.setBytes(9, new byte[1]));
  }
}
