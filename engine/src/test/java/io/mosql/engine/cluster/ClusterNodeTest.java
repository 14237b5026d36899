package io.mosql.engine.cluster;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.Topology;
import io.mosql.engine.Node;
import io.mosql.engine.NodeClient;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.engine.options.NodeOptions;
import io.mosql.testkit.Sampled;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of a cluster in one process. */
@Sampled(percent = 60, methods = true)
@Timeout(180)
final class ClusterNodeTest {
  @TempDir Path directory;

  @Test
  void aClusterOfOneNodeWorksLikeAServer() throws Exception {
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 1).startAll()) {
      assertThat(requireNonNull(cluster.node("n1").initialAdministrator()).name())
          .isEqualTo("admin");
      cluster.run("mosql", "create table t (id int primary key, name varchar(10))");
      cluster.run("mosql", "insert into t values (1, 'one')");
      cluster.run("mosql", "create user ann password 'a'");
      cluster.run("mosql", "create database shop owner ann");
      cluster.run("shop", "create table s (id int primary key)");
      cluster.stop("n1");
      assertThat(cluster.start("n1").awaitReady(LoopbackCluster.WITHIN)).isTrue();
      assertThat(cluster.node("n1").initialAdministrator()).isNull();
      assertThat(cluster.run("mosql", "select * from t")).containsExactly("1 one");
      assertThat(cluster.run("shop", "select count(*) from s")).containsExactly("0");
      cluster.run("mosql", "drop database shop");
      LoopbackCluster.await(
          "the directory is gone", () -> !directory.resolve("n1/databases/2").toFile().exists());
      assertThat(cluster.topology("n1", "mosql").nodes())
          .containsExactly(new Topology.NodeAddress("n1", "door-1", 7434, true));
    }
  }

  @Test
  void aDirectoryBelongsToOneNodeOfOneCluster() throws Exception {
    LoopbackCluster cluster = new LoopbackCluster(directory, 2);
    cluster.start("n1").close();
    assertRefused(cluster.directory("n1"), cluster.options("n2"), "belongs to node n1");
    assertRefused(cluster.directory("n1"), null, "of a cluster; start it with --node-id");
    Path alone = directory.resolve("alone");
    Node.open(alone, NodeOptions.defaults(), AuditLog.NONE).close();
    assertRefused(alone, cluster.options("n1"), "belongs to a single server");
  }

  private static void assertRefused(
      Path path, @org.jspecify.annotations.Nullable ClusterOptions options, String why) {
    NodeOptions plain = NodeOptions.defaults();
    assertThatThrownBy(
            () ->
                Node.open(
                    path, options == null ? plain : plain.withCluster(options), AuditLog.NONE))
        .isInstanceOfSatisfying(
            MosqlException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo("22023");
              assertThat(e).hasMessageContaining(why);
            });
  }

  @Test
  void commitsAreReplicatedAndSurviveTheLossOfTheLeader() throws Exception {
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 3).startAll()) {
      cluster.run("mosql", "create table t (id int primary key, name varchar(10))");
      cluster.run("mosql", "insert into t values (1, 'one'), (2, 'two')");
      assertThat(cluster.awaitEqual("mosql", "select * from t order by id"))
          .containsExactly("1 one", "2 two");
      assertThatOthersRefuse(cluster);
      String first = cluster.leader("mosql");
      cluster.stop(first);
      cluster.run("mosql", "insert into t values (3, 'three')");
      assertThat(cluster.leader("mosql")).isNotEqualTo(first);
      cluster.run("mosql", "alter table t add column more int default 7");
      cluster.start(first);
      assertThat(cluster.awaitEqual("mosql", "select * from t order by id"))
          .containsExactly("1 one 7", "2 two 7", "3 three 7");
    }
  }

  @Test
  void largeObjectsAreReplicated() throws Exception {
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 3).startAll()) {
      String read = "select id, octet_length(c), md5(c) from t order by id";
      cluster.run("mosql", "create table t (id int primary key, c clob)");
      cluster.run("mosql", "insert into t values (1, repeat('one', 1000000))");
      cluster.run("mosql", "insert into t select 2, c || 'two' from t");
      List<String> rows = cluster.awaitEqual("mosql", read);
      assertThat(rows.get(0)).startsWith("1 3000000 ");
      assertThat(rows.get(1)).startsWith("2 3000003 ");
      cluster.stop(cluster.leader("mosql"));
      cluster.run("mosql", "delete from t where id = 1");
      cluster.run("mosql", "insert into t select 3, c from t");
      assertThat(cluster.run("mosql", "select octet_length(c) from t order by id"))
          .containsExactly("3000003", "3000003");
    }
  }

  private static void assertThatOthersRefuse(LoopbackCluster cluster) {
    String leader = cluster.leader("mosql");
    String follower = cluster.followers("mosql").get(0);
    LoopbackCluster.await(
        "the follower knows", () -> leader.equals(cluster.topology(follower, "mosql").leader()));
    assertThatThrownBy(() -> new NodeClient(cluster.node(follower), "admin", "mosql"))
        .isInstanceOfSatisfying(
            MosqlException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo("57P05");
              assertThat(e).hasMessageContaining("node " + leader + " at door-");
            });
    assertThat(cluster.topology(follower, "mosql").nodes()).hasSize(3);
  }

  @Test
  void aDatabaseIsLedWhereItsGroupIs() throws Exception {
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 3).startAll()) {
      cluster.run("mosql", "create database shop");
      cluster.run("shop", "create table s (id int primary key)");
      cluster.run("shop", "insert into s values (1)");
      String other = cluster.followers("mosql").get(0);
      cluster.transferLeadership("shop", other);
      LoopbackCluster.await("the other leads", () -> cluster.leader("shop").equals(other));
      cluster.run("shop", "insert into s values (2)");
      assertThat(cluster.awaitEqual("shop", "select id from s order by id"))
          .containsExactly("1", "2");
      assertThat(cluster.run("shop", "select node from mosql.cluster where leader"))
          .containsExactly(other);
      cluster.run("mosql", "drop database shop");
      for (String name : cluster.running()) {
        LoopbackCluster.await(
            "the directory of " + name + " is gone",
            () -> !cluster.directory(name).resolve("databases/2").toFile().exists());
      }
    }
  }

  @Test
  void aFollowerFarBehindGetsACheckpoint() throws Exception {
    try (LoopbackCluster cluster =
        new LoopbackCluster(directory, 3)
            .tunedCluster(options -> options.tuned(Duration.ofMillis(500), 0, 0))
            .tuned(
                options ->
                    options.withSettings(Map.of(SessionProperty.CHECKPOINT_LOG_BYTES, "64KB")))
            .startAll()) {
      cluster.run("mosql", "create table t (id int primary key, fill varchar(2000))");
      String away = cluster.followers("mosql").get(0);
      cluster.awaitEqual("mosql", "select count(*) from t");
      cluster.stop(away);
      String fill = "x".repeat(1000);
      for (int i = 0; i < 300; i += 10) {
        StringBuilder sql = new StringBuilder("insert into t values ");
        for (int k = i; k < i + 10; k++) {
          sql.append(k == i ? "" : ", ")
              .append('(')
              .append(k)
              .append(", '")
              .append(fill)
              .append("')");
        }
        cluster.run("mosql", sql.toString());
      }
      cluster.run("mosql", "checkpoint");
      cluster.start(away);
      List<String> all = cluster.awaitEqual("mosql", "select count(*), max(id) from t");
      assertThat(all).containsExactly("300 299");
      cluster.run("mosql", "insert into t values (1000, 'after')");
      cluster.awaitEqual("mosql", "select fill from t where id = 1000");
      assertThat(cluster.node(away).failure()).isNull();
    }
  }
}
