package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.ServerSocket;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of failures of the network or the server as seen by clients. */
final class LostConnectionTest {
  private RemoteTestServer server;
  private Proxy proxy;
  private String database;

  @BeforeEach
  void start(TestInfo test) throws IOException, SQLException {
    server = RemoteTestServer.start();
    proxy = Proxy.to(server.door().address().getPort());
    database = "mem:lost-" + test.getTestMethod().orElseThrow().getName();
    execute("create table t (id int primary key)");
  }

  @AfterEach
  void stop() throws SQLException {
    proxy.close();
    try (Connection last = server.connect(database);
        Statement statement = last.createStatement()) {
      statement.execute("shutdown");
    } finally {
      server.close();
    }
  }

  /** Opens a connection through the proxy, with a second address that bypasses it. */
  private Connection connect(String properties) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:mosql://127.0.0.1:"
            + proxy.port()
            + ",127.0.0.1:"
            + server.door().address().getPort()
            + "/"
            + database
            + properties,
        RemoteTestServer.USER,
        RemoteTestServer.PASSWORD);
  }

  private Connection connectThroughProxyAlone(String properties) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:mosql://127.0.0.1:" + proxy.port() + "/" + database + properties,
        RemoteTestServer.USER,
        RemoteTestServer.PASSWORD);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = server.connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private int rows() throws SQLException {
    try (Connection connection = server.connect(database);
        Statement statement = connection.createStatement();
        ResultSet count = statement.executeQuery("select count(*) from t")) {
      count.next();
      return count.getInt(1);
    }
  }

  private static void fails(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }

  private static Connection inserted(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("insert into t values (1)");
    }
    return connection;
  }

  /** Checks that a lost connection reports its loss on every call, until it is closed. */
  private static void isOver(Connection connection) throws SQLException {
    assertThat(connection.isClosed()).isTrue();
    assertThat(connection.isValid(1)).isFalse();
    fails("08006", connection::createStatement);
    fails("08006", connection::commit);
    fails("08006", connection::getMetaData);
    fails("08006", () -> connection.prepareStatement("select 1"));
    connection.close();
    assertThat(connection.isClosed()).isTrue();
    fails("08003", connection::createStatement);
    fails("08003", connection::getAutoCommit);
  }

  @Test
  void aCommitThatWasDoneIsDone() throws SQLException {
    Connection connection = inserted(connect(""));
    proxy.set(Proxy.Mode.CUT_ANSWER);
    connection.commit();
    assertThat(rows()).isEqualTo(1);
    isOver(connection);
  }

  @Test
  void aCommitThatWasNotDoneIsRolledBack() throws SQLException {
    Connection connection = inserted(connect(""));
    proxy.set(Proxy.Mode.CUT_REQUEST);
    SQLException lost =
        catchThrowableOfType(SQLTransactionRollbackException.class, connection::commit);
    assertThat(lost.getSQLState()).isEqualTo("40001");
    assertThat(rows()).isZero();
    isOver(connection);
  }

  @Test
  void aCommitWhoseOutcomeCannotBeQueriedIsInDoubt() throws SQLException {
    Connection connection = inserted(connectThroughProxyAlone(""));
    proxy.set(Proxy.Mode.CUT_ANSWER);
    fails("40003", connection::commit);
    assertThat(rows()).isEqualTo(1);
    isOver(connection);
  }

  @Test
  void aStatementThatCommittedByItselfHasLostItsCount() throws SQLException {
    Connection connection = connect("");
    try (Statement statement = connection.createStatement()) {
      proxy.set(Proxy.Mode.CUT_ANSWER);
      assertThatThrownBy(() -> statement.executeUpdate("insert into t values (1)"))
          .hasMessageContaining("was committed")
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("40003");
    }
    assertThat(rows()).isEqualTo(1);
    isOver(connection);
  }

  @Test
  void aStatementThatDidNotArriveDidNothing() throws SQLException {
    Connection connection = connect("");
    try (PreparedStatement insert = connection.prepareStatement("insert into t values (?)")) {
      insert.setInt(1, 7);
      assertThat(insert.executeUpdate()).isEqualTo(1);
      proxy.set(Proxy.Mode.CUT_REQUEST);
      insert.setInt(1, 8);
      fails("40001", insert::executeUpdate);
    }
    assertThat(rows()).isEqualTo(1);
    isOver(connection);
  }

  @Test
  void aBatchThatWasDoneSaysSo() throws SQLException {
    Connection connection = connect("");
    PreparedStatement insert = connection.prepareStatement("insert into t values (?)");
    for (int i = 0; i < 10; i++) {
      insert.setInt(1, i);
      insert.addBatch();
    }
    proxy.set(Proxy.Mode.CUT_ANSWER);
    BatchUpdateException lost =
        catchThrowableOfType(BatchUpdateException.class, insert::executeBatch);
    assertThat(lost.getSQLState()).isEqualTo("40003");
    assertThat(rows()).isEqualTo(10);
  }

  @Test
  void aQueryOnlyLosesItsConnection() throws SQLException {
    Connection connection = connect("");
    try (PreparedStatement query = connection.prepareStatement("select id from t")) {
      proxy.set(Proxy.Mode.CUT_ANSWER);
      fails("08006", query::executeQuery);
    }
    isOver(connection);
  }

  @Test
  void aStatementOfATransactionLosesTheTransaction() throws SQLException {
    Connection connection = inserted(connect(""));
    try (Statement statement = connection.createStatement()) {
      proxy.set(Proxy.Mode.CUT_ANSWER);
      fails("08006", () -> statement.executeUpdate("insert into t values (2)"));
    }
    assertThat(rows()).isZero();
    isOver(connection);
  }

  @Test
  void waitsNoLongerThanSocketTimeout() throws SQLException {
    Connection connection = connect("?socketTimeout=1");
    proxy.set(Proxy.Mode.HOLD_ANSWERS);
    fails("08006", () -> connection.prepareStatement("select id from t"));
    isOver(connection);
  }

  @Test
  void waitsNoLongerThanNetworkTimeout() throws SQLException {
    Connection connection = connect("");
    connection.setNetworkTimeout(Runnable::run, 50);
    assertThat(connection.getNetworkTimeout()).isEqualTo(50);
    proxy.set(Proxy.Mode.HOLD_ANSWERS);
    fails("08006", () -> connection.prepareStatement("select id from t"));
    isOver(connection);
  }

  @Test
  void bytesThatAreNoAnswerEndTheConnection() throws SQLException {
    Connection connection = connect("");
    proxy.set(Proxy.Mode.SPOIL_ANSWERS);
    fails("08P01", () -> connection.prepareStatement("select id from t"));
    isOver(connection);
  }

  @Test
  void isValidAsksTheServer() throws SQLException {
    try (Connection connection = connect("")) {
      assertThat(connection.isValid(0)).isTrue();
      assertThat(connection.isValid(5)).isTrue();
      proxy.set(Proxy.Mode.HOLD_ANSWERS);
      assertThat(connection.isValid(1)).isFalse();
      assertThat(connection.isClosed()).isTrue();
    }
  }

  @Test
  void waitsNoLongerThanConnectTimeoutAndGoesOnToTheNextHost() throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      String hosts = "jdbc:mosql://127.0.0.1:" + silent.getLocalPort();
      fails(
          "08001",
          () ->
              DriverManager.getConnection(
                  hosts + "/x?connectTimeout=1", RemoteTestServer.USER, RemoteTestServer.PASSWORD));
      String url =
          hosts
              + ",127.0.0.1:"
              + server.door().address().getPort()
              + "/"
              + database
              + "?connectTimeout=1&loadBalanceHosts=true&targetServerType=primary";
      try (Connection connection =
          DriverManager.getConnection(url, RemoteTestServer.USER, RemoteTestServer.PASSWORD)) {
        assertThat(connection.isValid(0)).isTrue();
      }
    }
  }

  @Test
  void aServerThatGoesSaysSo() throws Exception {
    try (RemoteTestServer going = RemoteTestServer.start();
        Connection connection = going.connect(database)) {
      going.door().drain(Duration.ZERO);
      SQLException gone =
          catchThrowableOfType(
              SQLNonTransientConnectionException.class,
              () -> connection.prepareStatement("select id from t"));
      assertThat(gone.getSQLState()).isEqualTo("57P01");
      isOver(connection);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select id from t",
        "insert into t (id) values (77)",
        "with x as (insert into t (id) values (77) returning id) select id from x",
        "create table made (id int primary key)",
        "create index made on t (id)",
        "set lock_timeout = 100"
      })
  void aTextThatAServerWhichGoesWasSentFailed(String sql) throws Exception {
    try (RemoteTestServer going = RemoteTestServer.start();
        Connection connection = going.connect(database);
        Statement statement = connection.createStatement()) {
      going.door().drain(Duration.ZERO);
      SQLException gone = catchThrowableOfType(SQLException.class, () -> statement.execute(sql));
      assertThat(gone.getSQLState()).isEqualTo("57P01");
    }
  }

  @Test
  void aConnectionToAnUnusedPortFails() throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket(0)) {
      port = taken.getLocalPort();
    }
    fails("08001", () -> DriverManager.getConnection("jdbc:mosql://127.0.0.1:" + port + "/x"));
  }
}
