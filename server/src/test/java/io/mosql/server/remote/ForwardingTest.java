package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of drivers with forwarding enabled, and without. */
@Timeout(120)
final class ForwardingTest {
  private FakeCluster cluster;

  @BeforeEach
  void start() throws IOException, SQLException {
    cluster = new FakeCluster("mem:forwarding", 3);
    cluster.execute("create table t (id int primary key)");
  }

  @AfterEach
  void stop() throws SQLException {
    cluster.close();
  }

  private static void insert(Connection connection, int id) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate("insert into t values (" + id + ")")).isEqualTo(1);
    }
  }

  @Test
  void aClientThatCannotReachTheLeaderIsForwardedByAnotherNode() throws SQLException {
    cluster.node(0).proxy().close();
    try (Connection connection = cluster.connect("")) {
      insert(connection, 1);
      insert(connection, 2);
      int elsewhere = cluster.node(1).executions.get() + cluster.node(2).executions.get();
      assertThat(elsewhere).isEqualTo(2);
    }
    assertThat(cluster.rows()).isEqualTo(2);
  }

  @Test
  void aClientWithForwardingAlwaysStaysOnItsNode() throws SQLException {
    List<FakeNode> one = List.of(cluster.node(2));
    try (Connection connection = cluster.connect(one, "?forwarding=always")) {
      insert(connection, 1);
      cluster.lead(1);
      insert(connection, 2);
      assertThat(cluster.node(2).executions.get()).isEqualTo(2);
      assertThat(cluster.node(0).logins).isEmpty();
    }
  }

  @Test
  void withForwardingNeverTheConnectionFails() {
    cluster.node(0).proxy().close();
    assertThatThrownBy(() -> cluster.connect("?forwarding=never&failoverTimeout=4").close())
        .isInstanceOf(SQLException.class);
    assertThat(cluster.node(1).executions.get()).isZero();
  }
}
