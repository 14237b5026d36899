package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.jdbc.MosqlConnectionPoolDataSource;
import io.mosql.jdbc.MosqlDataSource;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import javax.sql.StatementEvent;
import javax.sql.StatementEventListener;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Data sources: connections for pools with their events, and builders. */
final class PooledConnectionTest {
  private static final String URL = "jdbc:mosql:mem:pooled-connection";

  private final MosqlConnectionPoolDataSource source = new MosqlConnectionPoolDataSource();
  private final List<String> events = new ArrayList<>();
  private PooledConnection pooled;

  @BeforeEach
  void open() throws SQLException {
    source.setUrl(URL);
    pooled = source.getPooledConnection();
    pooled.addConnectionEventListener(
        new ConnectionEventListener() {
          @Override
          public void connectionClosed(ConnectionEvent event) {
            assertThat(event.getSource()).isSameAs(pooled);
            events.add("closed");
          }

          @Override
          public void connectionErrorOccurred(ConnectionEvent event) {
            events.add("lost " + event.getSQLException().getSQLState());
          }
        });
    pooled.addStatementEventListener(
        new StatementEventListener() {
          @Override
          public void statementClosed(StatementEvent event) {
            assertThat(event.getStatement()).isNotNull();
            events.add("statement closed");
          }

          @Override
          public void statementErrorOccurred(StatementEvent event) {
            events.add("statement lost " + event.getSQLException().getSQLState());
          }
        });
  }

  @AfterEach
  void close() throws SQLException {
    pooled.close();
    try (Connection connection = new MosqlDataSource(URL).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("shutdown");
    }
  }

  private static void fails(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(state));
  }

  @Test
  void theCloseOfAHandleReturnsTheConnection() throws SQLException {
    Connection handle = pooled.getConnection();
    Statement statement = handle.createStatement();
    statement.execute("create table t (id int)");
    assertThat(statement.getConnection()).isSameAs(handle).isEqualTo(handle);
    handle.setAutoCommit(false);
    statement.execute("insert into t values (1)");
    handle.close();
    handle.close();
    assertThat(events).containsExactly("closed");
    assertThat(handle.isClosed()).isTrue();
    assertThat(handle.isValid(1)).isFalse();
    assertThat(statement.isClosed()).isTrue();
    fails("08003", handle::createStatement);
    fails("55000", () -> statement.execute("select 1"));
    Connection next = pooled.getConnection();
    assertThat(next.getAutoCommit()).isTrue();
    try (Statement count = next.createStatement();
        ResultSet row = count.executeQuery("select count(*) from t")) {
      row.next();
      assertThat(row.getInt(1)).isEqualTo(0);
    }
    assertThat(events).containsExactly("closed");
  }

  @Test
  void aNewHandleClosesTheOneBefore() throws SQLException {
    Connection first = pooled.getConnection();
    Connection second = pooled.getConnection();
    assertThat(first.isClosed()).isTrue();
    assertThat(second.isValid(1)).isTrue();
    first.close();
    assertThat(second.isClosed()).isFalse();
    assertThat(events).isEmpty();
    pooled.close();
    assertThat(second.isClosed()).isTrue();
    fails("08003", pooled::getConnection);
    assertThat(events).containsExactly("lost 08003");
  }

  @Test
  void preparedStatementsTellWhenTheyAreClosed() throws SQLException {
    Connection handle = pooled.getConnection();
    PreparedStatement prepared = handle.prepareStatement("select ?");
    assertThat(prepared).isNotInstanceOf(CallableStatement.class);
    prepared.setInt(1, 1);
    assertThat(prepared.executeQuery().next()).isTrue();
    fails("07001", () -> prepared.setInt(2, 1));
    prepared.close();
    prepared.close();
    assertThat(events).containsExactly("statement closed");
    fails("55000", prepared::executeQuery);
    assertThat(events).containsExactly("statement closed", "statement lost 55000");
    handle.createStatement().close();
    handle.prepareCall("select 1").close();
    assertThat(events).hasSize(3).endsWith("statement closed");
  }

  @Test
  void aLostConnectionIsTold() throws SQLException {
    Connection handle = pooled.getConnection();
    handle.unwrap(Connection.class).close();
    fails("08003", () -> handle.setSchema("public"));
    assertThat(events).containsExactly("lost 08003");
  }

  @Test
  void buildersTakeShardingKeysWithoutEffect() throws SQLException {
    MosqlDataSource plain = new MosqlDataSource(URL);
    ShardingKey key = plain.createShardingKeyBuilder().subkey("a", JDBCType.VARCHAR).build();
    try (Connection built =
        plain.createConnectionBuilder().shardingKey(key).superShardingKey(key).build()) {
      built.setShardingKey(key);
      built.setShardingKey(key, key);
      assertThat(built.setShardingKeyIfValid(key, 1)).isTrue();
      assertThat(built.setShardingKeyIfValid(key, key, 1)).isTrue();
      assertThat(built.getMetaData().supportsSharding()).isFalse();
      assertThat(built.getSchema()).isEqualTo("public");
      built.beginRequest();
      built.endRequest();
    }
    PooledConnection built =
        source
            .createPooledConnectionBuilder()
            .user("u")
            .password("p")
            .shardingKey(source.createShardingKeyBuilder().build())
            .build();
    assertThat(built.getConnection().getMetaData().getUserName()).isEqualTo("u");
    built.close();
  }
}
