package io.mosql.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.testkit.Rotation;
import io.mosql.testkit.Sampled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A closed node has no threads: they have ended when the call that closes it returns. */
@Sampled(percent = 34, methods = true)
@Timeout(180)
final class ThreadsOfClusterTest {
  /**
   * What Ratis, gRPC and Netty have once in the process: it stays, or ends a second after the last
   * node. Threads without a name close the connections of Ratis, which waits for their work: they
   * end in that moment.
   */
  private static final Pattern SHARED =
      Pattern.compile(
          "grpc-default-.*|grpc-shared-destroyer-.*|globalEventExecutor.*|timer\\d+|Thread-\\d+");

  @TempDir Path directory;

  /** The threads of nodes that have started since. */
  private static List<String> since(Set<Thread> before) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !before.contains(thread))
        .map(Thread::getName)
        .filter(name -> !SHARED.matcher(name).matches())
        .sorted()
        .toList();
  }

  private static Set<Thread> now() {
    return Set.copyOf(Thread.getAllStackTraces().keySet());
  }

  /** Its leaders stay on a machine that is busy: a change of leader is no part of these tests. */
  private LoopbackCluster cluster(String name, int nodes) {
    return new LoopbackCluster(directory.resolve(name), nodes)
        .tunedCluster(options -> options.tuned(Duration.ofSeconds(2), 1 << 30, 0));
  }

  /** Uses what has a thread of its own, on the leader and on the followers. */
  private static void use(LoopbackCluster cluster) {
    cluster.run("mosql", "create table t (id integer primary key, v varchar(2000))");
    cluster.run(
        "mosql", "insert into t select x, repeat('x', 1000) from generate_series(1, 200) as s(x)");
    cluster.run("mosql", "create database other");
    cluster.run("other", "create table u (id integer primary key)");
    cluster.run("other", "drop table u");
  }

  @Test
  void closingNodesEndsThem() throws Exception {
    for (int round = 0; round < Rotation.size(1, 3); round++) {
      Set<Thread> before = now();
      try (LoopbackCluster cluster = cluster("round" + round, 3).startAll()) {
        use(cluster);
        assertThat(since(before))
            .contains("mosql-log", "mosql-cluster", "mosql-checkpoint", "mosql-raft-watch-n1")
            .anyMatch(name -> name.endsWith("-StateMachineUpdater"));
        cluster.run("mosql", "drop database other");
      }
      assertThat(since(before)).isEmpty();
    }
  }

  @Test
  void aFailedStartLeavesNone() throws Exception {
    try (LoopbackCluster cluster = cluster("damaged", 1).startAll()) {
      use(cluster);
      cluster.stop("n1");
      try (var files = Files.walk(cluster.directory("n1"))) {
        for (Path file : files.filter(each -> each.endsWith("manifest")).toList()) {
          Files.write(file, new byte[] {1, 2, 3});
        }
      }
      Set<Thread> before = now();
      assertThatThrownBy(() -> cluster.start("n1")).isInstanceOf(MosqlException.class);
      assertThat(since(before)).isEmpty();
    }
  }

  @Test
  void aRemovedNodeLeavesNone() throws Exception {
    Set<Thread> before = now();
    try (LoopbackCluster cluster = cluster("removal", 3).startAll()) {
      use(cluster);
      String removed = cluster.followers("mosql").get(0);
      cluster.run("mosql", "alter cluster remove node '" + removed + "'");
      LoopbackCluster.await("it has left", () -> cluster.node(removed).failure() != null);
      cluster.stop(removed);
      assertThat(since(before))
          .noneMatch(name -> name.startsWith(removed) || name.contains("-" + removed + "-"));
    }
    assertThat(since(before)).isEmpty();
  }
}
