package io.mosql.consensus.ratis.files;

import static io.mosql.consensus.ratis.Cluster.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.ratis.Cluster;
import io.mosql.consensus.ratis.Cluster.TestNode;
import io.mosql.consensus.ratis.RatisLog;
import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ThreadEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A log with damaged files, or on a full disk. */
@Timeout(120)
final class RatisLogDamageTest {
  @TempDir private Path directory = Path.of(".");

  @Test
  void damageInTheMiddleIsReportedAndNothingIsDropped() throws Exception {
    List<Thread> before = evictionThreads();
    try (Cluster cluster = new Cluster(directory).found(1)) {
      TestNode node = cluster.leader();
      cluster.append("record", 300);
      node.stop();
      Path segment = firstSegment(node.directory.resolve("raft"));
      byte[] bytes = Files.readAllBytes(segment);
      bytes[bytes.length / 2] ^= 1;
      Files.write(segment, bytes);
      assertThatThrownBy(() -> node.start(List.of(node.self)))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("XX001"));
      node.stop();
      // Ratis leaves the thread of a log that it could not open.
      assertThat(evictionThreads()).isSubsetOf(before);
      bytes[bytes.length / 2] ^= 1;
      Files.write(segment, bytes);
      node.start(List.of(node.self));
      assertThat(node.store().records()).hasSize(300);
    }
  }

  private static List<Thread> evictionThreads() {
    return ThreadEnd.named(name -> name.contains("cacheEviction"));
  }

  private static Path firstSegment(Path raft) throws IOException {
    try (Stream<Path> files = Files.walk(raft)) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).matches("log_(0-\\d+|inprogress_0)"))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void aStateAheadOfTheLogOfALoneMemberIsReportedAndNothingIsDropped() throws Exception {
    try (Cluster cluster = new Cluster(directory).found(1)) {
      TestNode node = cluster.leader();
      cluster.append("record", 300);
      node.store().makeCheckpoint();
      node.stop();
      Path segment = lastSegment(node.directory.resolve("raft"));
      Path elsewhere = directory.resolve("elsewhere");
      Files.move(segment, elsewhere);
      List<String> files = logFiles(node.directory.resolve("raft"));
      assertThat(files).isNotEmpty();
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> node.start(List.of(node.self)))
            .isInstanceOfSatisfying(
                MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("XX001"))
            .hasMessageContaining("ends early");
        node.stop();
        assertThat(logFiles(node.directory.resolve("raft"))).isEqualTo(files);
      }
      Files.move(elsewhere, segment);
      node.start(List.of(node.self));
      assertThat(node.store().records()).hasSize(300);
      cluster.append("more", 1);
    }
  }

  @Test
  void statesAheadOfTheLogsOfSeveralMembersGoOn() throws Exception {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      List<String> records = new ArrayList<>(cluster.append("record", 300));
      cluster.awaitEverywhere(records);
      TestNode follower = cluster.follower();
      stopAndCutLog(follower);
      follower.start(List.of());
      records.addAll(cluster.append("more", 20));
      cluster.awaitEverywhere(records);
      // The leader's state takes the place of the entries that no log has.
      List<TestNode> all = cluster.running();
      for (TestNode node : all) {
        stopAndCutLog(node);
      }
      all.forEach(node -> node.start(List.of()));
      records.addAll(cluster.append("again", 20));
      cluster.awaitEverywhere(records);
    }
  }

  @Test
  void aListenerWhoseStateIsAheadOfItsLogGoesOn() throws Exception {
    try (Cluster cluster = new Cluster(directory).found(1)) {
      List<String> records = new ArrayList<>(cluster.append("record", 300));
      TestNode listener = cluster.newNode("n2", Member.Role.LISTENER);
      listener.start(List.of(listener.self));
      cluster.leader().log().membership().add(listener.self, Cluster.WITHIN);
      records.addAll(cluster.append("more", 20));
      cluster.awaitEverywhere(records);
      stopAndCutLog(listener);
      listener.start(List.of(listener.self));
      records.addAll(cluster.append("again", 20));
      cluster.awaitEverywhere(records);
    }
  }

  private static void stopAndCutLog(TestNode node) throws IOException {
    node.store().makeCheckpoint();
    node.stop();
    Files.delete(lastSegment(node.directory.resolve("raft")));
  }

  private static List<String> logFiles(Path raft) throws IOException {
    try (Stream<Path> files = Files.walk(raft)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.startsWith("log_"))
          .sorted()
          .toList();
    }
  }

  private static Path lastSegment(Path raft) throws IOException {
    try (Stream<Path> files = Files.walk(raft)) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).startsWith("log_inprogress_"))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void refusesRecordsWhileTheDiskIsNearlyFull() {
    try (Cluster cluster =
        new Cluster(directory, settings -> settings.withFreeBytesMin(1 << 20)).found(1)) {
      TestNode node = cluster.leader();
      RatisLog log = node.log();
      node.freeBytes.set((1 << 20) - 1);
      log.maintain();
      assertThatThrownBy(() -> log.append(new byte[10]).join())
          .cause()
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("53100"));
      assertThat(log.status().role()).isEqualTo(GroupStatus.Role.LEADER);
      node.freeBytes.set(2 << 20);
      log.maintain();
      cluster.append("room", 1);
    }
  }

  @Test
  void aLeaderWithoutRoomHandsTheLeadOn() {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      List<String> records = new ArrayList<>(cluster.append("room", 20));
      TestNode before = cluster.leader();
      before.freeBytes.set(0);
      await("another leader", () -> before.store().leadsIn() == 0);
      TestNode after = cluster.leader();
      assertThat(after).isNotSameAs(before);
      await("why", () -> before.leadGivenUp.get() != null);
      assertThat(before.leadGivenUp.get()).contains("disk");
      // A member whose disk is too full to lead can still store the records of another leader.
      records.addAll(cluster.append("elsewhere", 20));
      cluster.awaitEverywhere(records);
    }
  }

  @Test
  void leadershipSettlesWhenNoNodeHasSpace() {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      List<String> records = new ArrayList<>(cluster.append("room", 20));
      TestNode first = cluster.leader();
      cluster.running().forEach(node -> node.freeBytes.set(0));
      await(
          "all have transferred leadership, and the first one leads again",
          () ->
              cluster.running().stream().allMatch(n -> n.leadGivenUp.get() != null)
                  && first.leads());
      RatisLog log = first.log();
      assertThatThrownBy(() -> log.append(new byte[10]).join())
          .cause()
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("53100"));
      first.freeBytes.set(1L << 40);
      log.maintain();
      records.addAll(cluster.append("again", 20));
      cluster.awaitEverywhere(records);
    }
  }

  @Test
  void aRecordOfANewerReleaseStopsTheMemberAndHarmsNothing() throws Exception {
    try (Cluster cluster = new Cluster(directory).found(1)) {
      TestNode node = cluster.leader();
      cluster.append("record", 5);
      node.stop();
      Path segment = firstSegment(node.directory.resolve("raft"));
      byte[] newer = Files.readAllBytes(segment);
      setVersion(newer, "record-3-", EntryFormat.VERSION + 1);
      Files.write(segment, newer);
      assertThatThrownBy(() -> node.start(List.of(node.self)))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("0A000"))
          .hasMessageContaining("newer release");
      await("it is said", () -> node.stopped.get() instanceof MosqlException);
      assertThat(node.store().records()).hasSize(3);
      node.stop();
      List<LogStamp> read = new ArrayList<>();
      GroupLogReader log = GroupLogReader.of(node.directory.resolve("raft"), cluster.group());
      assertThatThrownBy(
              () -> log.read(LogStamp.START, Long.MAX_VALUE, (at, record) -> read.add(at)))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("0A000"));
      assertThat(read).hasSize(3);
      // A newer release finds all records.
      segment = firstSegment(node.directory.resolve("raft"));
      byte[] found = Files.readAllBytes(segment);
      setVersion(found, "record-3-", EntryFormat.VERSION);
      Files.write(segment, found);
      node.start(List.of(node.self));
      assertThat(node.store().records()).hasSize(5);
    }
  }

  /** Changes the version of this record's entry to that of a newer release. */
  private static void setVersion(byte[] segment, String record, int version) {
    ByteBuffer file = ByteBuffer.wrap(segment).position("RaftLog1".length());
    while (true) {
      int start = file.position();
      int length = 0;
      int shift = 0;
      byte part;
      do {
        part = file.get();
        length |= (part & 0x7f) << shift;
        shift += 7;
      } while (part < 0);
      int body = file.position();
      int at = new String(segment, body, length, StandardCharsets.ISO_8859_1).indexOf(record);
      if (at > 0) {
        segment[body + at - 1] = (byte) version;
        CRC32C sum = new CRC32C();
        sum.update(segment, start, body + length - start);
        file.putInt(body + length, (int) sum.getValue());
        return;
      }
      file.position(body + length + Integer.BYTES);
    }
  }
}
