package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.session.SessionProperty;
import io.mosql.engine.cluster.LoopbackCluster;
import io.mosql.engine.tool.DatabaseBackup;
import io.mosql.engine.tool.DatabaseCopiesTest;
import io.mosql.engine.tool.DatabaseRestore;
import io.mosql.engine.tool.DatabaseVerification;
import io.mosql.storage.Restoration;
import io.mosql.storage.backup.Backup;
import io.mosql.storage.commit.RecoveryTarget;
import io.mosql.storage.version.ContentDigest;
import io.mosql.testkit.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backups of replicated databases, and restores of them. */
@Sampled(percent = 50, methods = true)
@Timeout(180)
final class ClusterBackupTest {
  private static final DatabaseCopiesTest.Heard SILENT = new DatabaseCopiesTest.Heard();

  @TempDir Path directory = Path.of("");

  private Path backups = Path.of("");

  @BeforeEach
  void makeDirectory() throws IOException {
    backups = Files.createDirectory(directory.resolve("backups"));
  }

  private LoopbackCluster cluster(String name) throws IOException {
    Map<SessionProperty, String> settings =
        Map.of(
            SessionProperty.BACKUP_DIRECTORY, backups.toString(),
            SessionProperty.CHECKPOINT_LOG_BYTES, "64KB",
            SessionProperty.LOG_RETENTION_BYTES, "64MB");
    return new LoopbackCluster(directory.resolve(name), 3)
        .tuned(options -> options.withSettings(settings));
  }

  /** A row, with the times when its insert was started and acknowledged. */
  private record Insert(int id, long begunMicros, long ackedMicros) {}

  /** Inserts rows one by one until it is stopped. */
  private static final class Load {
    private final List<Insert> done = new ArrayList<>();
    private final CompletableFuture<Void> ended;
    private volatile boolean stopped;

    Load(Node leader) {
      ended = CompletableFuture.runAsync(() -> work(leader));
    }

    private void work(Node leader) {
      try (NodeClient client = new NodeClient(leader, "admin", "mosql")) {
        for (int id = 0; !stopped; id++) {
          long begun = Clock.SYSTEM.wallMicros();
          client.run("insert into t values (" + id + ", '" + "x".repeat(500) + "')");
          Insert insert = new Insert(id, begun, Clock.SYSTEM.wallMicros());
          synchronized (done) {
            done.add(insert);
          }
        }
      }
    }

    List<Insert> done() {
      synchronized (done) {
        return List.copyOf(done);
      }
    }

    void awaitMore(int count) {
      int wanted = done().size() + count;
      LoopbackCluster.await("more rows", () -> ended.isDone() || done().size() >= wanted);
    }

    List<Insert> stop() {
      stopped = true;
      ended.join();
      return done();
    }
  }

