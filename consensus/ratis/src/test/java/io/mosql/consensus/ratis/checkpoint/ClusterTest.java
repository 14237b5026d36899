package io.mosql.consensus.ratis.checkpoint;

import static io.mosql.consensus.ratis.Cluster.await;
import static io.mosql.consensus.ratis.Cluster.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.ratis.Cluster;
import io.mosql.consensus.ratis.Cluster.TestNode;
import io.mosql.consensus.ratis.RatisLog;
import io.mosql.consensus.ratis.settings.RatisSettings;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.LeadershipLostException;
import io.mosql.core.port.LogStamp;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several nodes of one group. */
@Timeout(120)
final class ClusterTest {
  @TempDir private Path directory = Path.of(".");

  @Test
  void allMembersGetAllRecordsAndAnotherLeadsWhenTheLeaderIsGone() {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      List<String> records = new ArrayList<>(cluster.append("first", 100));
      cluster.awaitEverywhere(records);
      TestNode before = cluster.leader();
      long term = before.store().leadsIn();
      before.stop();
      TestNode after = cluster.leader();
      assertThat(after.store().leadsIn()).isGreaterThan(term);
      records.addAll(cluster.append("second", 50));
      cluster.awaitEverywhere(records);
      before.start(List.of());
      cluster.awaitEverywhere(records);
    }
  }

  @Test
  void appendsInFlightAreDecidedByDeliveryAlone() {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      List<String> acknowledged = new ArrayList<>();
      List<String> open = new ArrayList<>();
      for (int round = 0; round < 3; round++) {
        TestNode leader = cluster.leader();
        RatisLog log = leader.log();
        List<CompletableFuture<Long>> appends = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
          names.add("r" + round + '-' + i);
          appends.add(log.append(bytes(names.get(i))));
        }
        leader.stop();
        for (int i = 0; i < appends.size(); i++) {
          (succeeds(appends.get(i)) ? acknowledged : open).add(names.get(i));
        }
        leader.start(List.of());
      }
      String end = cluster.append("end", 1).get(0);
      await(
          "the last record everywhere",
          () -> cluster.running().stream().allMatch(n -> n.store().records().contains(end)));
      List<String> delivered = cluster.leader().store().records();
      cluster.awaitEverywhere(delivered);
      assertThat(delivered).doesNotHaveDuplicates().containsAll(acknowledged);
      List<String> known = new ArrayList<>(acknowledged);
      known.addAll(open);
      known.add(end);
      assertThat(known).containsAll(delivered);
    }
  }

  private static boolean succeeds(CompletableFuture<Long> append) {
    try {
      append.join();
      return true;
    } catch (CompletionException e) {
      assertThat(e.getCause()).isInstanceOfAny(LeadershipLostException.class, MosqlException.class);
      return false;
    }
  }

  @Test
  void anAppendOnAFollowerFailsWithoutAnOutcome() {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      CompletableFuture<Long> append = cluster.follower().log().append(bytes("never"));
      assertThatThrownBy(append::join).hasCauseInstanceOf(LeadershipLostException.class);
      cluster.awaitEverywhere(cluster.append("record", 3));
    }
  }

  @Test
  void aFollowerBehindThePurgeGetsACheckpoint() throws Exception {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      List<String> records = new ArrayList<>(cluster.append("first", 50));
      cluster.awaitEverywhere(records);
      TestNode behind = cluster.follower();
      behind.stop();
      records.addAll(cluster.append("second", 400));
      cluster.awaitEverywhere(records);
      for (TestNode node : cluster.running()) {
        long before = node.log().status().firstEntry();
        node.checkpointAndPurge();
        await("a purge", () -> node.log().status().firstEntry() > before);
      }
      behind.start(List.of());
      behind.awaitReopened();
      records.addAll(cluster.append("third", 50));
      cluster.awaitEverywhere(records);
      // And again from the received checkpoint, without the earlier log.
      behind.stop();
      behind.start(List.of());
      cluster.awaitEverywhere(records);
      assertThat(behind.store().last()).isEqualTo(cluster.leader().store().last());
    }
  }

  @Test
  void aFollowerWithinTheRetainedLogGetsTheLog() {
    try (Cluster cluster =
        new Cluster(directory, settings -> settings.withLogSizes(16 << 10, 1 << 30)).found(3)) {
      List<String> records = new ArrayList<>(cluster.append("first", 400));
      cluster.awaitEverywhere(records);
      TestNode behind = cluster.follower();
      behind.stop();
      records.addAll(cluster.append("second", 300));
      TestNode leader = cluster.leader();
      long needed = behind.store().last().entry() + 1;
      leader.checkpointAndPurge();
      await("a purge of what all have", () -> leader.log().status().firstEntry() > 0);
      assertThat(leader.log().status().firstEntry()).isLessThanOrEqualTo(needed);
      behind.start(List.of());
      cluster.awaitEverywhere(records);
      assertThat(behind.store().replacedBy()).isNull();
      assertThat(leader.log().status().checkpoint()).isEqualTo(leader.store().last());
    }
  }

  @Test
  void historyIsKeptBeyondTheNeedsOfMembers() {
    UnaryOperator<RatisSettings> small = settings -> settings.withLogSizes(16 << 10, 0);
    try (Cluster cluster =
        new Cluster(directory, settings -> small.apply(settings).withHistoryBytes(1 << 30))
            .found(1)) {
      cluster.awaitEverywhere(cluster.append("first", 400));
      TestNode leader = cluster.leader();
      leader.checkpointAndPurge();
      leader.stop();
      leader.start(List.of());
      assertThat(leader.log().status().firstEntry()).isZero();
      assertThat(leader.log().status().logBytes()).isGreaterThan(32 << 10);
    }
  }

  @Test
  void aLargeRecordIsReplicatedAndATooLargeOneIsRejected() {
    try (Cluster cluster =
        new Cluster(directory, settings -> settings.withLogSizes(32 << 20, 0)).found(3)) {
      RatisLog log = cluster.leader().log();
      byte[] large = new byte[log.maxRecordBytes()];
      java.util.Arrays.fill(large, (byte) 'a');
      assertThat(log.maxRecordBytes()).isEqualTo(4 << 20);
      assertThatThrownBy(() -> log.append(new byte[large.length + 1]).join())
          .cause()
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("54000"));
      assertThat(log.append(large).join()).isEqualTo(1);
      await(
          "it everywhere",
          () -> cluster.running().stream().allMatch(n -> n.store().last().index() == 1));
      assertThat(cluster.leader().log()).isSameAs(log);
      for (TestNode node : cluster.running()) {
        assertThat(node.store().records().get(0)).hasSize(large.length);
      }
    }
  }

  @Test
  void fiveVotersDoWithoutTwo() {
    try (Cluster cluster = new Cluster(directory).found(5)) {
      List<String> records = new ArrayList<>(cluster.append("five", 20));
      cluster.leader().stop();
      records.addAll(cluster.append("four", 20));
      cluster.leader().stop();
      records.addAll(cluster.append("three", 20));
      cluster.awaitEverywhere(records);
      assertThat(cluster.running()).hasSize(3);
    }
  }

  @Test
  void aNodeThatLostItsLogIsRefused() throws Exception {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      List<String> records = cluster.append("record", 10);
      cluster.awaitEverywhere(records);
      TestNode node = cluster.follower();
      LogStamp at = node.store().makeCheckpoint();
      assertThat(at.entry()).isPositive();
      node.stop();
      CheckpointFiles.PLAIN.delete(node.directory.resolve("raft"));
      assertThatThrownBy(() -> node.start(List.of()))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("XX001"));
    }
  }
}
