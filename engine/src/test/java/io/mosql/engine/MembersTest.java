package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.engine.cluster.LoopbackCluster;
import io.mosql.engine.options.NodeOptions;
import io.mosql.testkit.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes join and leave a cluster, and a single server becomes a cluster and a single server again.
 */
@Timeout(180)
@Sampled(percent = 25, methods = true)
final class MembersTest {
  private static final NodeOptions ALONE =
      NodeOptions.defaults().withAdministrator("admin", "secret");

  @TempDir Path directory;

  private static List<String> run(Node node, String database, String sql) {
    try (NodeClient client = new NodeClient(node, "admin", database)) {
      return client.run(sql);
    }
  }

  @Test
  void aServerGrowsIntoAClusterAndShrinksBackWithAllItsDatabases() throws Exception {
    LoopbackCluster cluster = new LoopbackCluster(directory, 3).growing();
    try (Node alone = Node.open(cluster.directory("n1"), ALONE, AuditLog.NONE)) {
      run(alone, "mosql", "create table t (id int primary key, v text)");
      run(alone, "mosql", "insert into t values (1, 'alone')");
      run(alone, "mosql", "create database shop");
      run(alone, "shop", "create table s (id int primary key)");
      run(alone, "shop", "insert into s values (10)");
      run(alone, "mosql", "create user ann password 'a'");
    }
    try (cluster) {
      assertThat(cluster.start("n1").awaitReady(LoopbackCluster.WITHIN)).isTrue();
      assertThat(cluster.node("n1").initialAdministrator()).isNull();
      assertThat(cluster.run("mosql", "select * from t")).containsExactly("1 alone");
      cluster.join("n2", false);
      cluster.join("n3", false);
      cluster.awaitMembers("n1 voter", "n2 voter", "n3 voter");
      cluster.run("mosql", "insert into t values (2, 'three')");
      cluster.run("shop", "insert into s values (20)");
      assertThat(cluster.awaitEqual("mosql", "select * from t order by id"))
          .containsExactly("1 alone", "2 three");
      assertThat(cluster.awaitEqual("shop", "select * from s order by id"))
          .containsExactly("10", "20");

      cluster.run("mosql", "alter cluster remove node 'n3'");
      cluster.run("mosql", "alter cluster remove node 'n2'");
      cluster.awaitMembers("n1 voter");
      for (String gone : List.of("n2", "n3")) {
        LoopbackCluster.await(
            "a change of the cluster",
            () -> String.valueOf(cluster.node(gone).failure()).contains("removed"));
        cluster.stop(gone);
      }
      cluster.run("mosql", "insert into t values (3, 'last')");
    }
    Node.leaveCluster(cluster.directory("n1"), ALONE);
    assertThat(cluster.directory("n1").resolve("raft")).doesNotExist();
    for (String more : List.of("4", "5")) {
      try (Node alone = Node.open(cluster.directory("n1"), ALONE, AuditLog.NONE)) {
        run(alone, "mosql", "insert into t values (" + more + ", 'alone again')");
        assertThat(run(alone, "shop", "select * from s order by id")).containsExactly("10", "20");
        assertThat(run(alone, "mosql", "select user_name from mosql.users"))
            .containsExactlyInAnyOrder("admin", "ann");
      }
    }
    try (LoopbackCluster again = cluster) {
      again.start("n1").awaitReady(LoopbackCluster.WITHIN);
      assertThat(again.run("mosql", "select count(*), max(id) from t")).containsExactly("5 5");
    }
  }

  @Test
  void aNodeWithOtherMembersCannotBecomeAServer() throws Exception {
    LoopbackCluster cluster = new LoopbackCluster(directory, 2).growing();
    try (cluster) {
      cluster.start("n1").awaitReady(LoopbackCluster.WITHIN);
      cluster.join("n2", true);
      cluster.awaitMembers("n1 voter", "n2 listener");
      cluster.stop("n1");
      assertState("55000", () -> Node.leaveCluster(cluster.directory("n1"), ALONE));
      assertState("08001", () -> Node.leaveCluster(directory.resolve("nothing"), ALONE));
      cluster.start("n1");
      cluster.run("mosql", "create table t (id int primary key)");
    }
  }