  private static Set<Integer> rows(Path database) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:file:" + database);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select id from t")) {
      Set<Integer> ids = new HashSet<>();
      while (row.next()) {
        ids.add(row.getInt(1));
      }
      return ids;
    }
  }

  private Restoration.Result restore(String name, Path log, RecoveryTarget end) {
    return DatabaseRestore.restore(
        backups.resolve("daily"), directory.resolve(name), log, end, SILENT);
  }

  @Test
  void aFollowerIsBackedUpUnderLoadAndItsLogLeadsToAnyLaterMoment() throws Exception {
    try (LoopbackCluster cluster = cluster("old").startAll()) {
      cluster.run("mosql", "create table t (id int primary key, fill varchar(500))");
      cluster.awaitEqual("mosql", "select count(*) from t");
      String follower = cluster.followers("mosql").get(0);
      Load load = new Load(cluster.node(cluster.leader("mosql")));
      load.awaitMore(100);
      List<String> figures = cluster.read(follower, "mosql", "backup to 'daily'");
      int backedUp = load.done().size();
      load.awaitMore(300);
      long moment = Clock.SYSTEM.wallMicros();
      load.awaitMore(200);
      List<Insert> history = load.stop();

      // The node continues to run.
      Restoration.Result result =
          restore("moment", cluster.directory(follower), new RecoveryTarget.Time(moment));
      Set<Integer> found = rows(directory.resolve("moment"));
      for (Insert insert : history) {
        if (insert.ackedMicros() < moment) {
          assertThat(found).contains(insert.id());
        } else if (insert.begunMicros() > moment) {
          assertThat(found).doesNotContain(insert.id());
        }
      }
      long position = Long.parseLong(figures.get(0).split(" ")[0]);
      assertThat(result.position()).isGreaterThan(position);

      restore("exactly", cluster.directory(follower), new RecoveryTarget.Position(position + 7));
      assertThat(rows(directory.resolve("exactly")).size())
          .isEqualTo(rowsOf("alone", new RecoveryTarget.Position(position)) + 7)
          .isLessThan(backedUp + 10);
      cluster.awaitEqual("mosql", "select count(*) from t");
      restore("all", cluster.directory(follower).resolve("databases/1"), RecoveryTarget.LOG);
      assertThat(rows(directory.resolve("all"))).hasSize(history.size());
      assertThatThrownBy(() -> restore("other", otherNode(), RecoveryTarget.LOG))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("22023"));
    }
  }

  private int rowsOf(String name, RecoveryTarget end) throws SQLException {
    DatabaseRestore.restore(backups.resolve("daily"), directory.resolve(name), null, end, SILENT);
    return rows(directory.resolve(name)).size();
  }

  /** A node of a cluster unrelated to the backup. */
  private Path otherNode() throws Exception {
    try (LoopbackCluster other = new LoopbackCluster(directory.resolve("strangers"), 1)) {
      other.startAll().run("mosql", "create table t (id int primary key)");
      return other.directory("n1");
    }
  }

  @Test
  void aNodesCopyIsBackedUpWhileItIsStoppedAndOpensNowhereElse() throws Exception {
    Path copy;
    try (LoopbackCluster cluster = cluster("old").startAll()) {
      cluster.run("mosql", "create table t (id int primary key, fill varchar(500))");
      cluster.run("mosql", "insert into t values (1, 'a')");
      cluster.run("mosql", "checkpoint");
      String leader = cluster.leader("mosql");
      copy = cluster.directory(leader).resolve("databases/1");
      assertThatThrownBy(() -> back(copy))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("55006"));
      cluster.run("mosql", "insert into t values (2, 'b')");
    }
    assertThat(back(copy).segments()).isPositive();
    DatabaseCopiesTest.Heard heard = new DatabaseCopiesTest.Heard();
    assertThat(DatabaseVerification.verify(copy, heard)).as(heard.toString()).isZero();
    restore("restored", copy, RecoveryTarget.LOG);
    assertThat(rows(directory.resolve("restored"))).containsExactlyInAnyOrder(1, 2);
    assertThatThrownBy(() -> rows(copy))
        .hasMessageContaining("the replica of a database of a cluster");
  }

  private Backup.Figures back(Path copy) {
    return DatabaseBackup.write(copy, backups.resolve("daily"), true, (done, total) -> {});
  }

  @Test
  void aNewClusterBeginsWithWhatWasRestored() throws Exception {
    try (LoopbackCluster cluster = cluster("old").startAll()) {
      cluster.run("mosql", "create table t (id int primary key, fill varchar(500))");
      cluster.run("mosql", "insert into t values (1, 'a'), (2, 'b')");
      cluster.awaitEqual("mosql", "select count(*) from t");
      cluster.read(cluster.followers("mosql").get(0), "mosql", "backup to 'daily'");
    }
    Path restored = directory.resolve("restored");
    restore("restored", directory.resolve("old/n1"), RecoveryTarget.LOG);
    try (LoopbackCluster cluster = cluster("new").startAll()) {
      cluster.run("mosql", "create table to_be_replaced (id int primary key)");
      for (String name : cluster.running()) {
        cluster.stop(name);
      }
      for (int i = 1; i <= 3; i++) {
        replace(cluster.directory("n" + i), restored);
      }
      cluster.startAll();
      assertThat(cluster.awaitEqual("mosql", "select id, fill from t order by id"))
          .containsExactly("1 a", "2 b");
      cluster.run("mosql", "insert into t values (3, 'c')");
      assertThat(cluster.awaitEqual("mosql", "select count(*) from t")).containsExactly("3");
      Set<ContentDigest> contents = new HashSet<>();
      for (String name : cluster.running()) {
        contents.add(cluster.node(name).content("mosql"));
      }
      assertThat(contents).hasSize(1);
    }
  }

  /** Replaces a node's files as described in docs/operations/backup.md. */
  private static void replace(Path node, Path restored) throws IOException {
    String system = Files.readString(node.resolve("mosql.node"));
    Path database = node.resolve("databases/1");
    delete(database);
    try (Stream<Path> logs = Files.list(node.resolve("raft"))) {
      for (Path log : logs.toList()) {
        String group = Objects.requireNonNull(log.getFileName()).toString();
        if (!system.contains(group.replace("checkpoints-", ""))) {
          delete(log);
        }
      }
    }
    Files.createDirectory(database);
    try (Stream<Path> files = Files.list(restored)) {
      for (Path file : files.toList()) {
        Files.copy(file, database.resolve(Objects.requireNonNull(file.getFileName())));
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
