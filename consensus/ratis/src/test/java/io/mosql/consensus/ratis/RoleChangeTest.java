package io.mosql.consensus.ratis;

import static io.mosql.consensus.ratis.Cluster.WITHIN;
import static io.mosql.consensus.ratis.Cluster.await;
import static io.mosql.consensus.ratis.Cluster.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.ratis.Cluster.TestNode;
import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.error.MosqlException;
import io.mosql.testkit.Sampled;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Changes of members during writes: no acknowledged record is lost or duplicated. */
@Timeout(180)
final class RoleChangeTest {
  @TempDir private Path directory = Path.of(".");

  /** Appends records one by one on the current leader, and records the acknowledged ones. */
  private static final class Writer implements AutoCloseable {
    private final Cluster cluster;
    private final ConcurrentLinkedQueue<String> acknowledged = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean ends;

    Writer(Cluster cluster) {
      this.cluster = cluster;
      this.thread = new Thread(this::write, "writer");
      thread.setUncaughtExceptionHandler((unused, e) -> failure.set(e));
      thread.start();
    }

    private void write() {
      for (int i = 0; !ends; i++) {
        String record = "written-" + i;
        try {
          TestNode leader =
              cluster.running().stream().filter(TestNode::leads).findFirst().orElse(null);
          if (leader == null) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
          } else {
            leader.log().append(bytes(record)).join();
            acknowledged.add(record);
          }
        } catch (CompletionException | NullPointerException e) {
          // The outcome is unknown, or the node stopped; the record is not retried.
        }
      }
    }

    /** Waits for the given number of further records. */
    void goOn(int count) {
      int wanted = acknowledged.size() + count;
      await(
          count + " more records",
          () -> {
            assertThat(failure.get()).as("failure of the writer").isNull();
            return acknowledged.size() >= wanted;
          });
    }

    @Override
    public void close() {
      ends = true;
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Member as(TestNode node, Member.Role role) {
    return new Member(node.self.node(), node.self.host(), node.self.port(), role);
  }

  private static void assertNothingLost(Cluster cluster, Writer writer) {
    writer.close();
    String end = cluster.append("end", 1).get(0);
    for (TestNode node : cluster.running()) {
      await("the end at " + node.self.node(), () -> node.store().records().contains(end));
    }
    List<String> delivered = cluster.leader().store().records();
    assertThat(delivered).doesNotHaveDuplicates().containsAll(writer.acknowledged);
    cluster.awaitEverywhere(delivered);
  }

  @Test
  void aVoterBecomesAListenerAndAVoterAgain() {
    try (Cluster cluster = new Cluster(directory).found(3);
        Writer writer = new Writer(cluster)) {
      writer.goOn(50);
      TestNode node = cluster.follower();
      cluster.changeMembers(members -> members.add(as(node, Member.Role.LISTENER), WITHIN));
      await("a listener", () -> node.log().status().role() == GroupStatus.Role.LISTENER);
      writer.goOn(50);
      cluster.changeMembers(members -> members.add(as(node, Member.Role.VOTER), WITHIN));
      await("a follower", () -> node.log().status().role() == GroupStatus.Role.FOLLOWER);
      writer.goOn(50);
      cluster.changeMembers(members -> members.transfer(node.self.node(), WITHIN));
      await("it leads", node::leads);
      writer.goOn(50);
      assertNothingLost(cluster, writer);
    }
  }

  @Test
  void aVoterAddedAsAListenerVotesOncePromoted() {
    try (Cluster cluster = new Cluster(directory).found(2);
        Writer writer = new Writer(cluster)) {
      TestNode node = cluster.newNode("n3", Member.Role.VOTER);
      node.start(List.of());
      cluster.changeMembers(members -> members.add(as(node, Member.Role.LISTENER), WITHIN));
      await("a listener", () -> node.log().status().role() == GroupStatus.Role.LISTENER);
      writer.goOn(50);
      cluster.changeMembers(members -> members.add(as(node, Member.Role.VOTER), WITHIN));
      await("a follower", () -> node.log().status().role() == GroupStatus.Role.FOLLOWER);
      cluster.changeMembers(members -> members.transfer(node.self.node(), WITHIN));
      await("it leads", node::leads);
      writer.goOn(50);
      assertNothingLost(cluster, writer);
    }
  }

  @Sampled(percent = 15)
  @Test
  void aListenerStaysOneWhenTheAdditionOfAnotherMemberFails() throws Exception {
    try (Cluster cluster =
            new Cluster(directory, s -> s.withStagingWithin(Duration.ofSeconds(3))).found(2);
        ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Writer writer = new Writer(cluster)) {
      TestNode node = cluster.newNode("n3", Member.Role.LISTENER);
      node.start(List.of(node.self));
      cluster.changeMembers(members -> members.add(node.self, WITHIN));
      writer.goOn(50);
      Member other = Member.voter("n4", "127.0.0.1", silent.getLocalPort());
      assertThatThrownBy(
              () -> cluster.leader().log().membership().add(other, Duration.ofSeconds(8)))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("55000"));
      writer.goOn(50);
      assertNothingLost(cluster, writer);
    }
  }

  @Test
  void threeBecomeFiveAndTheLeaderIsRemoved() {
    try (Cluster cluster = new Cluster(directory).found(3);
        Writer writer = new Writer(cluster)) {
      writer.goOn(50);
      for (String name : List.of("n4", "n5")) {
        TestNode node = cluster.newNode(name, Member.Role.VOTER);
        node.start(List.of());
        cluster.changeMembers(members -> members.add(node.self, WITHIN));
        writer.goOn(50);
      }
      assertThat(cluster.leader().log().status().members()).hasSize(5);

      TestNode before = cluster.leader();
      String name = before.self.node();
      assertThatThrownBy(() -> before.log().membership().remove(name, WITHIN))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("57P05"));
      await("another leader", () -> !before.leads() && cluster.leader() != before);
      writer.goOn(50);
      cluster.changeMembers(members -> members.remove(name, WITHIN));
      await("it stops", () -> before.stopped.get() != null);
      before.stop();
      writer.goOn(50);
      assertThat(cluster.leader().log().status().members()).hasSize(4);
      assertNothingLost(cluster, writer);
    }
  }
}