  private static void assertState(String state, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo(state));
  }

  @Test
  void rolesChangeAndLeadershipIsTransferred() throws Exception {
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 3).growing()) {
      cluster.start("n1").awaitReady(LoopbackCluster.WITHIN);
      cluster.run("mosql", "create table t (id int primary key)");
      cluster.join("n2", false);
      cluster.join("n3", true);
      cluster.awaitMembers("n1 voter", "n2 voter", "n3 listener");
      cluster.run("mosql", "alter cluster transfer database mosql to 'n2'");
      LoopbackCluster.await("a change of the cluster", () -> cluster.leader("mosql").equals("n2"));
      cluster.run("mosql", "insert into t values (1)");
      cluster.run("mosql", "alter cluster alter node 'n3' as voter");
      cluster.awaitMembers("n1 voter", "n2 voter", "n3 voter");
      cluster.run(
          "mosql", "alter cluster alter node '" + cluster.leader("mosql") + "' as listener");
      cluster.run("mosql", "insert into t values (2)");
      cluster.awaitMembers("n1 voter", "n2 listener", "n3 voter");
      assertThat(cluster.awaitEqual("mosql", "select id from t order by id"))
          .containsExactly("1", "2");
      cluster.run("mosql", "alter cluster remove node '" + cluster.leader("mosql") + "'");
      cluster.run("mosql", "insert into t values (3)");
      LoopbackCluster.await(
          "a change of the cluster",
          () -> cluster.run("mosql", "select count(*) from mosql.nodes").equals(List.of("2")));
    }
  }

  @Test
  void databasesAreWhereTheyArePlacedAndLedBySeveral() throws Exception {
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 3).startAll()) {
      String main = cluster.leader("mosql");
      List<String> others = new ArrayList<>(cluster.running());
      others.remove(main);
      cluster.run("mosql", "create database d1 on nodes ('" + main + "', '" + others.get(0) + "')");
      LoopbackCluster.await(
          "a change of the cluster", () -> cluster.leader("d1").equals(others.get(0)));
      cluster.run("d1", "create table t (id int primary key)");
      cluster.run("d1", "insert into t values (1)");
      assertThat(cluster.directory(others.get(1)).resolve("databases/2")).doesNotExist();
      LoopbackCluster.await(
          "the others know where it is",
          () -> cluster.topology(others.get(1), "d1").nodes().size() == 2);
      assertThatThrownBy(() -> new NodeClient(cluster.node(others.get(1)), "admin", "d1"))
          .hasMessageContaining("it is on other nodes: ");
      cluster.run("mosql", "create database d2 on nodes ('" + others.get(1) + "')");
      cluster.run("d2", "create table t (id int primary key)");
      assertThat(cluster.run("d2", "select node from mosql.cluster"))
          .containsExactly(others.get(1));
      cluster.run("mosql", "drop database d2");
      LoopbackCluster.await(
          "a change of the cluster",
          () -> !cluster.directory(others.get(1)).resolve("databases/3").toFile().exists());
    }
  }

  @Test
  void impossibleChangesAreRejected() throws Exception {
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 1).startAll();
        NodeClient admin = new NodeClient(cluster.node("n1"), "admin", "mosql")) {
      admin.run("create user ann password 'a'");
      admin.run("grant connect on database mosql to ann");
      try (NodeClient ann = new NodeClient(cluster.node("n1"), "ann", "mosql")) {
        assertThat(ann.outcome("alter cluster remove node 'n1'")).isEqualTo("42501");
        assertThat(ann.outcome("select * from mosql.nodes")).isEqualTo("42501");
      }
      assertThat(admin.outcome("alter cluster remove node 'n1'")).isEqualTo("55000");
      assertThat(admin.outcome("alter cluster alter node 'n1' as listener")).isEqualTo("55000");
      assertThat(admin.outcome("alter cluster remove node 'n9'")).isEqualTo("42704");
      assertThat(admin.outcome("alter cluster transfer to 'n9'")).isEqualTo("42704");
      assertThat(admin.outcome("alter cluster transfer database no to 'n1'")).isEqualTo("3D000");
      assertThat(admin.outcome("alter cluster add node 'n1' at 'h:1'")).isEqualTo("42710");
      assertThat(admin.outcome("alter cluster add node 'n 2' at 'h:1'")).isEqualTo("22023");
      assertThat(admin.outcome("alter cluster add node 'n2' at 'h:99999'")).isEqualTo("22023");
      assertThat(admin.outcome("alter cluster add node 'n2' at 'h:1' format 0")).isEqualTo("0A000");
      assertThat(admin.outcome("create database d on nodes ('n9')")).isEqualTo("42704");
      assertThat(admin.outcome("create database d on nodes ('n1', 'n1')")).isEqualTo("22023");
      assertThat(admin.outcome("alter cluster add node 'n2' at '127.0.0.1:1'")).isEqualTo("ok");
      assertThat(admin.outcome("create database d on nodes ('n2')")).isEqualTo("55000");
      assertThat(admin.outcome("alter cluster transfer to 'n2'")).isEqualTo("55000");
      assertThat(admin.outcome("create database d")).isEqualTo("ok");
      assertThat(admin.run("select node, role, state, leads from mosql.nodes"))
          .containsExactly("n1 voter member 2", "n2 voter joining 0");
    }
    Path alone = directory.resolve("alone");
    try (Node node = Node.open(alone, ALONE, AuditLog.NONE);
        NodeClient admin = new NodeClient(node, "admin", "mosql")) {
      assertThat(admin.outcome("alter cluster remove node 'n1'")).isEqualTo("55000");
      assertThat(admin.outcome("create database d on nodes ('n1')")).isEqualTo("55000");
      assertThat(admin.run("select * from mosql.nodes")).isEmpty();
    }
  }

  /** The two intermediate states of a directory after a crash, created by hand. */
  @Test
  void aCrashWhileGrowingOrLeavingLosesNothing() throws Exception {
    LoopbackCluster cluster = new LoopbackCluster(directory, 1).growing();
    Path home = cluster.directory("n1");
    byte[] oldLog;
    Path logFile;
    try (Node alone = Node.open(home, ALONE, AuditLog.NONE)) {
      run(alone, "mosql", "create table t (id int primary key)");
      run(alone, "mosql", "insert into t values (1)");
      try (Stream<Path> files = Files.list(home.resolve("databases/1"))) {
        logFile =
            files
                .filter(f -> f.getFileName().toString().matches("log-[0-9a-f]{16}"))
                .findFirst()
                .orElseThrow();
      }
      oldLog = Files.readAllBytes(logFile);
    }
    try (cluster) {
      cluster.start("n1").awaitReady(LoopbackCluster.WITHIN);
      assertThat(logFile).doesNotExist();
      cluster.run("mosql", "insert into t values (2)");
      cluster.stop("n1");
      // The marker was that of the node, and the server's log was not deleted yet.
      Files.write(logFile, oldLog);
      cluster.start("n1").awaitReady(LoopbackCluster.WITHIN);
      cluster.run("mosql", "insert into t values (3)");
    }
    Node.leaveCluster(home, ALONE);
    try (Node alone = Node.open(home, ALONE, AuditLog.NONE)) {
      assertThat(run(alone, "mosql", "select count(*) from t")).containsExactly("3");
    }
    try (LoopbackCluster again = cluster) {
      again.start("n1").awaitReady(LoopbackCluster.WITHIN);
      again.run("mosql", "insert into t values (4)");
      again.run("mosql", "checkpoint");
    }
    // The marker was that of the server, and its databases had no logs of their own yet.
    Files.writeString(home.resolve("mosql.node"), "mosql node 1\n");
    for (int start = 0; start < 2; start++) {
      try (Node alone = Node.open(home, ALONE, AuditLog.NONE)) {
        assertThat(run(alone, "mosql", "select count(*) from t")).containsExactly("4");
        assertThat(home.resolve("raft")).doesNotExist();
      }
    }
  }

  @Test
  void fiveVotersGoOnWithoutTwo() throws Exception {
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 5).startAll()) {
      cluster.run("mosql", "create table t (id int primary key)");
      String leader = cluster.leader("mosql");
      String follower = cluster.followers("mosql").get(0);
      cluster.stop(leader);
      cluster.stop(follower);
      cluster.run("mosql", "insert into t values (1)");
      cluster.start(leader);
      cluster.start(follower);
      assertThat(cluster.awaitEqual("mosql", "select count(*) from t")).containsExactly("1");
    }
  }

  @Test
  void restartingOneNodeAfterTheOtherLosesNothing() throws Exception {
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 3).startAll()) {
      cluster.run("mosql", "create table t (id int primary key)");
      try (SteadyWriter writer = new SteadyWriter(cluster)) {
        for (String name : cluster.running()) {
          int before = writer.acknowledged().size();
          LoopbackCluster.await("writes before", () -> writer.acknowledged().size() > before + 5);
          cluster.node(name).transferLeadership();
          cluster.stop(name);
          cluster.start(name).awaitReady(LoopbackCluster.WITHIN);
          cluster.awaitEqual("mosql", "select count(*) from mosql.tables");
        }
        int after = writer.acknowledged().size();
        LoopbackCluster.await("writes after", () -> writer.acknowledged().size() > after + 5);
        writer.stop();
        assertThat(cluster.awaitEqual("mosql", "select id from t"))
            .containsAll(writer.acknowledged());
      }
    }
  }

  @Test
  void aWipedNodeIsRemovedAndJoinsAgain() throws Exception {
    try (LoopbackCluster cluster = new LoopbackCluster(directory, 3).startAll()) {
      cluster.run("mosql", "create database shop");
      cluster.run("shop", "create table t (id int primary key)");
      cluster.run("shop", "insert into t values (1)");
      cluster.awaitEqual("shop", "select id from t");
      String wiped =
          cluster.followers("shop").stream()
              .filter(name -> !name.equals(cluster.leader("mosql")))
              .findFirst()
              .orElseThrow();
      cluster.stop(wiped);
      try (Stream<Path> all = Files.walk(cluster.directory(wiped))) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
      String again = "alter cluster add node '" + wiped + "' at '" + cluster.address(wiped) + "'";
      assertThatThrownBy(() -> cluster.run("mosql", again))
          .hasMessageContaining("remove a node that has lost its disk first");
      cluster.run("mosql", "alter cluster remove node '" + wiped + "'");
      LoopbackCluster.await(
          "two are left",
          () -> cluster.run("mosql", "select count(*) from mosql.nodes").equals(List.of("2")));
      cluster.join(wiped, false);
      cluster.awaitMembers("n1 voter", "n2 voter", "n3 voter");
      cluster.run("shop", "insert into t values (2)");
      assertThat(cluster.awaitEqual("shop", "select id from t order by id"))
          .containsExactly("1", "2");
    }
  }
}
