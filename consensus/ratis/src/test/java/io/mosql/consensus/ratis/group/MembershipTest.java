package io.mosql.consensus.ratis.group;

import static io.mosql.consensus.ratis.Cluster.WITHIN;
import static io.mosql.consensus.ratis.Cluster.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.ratis.Cluster;
import io.mosql.consensus.ratis.Cluster.TestNode;
import io.mosql.consensus.ratis.checkpoint.CheckpointFiles;
import io.mosql.consensus.ratis.checkpoint.TestStore;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.LogStamp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Members are added and removed while the group works. */
@Timeout(120)
final class MembershipTest {
  private static final Duration LATE = Duration.ofSeconds(3);

  @TempDir private Path directory = Path.of(".");

  private static TestNode join(Cluster cluster, String name) {
    TestNode node = cluster.newNode(name, Member.Role.VOTER);
    node.start(List.of());
    cluster.leader().log().membership().add(node.self, WITHIN);
    return node;
  }

  @Test
  void growsFromOneHandsTheLeadOnAndShrinks() {
    try (Cluster cluster = new Cluster(directory).found(1)) {
      TestNode first = cluster.leader();
      List<String> records = new ArrayList<>(cluster.append("alone", 30));
      join(cluster, "n2");
      join(cluster, "n3");
      records.addAll(cluster.append("three", 30));
      cluster.awaitEverywhere(records);
      assertThat(first.log().status().members()).hasSize(3);

      first.log().membership().transfer("n2", WITHIN);
      await("n2 leads", () -> cluster.node("n2").leads());
      await("n1 follows", () -> !first.leads());
      records.addAll(cluster.append("second", 30));
      cluster.awaitEverywhere(records);

      cluster.node("n2").log().membership().remove("n1", WITHIN);
      await("n1 stops", () -> first.stopped.get() != null);
      assertThat(first.log().status().role()).isEqualTo(GroupStatus.Role.CLOSED);
      first.stop();
      records.addAll(cluster.append("two", 30));
      cluster.awaitEverywhere(records);
      assertThat(cluster.leader().log().status().members())
          .extracting(m -> m.member().node())
          .containsExactlyInAnyOrder("n2", "n3");
    }
  }

  @Test
  void aListenerGetsEverythingAndCountsForNothing() {
    try (Cluster cluster = new Cluster(directory).found(1)) {
      List<String> records = new ArrayList<>(cluster.append("alone", 30));
      TestNode listener = cluster.newNode("n2", Member.Role.LISTENER);
      listener.start(List.of(listener.self));
      cluster.leader().log().membership().add(listener.self, WITHIN);
      records.addAll(cluster.append("watched", 30));
      cluster.awaitEverywhere(records);
      await(
          "the listener's role", () -> listener.log().status().role() == GroupStatus.Role.LISTENER);
      assertThat(listener.log().status().leader()).isEqualTo("n1");

      listener.stop();
      records.addAll(cluster.append("unwatched", 30));
      listener.start(List.of(listener.self));
      cluster.awaitEverywhere(records);

      cluster.leader().log().membership().remove("n2", WITHIN);
      assertThat(cluster.leader().log().status().members()).hasSize(1);
    }
  }

  @Test
  void aWipedMemberComesBackByBeingRemovedAndAdded() throws Exception {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      List<String> records = new ArrayList<>(cluster.append("first", 30));
      cluster.awaitEverywhere(records);
      TestNode wiped = cluster.follower();
      wiped.stop();
      CheckpointFiles.PLAIN.delete(wiped.directory);
      cluster.leader().log().membership().remove(wiped.self.node(), WITHIN);
      wiped.start(List.of());
      cluster.leader().log().membership().add(wiped.self, WITHIN);
      records.addAll(cluster.append("second", 30));
      cluster.awaitEverywhere(records);
    }
  }

  @Test
  void aDatabaseOfOneProcessBecomesAGroup() throws Exception {
    try (Cluster cluster = new Cluster(directory)) {
      // The state after a checkpoint of a local log: seven records, and no entry.
      TestNode first = cluster.newNode("n1", Member.Role.VOTER);
      List<String> records = new ArrayList<>();
      for (int i = 1; i <= 7; i++) {
        records.add("local-" + i);
      }
      TestStore.leaveLocal(first.database(), records);
      first.start(List.of(first.self));
      assertThat(first.store().last()).isEqualTo(LogStamp.local(7));
      String eighth = cluster.append("eighth", 1).get(0);
      records.add(eighth);
      assertThat(first.store().last().index()).isEqualTo(8);

      // Requested before the leader is ready; the log has no entry to start from.
      TestNode second = cluster.newNode("n2", Member.Role.VOTER);
      second.opensLate(LATE);
      Thread opening = new Thread(() -> second.start(List.of()));
      opening.start();
      cluster.changeMembers(members -> members.add(second.self, WITHIN));
      opening.join();
      second.opensLate(Duration.ZERO);
      second.awaitReopened();
      records.addAll(cluster.append("both", 10));
      cluster.awaitEverywhere(records);
      assertThat(second.store().last()).isEqualTo(first.store().last());

      first.stop();
      second.stop();
      first.start(List.of(first.self));
      second.start(List.of());
      records.addAll(cluster.append("again", 10));
      cluster.awaitEverywhere(records);
    }
  }

  @Test
  void whatCannotBeDoneIsSaid() {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      Membership ofFollower = cluster.follower().log().membership();
      assertState("57P05", () -> ofFollower.remove(cluster.leader().self.node(), WITHIN));
      Membership ofLeader = cluster.leader().log().membership();
      assertState("42704", () -> ofLeader.remove("n9", WITHIN));
      assertState("42704", () -> ofLeader.transfer("n9", WITHIN));
    }
  }

  private static void assertState(String state, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo(state));
  }
}
