package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the placement of read-only connections. */
@Timeout(120)
final class FollowerReadsTest {
  private FakeCluster cluster;

  @BeforeEach
  void start() throws IOException, SQLException {
    cluster = new FakeCluster("mem:replica-reads", 3);
    cluster.execute("create table t (id int primary key)");
  }

  @AfterEach
  void stop() throws SQLException {
    cluster.close();
  }

  private static int update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private static void count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet count = statement.executeQuery("select count(*) from t")) {
      assertThat(count.next()).isTrue();
    }
  }

  private void goesOnAt(int node, Connection connection) throws SQLException {
    int before = cluster.node(node).executions.get();
    count(connection);
    assertThat(cluster.node(node).executions.get()).isGreaterThan(before);
  }

  @Test
  void readOnlyConnectionsGoToAReplicaAndBack() throws SQLException {
    goToAReplicaAndBack("?targetServerType=preferSecondary&readConsistency=session");
  }

  @Test
  void aBoundedReadGoesToAFollower() throws SQLException {
    goToAReplicaAndBack("?readConsistency=bounded");
  }

  @Test
  void aClientWithTargetPrimaryStaysOnTheLeader() throws SQLException {
    try (Connection connection =
        cluster.connect("?readConsistency=session&targetServerType=primary&readOnly=true")) {
      goesOnAt(0, connection);
    }
  }

  private void goToAReplicaAndBack(String properties) throws SQLException {
    try (Connection connection = cluster.connect(properties)) {
      cluster.setPosition(41);
      goesOnAt(0, connection);
      connection.setReadOnly(true);
      int atLeader = cluster.node(0).executions.get();
      count(connection);
      count(connection);
      assertThat(cluster.node(0).executions.get()).isEqualTo(atLeader);
      assertThat(connection.isReadOnly()).isTrue();
      FakeNode replica = cluster.node(cluster.node(1).executions.get() > 0 ? 1 : 2);
      // State read at the leader must be visible at the replica.
      assertThat(replica.logins.get(replica.logins.size() - 1).position()).isEqualTo(41);
      connection.setReadOnly(false);
      assertThat(update(connection, "insert into t values (1)")).isEqualTo(1);
      goesOnAt(0, connection);
    }
  }

  /** The outcome of a lost query is requested from the leader, not from another replica. */
  @Test
  void readsGoOnWhenTheirReplicaIsLost() throws SQLException {
    try (Connection connection =
            cluster.connect(
                "?targetServerType=preferSecondary&readConsistency=session&failoverTimeout=10");
        PreparedStatement query = connection.prepareStatement("select count(*) from t")) {
      connection.setReadOnly(true);
      query.executeQuery().close();
      FakeNode replica = cluster.node(cluster.node(1).executions.get() > 0 ? 1 : 2);
      assertThat(replica.executions.get()).isPositive();
      // Once with a statement that is not yet prepared on any server, and once with a prepared one.
      for (int i = 0; i < 2; i++) {
        replica.proxy().set(Proxy.Mode.CUT_REQUEST);
        try (ResultSet rows = query.executeQuery()) {
          assertThat(rows.next()).isTrue();
        }
        replica = cluster.node(replica == cluster.node(1) ? 2 : 1);
      }
    }
  }

  @Test
  void aStrictReplicaSendsItsReadersToTheLeader() throws SQLException {
    try (Connection connection =
        cluster.connect("?targetServerType=preferSecondary&readOnly=true")) {
      goesOnAt(0, connection);
      goesOnAt(0, connection);
    }
  }
}
