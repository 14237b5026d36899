package io.mosql.server.forwarding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.testkit.Sampled;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of reads at each consistency level, and of the statements allowed at any node. */
@Sampled(percent = 50, methods = true)
@Timeout(180)
final class ReadConsistencyTest {
  @TempDir Path directory = Path.of("");
  private ForwardingTestCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = new ForwardingTestCluster(directory, 3);
    try (Connection client = cluster.connectToAll("");
        Statement statement = client.createStatement()) {
      statement.execute("create table t (id int primary key, v int)");
      statement.execute("insert into t values (1, 0)");
    }
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private static List<String> rows(Statement statement, String sql) throws SQLException {
    List<String> all = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        all.add(rows.getString(1));
      }
    }
    return all;
  }

  private static void assertFails(String sqlState, Statement statement, String sql) {
    assertThatThrownBy(() -> statement.execute(sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(sqlState));
  }

  @Test
  void accountsAndDatabasesAreChangedFromAnyNode() throws Exception {
    for (String node : List.of("n1", "n2", "n3")) {
      try (Connection client = cluster.connect(node, "?forwarding=always");
          Statement statement = client.createStatement()) {
        statement.execute("create user u" + node + " password 'it''s'");
        // Visible immediately at the node that executed the statement.
        statement.execute("grant select on t to u" + node);
        assertFails("42710", statement, "create user u" + node + " password 'x'");
        statement.execute("create database of_" + node + " owner u" + node);
        assertFails("42P04", statement, "create database of_" + node);
      }
    }
    String elsewhere = cluster.followers("of_n1").get(0);
    cluster.handOn("of_n1", elsewhere);
    Awaitility.await().until(() -> cluster.node(elsewhere).verifier("un1") != null);
    try (Connection owner = cluster.connectTo("of_n1", elsewhere, "un1", "it's", "");
        Statement statement = owner.createStatement()) {
      // A privilege that the user has, and one that the user lacks, checked at any node.
      statement.execute("grant connect on database of_n1 to un2");
      assertFails("42501", statement, "create user more password 'x'");
      statement.execute("alter user un1 password 'other'");
      statement.execute("create table s (id int primary key)");
      statement.execute("grant select on s to un2");
    }
    try (Connection client = cluster.connectTo("of_n1", elsewhere, "un1", "other", "")) {
      assertThat(client.isValid(10)).isTrue();
    }
  }

  @Test
  void aSessionSeesAtReplicasWhatItDidAtTheLeader() throws Exception {
    String leader = cluster.awaitAgreement(ForwardingTestCluster.DATABASE);
    try (Connection client = cluster.connectToAll("?readConsistency=session");
        Statement statement = client.createStatement()) {
      for (int i = 1; i <= 20; i++) {
        assertThat(statement.executeUpdate("update t set v = " + i)).isEqualTo(1);
        client.setReadOnly(true);
        assertThat(rows(statement, "select v from t")).containsExactly(Integer.toString(i));
        assertThat(rows(statement, "select node from mosql.cluster where here"))
            .doesNotContain(leader);
        assertFails("25006", statement, "update t set v = -1");
        client.setReadOnly(false);
      }
      client.setReadOnly(true);
      rows(statement, "select v from t");
      Map<String, Long> before = log(leader);
      int sessions = cluster.connections(leader);
      for (int i = 0; i < 100; i++) {
        rows(statement, "select v from t");
      }
      assertThat(log(leader)).isEqualTo(before);
      assertThat(cluster.connections(leader)).isEqualTo(sessions);
    }
  }

  /** Log metrics of a node. */
  private Map<String, Long> log(String node) {
    Map<String, Long> figures = cluster.node(node).figures().get(ForwardingTestCluster.DATABASE);
    return Objects.requireNonNull(figures).entrySet().stream()
        .filter(figure -> figure.getKey().startsWith("log"))
        .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Test
  void aClientThatKnowsOnlyTheLeaderReadsFromFollowersWhileThereAreAny() throws Exception {
    String leader = cluster.awaitAgreement(ForwardingTestCluster.DATABASE);
    String properties = "?readConsistency=session&readOnly=true&targetServerType=preferSecondary";
    String where = "select node from mosql.cluster where here";
    List<String> followers = cluster.followers(ForwardingTestCluster.DATABASE);
    try (Connection client = cluster.connect(leader, properties);
        Statement statement = client.createStatement()) {
      String first = rows(statement, where).get(0);
      assertThat(followers).contains(first);
      // This connection has read nothing yet, so no freshness is guaranteed.
      Awaitility.await().until(() -> rows(statement, "select v from t").equals(List.of("0")));
      cluster.stop(first);
      // No transaction was open: the client continues at the other follower.
      assertThat(rows(statement, "select v from t")).containsExactly("0");
      String second = rows(statement, where).get(0);
      assertThat(followers).contains(second);
      assertThat(second).isNotEqualTo(first);
      // Confirming the leadership requires a majority; reading the replica does not.
      cluster.stop(second);
      assertThat(rows(statement, where)).containsExactly(leader);
      assertThat(rows(statement, "select v from t")).containsExactly("0");
    }
  }

  @Test
  void whatClocksDifferMovesTheBoundAndNothingElse() throws Exception {
    String leader = cluster.awaitAgreement(ForwardingTestCluster.DATABASE);
    String replica = cluster.followers(ForwardingTestCluster.DATABASE).get(0);
    try (Connection writer = cluster.connect(leader, "");
        Statement write = writer.createStatement();
        Connection client =
            cluster.connect(
                replica,
                "?readConsistency=bounded&maxStaleness=300&readOnly=true"
                    + "&targetServerType=preferSecondary");
        Statement statement = client.createStatement()) {
      assertThat(rows(statement, "select node from mosql.cluster where here"))
          .containsExactly(replica);
      // For a node with a fast clock all replicated data appears stale: it returns an error instead
      // of rows.
      cluster.setClock(replica, Duration.ofHours(1));
      write.executeUpdate("update t set v = 1");
      assertFails("57P06", statement, "select v from t");
      // A node whose clock is slow by less than the bound requires fresher data than necessary.
      cluster.setClock(replica, Duration.ofMillis(-100));
      assertThat(rows(statement, "select v from t")).containsExactly("1");
      // The leader's clock is set back during a transaction: commits are not affected.
      writer.setAutoCommit(false);
      write.executeUpdate("update t set v = v + 1");
      cluster.setClock(leader, Duration.ofHours(-1));
      writer.commit();
      write.executeUpdate("update t set v = v + 1");
      writer.commit();
      assertThat(rows(write, "select v from t")).containsExactly("3");
      writer.commit();
      assertFails("57P06", statement, "select v from t");
      // Session consistency compares log positions, not times.
      statement.execute("set read_consistency = 'session'");
      Awaitility.await().until(() -> rows(statement, "select v from t").equals(List.of("3")));
      cluster.setClock(leader, Duration.ZERO);
      cluster.setClock(replica, Duration.ZERO);
      statement.execute("set read_consistency = 'bounded'");
      write.executeUpdate("update t set v = v + 1");
      writer.commit();
      long done = System.nanoTime();
      Awaitility.await().until(() -> System.nanoTime() - done > 300_000_000L);
      assertThat(rows(statement, "select v from t")).containsExactly("4");
    }
  }

  @Test
  void boundedReadsAreNoOlderThanTheyMayBe() throws Exception {
    List<String> followers = cluster.followers(ForwardingTestCluster.DATABASE);
    String leader = cluster.awaitAgreement(ForwardingTestCluster.DATABASE);
    try (Connection writer = cluster.connect(leader, "");
        Statement write = writer.createStatement();
        Connection client =
            cluster.connect(
                followers.get(0), "?readConsistency=bounded&maxStaleness=300&readOnly=true");
        Statement statement = client.createStatement()) {
      assertThat(rows(statement, "select node from mosql.cluster where here"))
          .doesNotContain(leader);
      for (int i = 1; i <= 5; i++) {
        write.executeUpdate("update t set v = " + i);
        long done = System.nanoTime();
        Awaitility.await().until(() -> System.nanoTime() - done > 300_000_000L);
        // There were no later writes: the replica requests the current time.
        assertThat(rows(statement, "select v from t")).containsExactly(Integer.toString(i));
      }
      String here = rows(statement, "select node from mosql.cluster where here").get(0);
      for (String other : List.of("n1", "n2", "n3")) {
        if (!other.equals(here)) {
          cluster.stop(other);
        }
      }
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertFails("57P06", statement, "select v from t"));
      assertFails("22023", statement, "set read_consistency = 'strict'");
      statement.execute("set read_consistency = 'session'");
      assertThat(rows(statement, "select v from t")).containsExactly("5");
      assertThat(rows(statement, "show read_consistency")).containsExactly("session");
    }
  }

  @Test
  void strictReadsAtAnyNodeMissNothing() throws Exception {
    String leader = cluster.awaitAgreement(ForwardingTestCluster.DATABASE);
    String follower = cluster.followers(ForwardingTestCluster.DATABASE).get(0);
    try (Connection writer = cluster.connect(leader, "");
        Statement write = writer.createStatement();
        Connection client = cluster.connect(follower, "?forwarding=always&readOnly=true");
        Statement statement = client.createStatement()) {
      for (int i = 1; i <= 50; i++) {
        write.executeUpdate("update t set v = " + i);
        assertThat(rows(statement, "select v from t")).containsExactly(Integer.toString(i));
      }
    }
  }
}
