package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.testkit.Sampled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the client's view of a leader that fails, hangs or loses its leadership. */
@Sampled(percent = 40, methods = true)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class FailoverTest {
  private FakeCluster cluster;

  @BeforeEach
  void start(TestInfo test) throws IOException, SQLException {
    cluster = new FakeCluster("mem:failover-" + test.getTestMethod().orElseThrow().getName(), 3);
    cluster.execute("create table t (id int primary key)");
  }

  @AfterEach
  void stop() throws SQLException {
    cluster.close();
  }

  /** Ways to lose a connection, after which another node is the leader. */
  enum Loss {
    /** The request is lost. */
    BEFORE,
    /** The request is executed, and the response is lost. */
    AFTER,
    /** The node responds that it is not the leader. */
    DEPOSED,
    /** The server shuts down. */
    DRAINED
  }

  private void lose(Loss how) {
    FakeNode leader = cluster.node(0);
    switch (how) {
      case BEFORE -> {
        leader.proxy().whenCut(() -> cluster.lead(1));
        leader.proxy().set(Proxy.Mode.CUT_REQUEST);
      }
      case AFTER -> {
        leader.proxy().whenCut(() -> cluster.lead(1));
        leader.afterNext.set(() -> leader.proxy().set(Proxy.Mode.CUT_ANSWER));
      }
      case DEPOSED -> cluster.lead(1);
      case DRAINED -> {
        leader.server().door().drain(Duration.ZERO);
        cluster.lead(1);
      }
    }
  }

  private static void fails(String state, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(state);
  }

  private static int update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private static int count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet count = statement.executeQuery("select count(*) from t")) {
      count.next();
      return count.getInt(1);
    }
  }

  /** Checks that the connection works at the new leader. */
  private void goesOnAt(int node, Connection connection) throws SQLException {
    int before = cluster.node(node).executions.get();
    assertThat(connection.isClosed()).isFalse();
    count(connection);
    assertThat(cluster.node(node).executions.get()).isGreaterThan(before);
  }

  @Test
  void anyNodeShowsTheWayToTheLeader() throws SQLException {
    cluster.lead(2);
    for (int i = 0; i < 3; i++) {
      try (Connection connection = cluster.connect(List.of(cluster.node(i)), "")) {
        goesOnAt(2, connection);
      }
    }
  }

  /** The node that executes the statement knows that it has left the cluster. */
  @Test
  void theResponseOfARemovedNodeIsAwaited() throws SQLException {
    FakeNode node = cluster.node(0);
    try (Connection connection = cluster.connect("");
        Statement statement = connection.createStatement()) {
      node.afterNext.set(
          () -> {
            cluster.lead(1);
            node.removed = true;
            try {
              assertThat(node.refusals.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          });
      statement.execute("checkpoint");
    }
  }

  /** The former leader misses one probe, as on a busy machine, and the statement has no token. */
  @Test
  void aFormerLeaderThatMissesOneProbeIsWaitedFor() throws Exception {
    FakeNode node = cluster.node(0);
    FakeNode next = cluster.node(1);
    try (Connection connection = cluster.connect("");
        Statement statement = connection.createStatement()) {
      node.afterNext.set(
          () -> {
            node.proxy().set(Proxy.Mode.STOPPED);
            int before = next.logins.size();
            cluster.lead(1);
            // The next leader is probed again after the probe of this node has failed.
            Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> next.logins.size() >= before + 2);
            node.proxy().set(Proxy.Mode.PASS);
          });
      statement.execute("checkpoint");
    }
  }

  @Test
  void waitsForALeader() throws Exception {
    cluster.removeLeader();
    CompletableFuture<Connection> connecting =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return cluster.connect("");
              } catch (SQLException e) {
                throw new AssertionError(e);
              }
            });
    assertThat(cluster.node(2).refusals.tryAcquire(2, 30, TimeUnit.SECONDS)).isTrue();
    cluster.lead(2);
    try (Connection connection = connecting.get(30, TimeUnit.SECONDS)) {
      goesOnAt(2, connection);
    }
  }

  @Test
  void theWaitForALeaderIsLimited() {
    cluster.removeLeader();
    fails("57P05", () -> cluster.connect("?failoverTimeout=1&connectTimeout=1").close());
  }

  @ParameterizedTest
  @EnumSource(Loss.class)
  void aQueryGoesOn(Loss how) throws SQLException {
    cluster.execute("insert into t values (1), (2)");
    try (Connection connection = cluster.connect("")) {
      assertThat(count(connection)).isEqualTo(2);
      lose(how);
      assertThat(count(connection)).isEqualTo(2);
      goesOnAt(1, connection);
    }
  }

  @ParameterizedTest
  @EnumSource(Loss.class)
  void aChangeIsDoneOnce(Loss how) throws SQLException {
    try (Connection connection = cluster.connect("");
        PreparedStatement insert = connection.prepareStatement("insert into t values (?), (?)")) {
      lose(how);
      insert.setInt(1, 1);
      insert.setInt(2, 2);
      assertThat(insert.executeUpdate()).isEqualTo(2);
      insert.setInt(1, 3);
      insert.setInt(2, 4);
      assertThat(insert.executeUpdate()).isEqualTo(2);
      goesOnAt(1, connection);
    }
    assertThat(cluster.rows()).isEqualTo(4);
  }

  @Test
  void aChangeWhoseCountIsLostReportsThat() throws SQLException {
    cluster.keepNoCounts();
    try (Connection connection = cluster.connect("")) {
      lose(Loss.AFTER);
      assertThatThrownBy(() -> update(connection, "insert into t values (1)"))
          .hasMessageContaining("was committed, its result is lost")
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("40003");
      goesOnAt(1, connection);
    }
    assertThat(cluster.rows()).isEqualTo(1);
  }

  @Test
  void generatedKeysThatAreLostAreMissed() throws SQLException {
    cluster.execute("create table k (id int auto_increment primary key, v int)");
    try (Connection connection = cluster.connect("");
        PreparedStatement insert =
            connection.prepareStatement(
                "insert into k (v) values (1)", Statement.RETURN_GENERATED_KEYS)) {
      lose(Loss.AFTER);
      fails("40003", insert::executeUpdate);
      goesOnAt(1, connection);
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
  }

  @Test
  void whatNoTransactionUndoesIsNotDoneAgain() throws SQLException {
    try (Connection connection = cluster.connect("")) {
      lose(Loss.BEFORE);
      fails("40003", () -> update(connection, "/* away */ create user bob password 'b'"));
      goesOnAt(1, connection);
    }
  }

  @ParameterizedTest
  @EnumSource(Loss.class)
  void aBatchIsDoneOnce(Loss how) throws SQLException {
    try (Connection connection = cluster.connect("");
        PreparedStatement insert = connection.prepareStatement("insert into t values (?)")) {
      for (int i = 0; i < 40_000; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      lose(how);
      assertThat(insert.executeBatch()).hasSize(40_000).containsAnyOf(1, Statement.SUCCESS_NO_INFO);
      assertThat(connection.getAutoCommit()).isTrue();
      goesOnAt(1, connection);
    }
    assertThat(cluster.rows()).isEqualTo(40_000);
  }

  @ParameterizedTest
  @EnumSource(Loss.class)
  void anOpenTransactionIsRolledBack(Loss how) throws SQLException {
    try (Connection connection = cluster.connect("")) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      update(connection, "insert into t values (1)");
      lose(how);
      fails("40001", () -> update(connection, "insert into t values (2)"));
      assertThat(connection.getAutoCommit()).isFalse();
      assertThat(connection.getTransactionIsolation())
          .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
      update(connection, "insert into t values (3)");
      goesOnAt(1, connection);
      connection.commit();
    }
    assertThat(cluster.rows()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(Loss.class)
  void theFirstStatementOfATransactionGoesOn(Loss how) throws SQLException {
    try (Connection connection = cluster.connect("")) {
      connection.setAutoCommit(false);
      assertThat(count(connection)).isZero();
      connection.commit();
      lose(how);
      assertThat(update(connection, "insert into t values (1)")).isEqualTo(1);
      connection.commit();
      goesOnAt(1, connection);
      connection.rollback();
    }
    assertThat(cluster.rows()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCommitUnderWayIsSettled(boolean done) throws SQLException {
    try (Connection connection = cluster.connect("")) {
      connection.setAutoCommit(false);
      update(connection, "insert into t values (1)");
      lose(done ? Loss.AFTER : Loss.BEFORE);
      if (done) {
        connection.commit();
      } else {
        fails("40001", connection::commit);
      }
      goesOnAt(1, connection);
      connection.rollback();
    }
    assertThat(cluster.rows()).isEqualTo(done ? 1 : 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCommitWithUnknownOutcomeOnADeposedLeaderIsSettled(boolean done) throws SQLException {
    FakeNode leader = cluster.node(0);
    try (Connection connection = cluster.connect("")) {
      connection.setAutoCommit(false);
      update(connection, "insert into t values (1)");
      (done ? leader.afterNext : leader.beforeNext)
          .set(
              () -> {
                cluster.lead(1);
                throw new MosqlException(SqlState.COMMIT_OUTCOME_UNKNOWN, "deposed");
              });
      if (done) {
        connection.setAutoCommit(true);
        assertThat(connection.getAutoCommit()).isTrue();
      } else {
        fails("40001", connection::commit);
        assertThat(connection.getAutoCommit()).isFalse();
      }
      goesOnAt(1, connection);
      connection.setAutoCommit(true);
    }
    assertThat(cluster.rows()).isEqualTo(done ? 1 : 0);
  }

  @Test
  void aCommitWhoseOutcomeCannotBeQueriedIsInDoubt() throws SQLException {
    try (Connection connection = cluster.connect("?failoverTimeout=1")) {
      connection.setAutoCommit(false);
      update(connection, "insert into t values (1)");
      cluster.node(0).afterNext.set(() -> cluster.removeLeader());
      cluster.node(0).proxy().set(Proxy.Mode.CUT_ANSWER);
      fails("40003", connection::commit);
      assertThat(connection.isClosed()).isTrue();
      fails("08006", () -> count(connection));
    }
  }

  /** The stream cannot be read again, so the statement fails; nothing of it is left. */
  @Test
  void aStreamThatIsCutFailsItsStatement() throws SQLException {
    try (Connection connection = cluster.connect("?failoverTimeout=10")) {
      update(connection, "create table large (b blob)");
      try (PreparedStatement insert = connection.prepareStatement("insert into large values (?)")) {
        insert.setBinaryStream(1, new ZerosUntilCut(4_000_000));
        fails("08006", insert::executeUpdate);
        try (Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("select count(*) from large")) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(1)).isZero();
        }
        insert.setBinaryStream(1, new ByteArrayInputStream(new byte[1_000_000]));
        assertThat(insert.executeUpdate()).isEqualTo(1);
        try (Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("select b from large")) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getBlob(1).length()).isEqualTo(1_000_000);
          cluster.node(1).proxy().set(Proxy.Mode.CUT_REQUEST);
          cluster.lead(2);
          assertThat(rows.getBytes(1)).hasSize(1_000_000);
        }
      }
    }
  }

  /** A stream in the middle of which the leader is lost. */
  private final class ZerosUntilCut extends InputStream {
    private int left;

    ZerosUntilCut(int length) {
      left = length;
    }

    @Override
    public int read() {
      if (left == 2_000_000) {
        cluster.node(0).proxy().set(Proxy.Mode.CUT_REQUEST);
        cluster.lead(1);
      }
      return left-- > 0 ? 0 : -1;
    }
  }

  /** A statement text that was never sent to the server might be a COMMIT. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTransactionIsLostWhenNoNodeResponds(boolean known) throws SQLException {
    try (Connection connection = cluster.connect("?failoverTimeout=1");
        PreparedStatement insert = connection.prepareStatement("insert into t values (2)")) {
      connection.setAutoCommit(false);
      update(connection, "insert into t values (1)");
      for (int i = 0; i < 3; i++) {
        cluster.node(i).proxy().close();
      }
      if (known) {
        fails("08006", insert::executeUpdate);
      } else {
        fails("40003", () -> update(connection, "insert into t values (3)"));
      }
      assertThat(connection.isClosed()).isTrue();
      assertThat(connection.isValid(1)).isFalse();
    }
    assertThat(cluster.rows()).isZero();
  }

  @Test
  void withoutAFailoverTimeoutTheConnectionIsLostAtOnce() throws SQLException {
    try (Connection connection = cluster.connect("?failoverTimeout=0")) {
      lose(Loss.BEFORE);
      fails("08006", () -> count(connection));
      assertThat(connection.isClosed()).isTrue();
    }
  }

  @Test
  void rowsThatWereBeingReadAreNeverHalf() throws SQLException {
    StringBuilder rows = new StringBuilder("insert into t values (0)");
    for (int i = 1; i < 100; i++) {
      rows.append(", (").append(i).append(')');
    }
    cluster.execute(rows.toString());
    try (Connection connection = cluster.connect("?defaultRowFetchSize=10");
        Statement statement = connection.createStatement()) {
      ResultSet result = statement.executeQuery("select id from t order by id");
      for (int i = 0; i < 10; i++) {
        assertThat(result.next()).isTrue();
      }
      lose(Loss.BEFORE);
      fails("40001", result::next);
      goesOnAt(1, connection);
    }
  }

  @Test
  void aServerThatStandsStillIsGivenUp() throws SQLException {
    try (Connection connection = cluster.connect("")) {
      connection.setAutoCommit(false);
      update(connection, "insert into t values (1)");
      cluster.node(0).proxy().set(Proxy.Mode.HOLD_ANSWERS);
      cluster.node(0).afterNext.set(() -> cluster.lead(1));
      connection.commit();
      goesOnAt(1, connection);
      connection.rollback();
    }
    assertThat(cluster.rows()).isEqualTo(1);
  }

  /** The request exceeds the buffers between client and server, so that the write blocks. */
  @Test
  void aServerThatStopsReadingIsGivenUp() throws SQLException {
    cluster.execute("create table b (id int primary key, v varbinary)");
    try (Connection connection = cluster.connect("");
        PreparedStatement insert = connection.prepareStatement("insert into b values (1, ?)")) {
      insert.setBytes(1, new byte[40 * 1024 * 1024]);
      cluster.node(0).proxy().set(Proxy.Mode.STOPPED);
      cluster.lead(1);
      assertThat(insert.executeUpdate()).isEqualTo(1);
      goesOnAt(1, connection);
    }
  }

  @Test
  void theSessionIsAsItWas() throws SQLException {
    cluster.execute("create schema s");
    cluster.execute("create table s.u (id int primary key)");
    try (Connection connection = cluster.connect("");
        PreparedStatement query = connection.prepareStatement("select count(*) from t")) {
      connection.setSchema("s");
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      update(connection, "select id from u", true);
      lose(Loss.BEFORE);
      update(connection, "select id from u", true);
      assertThat(connection.getSchema()).isEqualTo("s");
      assertThat(connection.isReadOnly()).isTrue();
      assertThat(connection.getTransactionIsolation())
          .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
      fails("25006", () -> update(connection, "insert into u values (1)"));
      connection.setSchema("public");
      try (ResultSet rows = query.executeQuery()) {
        assertThat(rows.next()).isTrue();
      }
    }
  }

  private static void update(Connection connection, String query, boolean rows)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.execute(query)).isEqualTo(rows);
    }
  }

  @Test
  void isValidFindsTheNewLeader() throws SQLException {
    try (Connection connection = cluster.connect("")) {
      lose(Loss.BEFORE);
      assertThat(connection.isValid(20)).isTrue();
      goesOnAt(1, connection);
      connection.setAutoCommit(false);
      update(connection, "insert into t values (1)");
      cluster.node(1).proxy().set(Proxy.Mode.CUT_REQUEST);
      cluster.lead(2);
      assertThat(connection.isValid(20)).isTrue();
      // The transaction is lost nevertheless, which is reported once.
      fails("40001", connection::commit);
      update(connection, "insert into t values (2)");
      connection.commit();
    }
    assertThat(cluster.rows()).isEqualTo(1);
  }

  @Test
  void afterARollbackNothingIsLost() throws SQLException {
    try (Connection connection = cluster.connect("")) {
      connection.setAutoCommit(false);
      update(connection, "insert into t values (1)");
      lose(Loss.BEFORE);
      connection.rollback();
      update(connection, "insert into t values (2)");
      connection.commit();
      goesOnAt(1, connection);
      connection.rollback();
    }
    assertThat(cluster.rows()).isEqualTo(1);
  }

  @Test
  void newsOfAnotherLeaderMovesAnIdleSession() throws SQLException {
    try (Connection connection = cluster.connect("")) {
      // The next response reports the other leader, and the statement after it is sent there
      // directly.
      cluster.node(0).afterNext.set(() -> cluster.lead(2));
      count(connection);
      goesOnAt(2, connection);
    }
  }

  @Test
  void socketTimeoutStillEndsAConnection() throws SQLException {
    try (Connection connection = cluster.connect("?socketTimeout=1")) {
      cluster.node(0).proxy().set(Proxy.Mode.HOLD_ANSWERS);
      fails("08006", () -> count(connection));
      assertThat(connection.isClosed()).isTrue();
    }
  }
}
