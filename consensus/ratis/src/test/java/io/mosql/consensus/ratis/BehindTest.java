package io.mosql.consensus.ratis;

import static io.mosql.consensus.ratis.Cluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.ratis.Cluster.TestNode;
import io.mosql.consensus.ratis.group.Member;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Members that need purged entries of the leader's log, and are not ready to receive a checkpoint.
 */
@Timeout(120)
final class BehindTest {
  private static final Duration LATE = Duration.ofMillis(1500);

  @TempDir private Path directory = Path.of(".");

  /** Makes the leader try to send a checkpoint before a member is ready to receive it. */
  private void checkpointAndPurge(Cluster cluster) {
    for (TestNode node : cluster.running()) {
      long before = node.log().status().firstEntry();
      node.checkpointAndPurge();
      await("a purge", () -> node.log().status().firstEntry() > before);
    }
  }

  @RepeatedTest(2)
  void aMemberOpenedLateGetsTheCheckpoint() throws Exception {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      List<String> records = new ArrayList<>(cluster.append("first", 50));
      cluster.awaitEverywhere(records);
      TestNode behind = cluster.follower();
      behind.stop();
      records.addAll(cluster.append("second", 400));
      cluster.awaitEverywhere(records);
      checkpointAndPurge(cluster);
      behind.opensLate(LATE);
      behind.start(List.of());
      behind.awaitReopened();
      records.addAll(cluster.append("third", 50));
      cluster.awaitEverywhere(records);
      assertThat(behind.store().last()).isEqualTo(cluster.leader().store().last());
    }
  }

  @RepeatedTest(2)
  void aMemberAddedLateGetsTheCheckpoint() throws Exception {
    try (Cluster cluster = new Cluster(directory).found(1)) {
      List<String> records = new ArrayList<>(cluster.append("alone", 400));
      checkpointAndPurge(cluster);
      TestNode late = cluster.newNode("n2", Member.Role.VOTER);
      late.opensLate(LATE);
      Thread opening = new Thread(() -> late.start(List.of()));
      opening.start();
      cluster.node("n1").log().membership().add(late.self, Cluster.WITHIN);
      opening.join();
      late.awaitReopened();
      records.addAll(cluster.append("both", 50));
      cluster.awaitEverywhere(records);
      assertThat(cluster.running()).hasSize(2);
    }
  }
}
