package io.mosql.consensus.ratis.files;

import static io.mosql.consensus.ratis.Cluster.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.ratis.Cluster;
import io.mosql.consensus.ratis.Cluster.TestNode;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.LogStamp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reading a group's log from its files. */
@Timeout(120)
final class GroupLogReaderTest {
  @TempDir private Path directory = Path.of(".");

  private final List<LogStamp> stamps = new ArrayList<>();

  private static GroupLogReader reader(Cluster cluster, TestNode node) {
    return GroupLogReader.of(node.directory.resolve("raft"), cluster.group());
  }

  private List<String> read(GroupLogReader reader, LogStamp after, long upTo) throws IOException {
    List<String> records = new ArrayList<>();
    stamps.clear();
    LogStamp last =
        reader.read(
            after,
            upTo,
            (at, record) -> {
              stamps.add(at);
              records.add(new String(record, StandardCharsets.UTF_8));
            });
    assertThat(last).isEqualTo(stamps.isEmpty() ? after : stamps.get(stamps.size() - 1));
    return records;
  }

  @Test
  void readsWhileTheGroupIsOpenAndWhenItIsClosed() throws Exception {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      List<String> records = new ArrayList<>(cluster.append("first", 200));
      cluster.leader().stop();
      records.addAll(cluster.append("second", 50));
      cluster.awaitEverywhere(records);
      TestNode node = cluster.follower();
      GroupLogReader reader = reader(cluster, node);
      long committed = node.log().status().committedEntry();
      assertThat(read(reader, LogStamp.START, committed)).isEqualTo(records);
      LogStamp end = node.store().last();
      assertThat(stamps.get(249)).isEqualTo(end);
      // Terms and entries of Ratis in between are counted as the database counts them.
      assertThat(stamps.get(200).term()).isGreaterThan(stamps.get(199).term());

      LogStamp middle = stamps.get(99);
      assertThat(read(reader, middle, committed)).isEqualTo(records.subList(100, 250));
      assertThat(read(reader, middle, stamps.get(9).entry())).isEqualTo(records.subList(100, 110));
      assertThat(read(reader, end, committed)).isEmpty();

      node.stop();
      assertThat(read(reader, LogStamp.START, end.entry())).isEqualTo(records);
      assertThat(reader.lastEntry()).isGreaterThanOrEqualTo(end.entry());
      assertThat(reader.firstEntry()).isZero();
    }
  }

  private static long firstEntry(GroupLogReader reader) {
    try {
      return reader.firstEntry();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void saysThatWhatWasPurgedIsGone() throws Exception {
    try (Cluster cluster = new Cluster(directory).found(1)) {
      List<String> records = new ArrayList<>(cluster.append("first", 300));
      TestNode node = cluster.leader();
      LogStamp at = node.checkpointAndPurge();
      GroupLogReader reader = reader(cluster, node);
      // The log drops the entries before it deletes their files.
      await("a purge", () -> firstEntry(reader) > 0);
      await("all of the purge", () -> firstEntry(reader) == node.log().status().firstEntry());
      assertThatThrownBy(() -> read(reader, LogStamp.START, at.entry()))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("XX001"));
      List<String> more = cluster.append("second", 20);
      assertThat(read(reader, at, node.log().status().committedEntry())).isEqualTo(more);
      assertThat(reader.firstEntry()).isEqualTo(node.log().status().firstEntry());
      assertThat(records).hasSize(300);
    }
  }

  @Test
  void endsWhereAnEntryIsCutOffAndReportsOneThatIsDamaged() throws Exception {
    try (Cluster cluster = new Cluster(directory, settings -> settings).found(1)) {
      List<String> records = cluster.append("record", 20);
      TestNode node = cluster.leader();
      GroupLogReader reader = reader(cluster, node);
      Path file =
          node.directory
              .resolve("raft")
              .resolve(cluster.group().toString())
              .resolve("current/log_inprogress_0");
      Path copy = directory.resolve("copy");
      Path copied = copy.resolve(cluster.group().toString()).resolve("current/log_inprogress_0");
      Files.createDirectories(copied.getParent());
      byte[] bytes = Files.readAllBytes(file);
      assertThat(read(reader, LogStamp.START, Long.MAX_VALUE)).isEqualTo(records);
      int used = bytes.length;
      while (bytes[used - 1] == 0) {
        used--;
      }
      GroupLogReader ofCopy = GroupLogReader.of(copy, cluster.group());
      for (int cut = used - 40; cut < used - 4; cut += 5) {
        Files.write(copied, java.util.Arrays.copyOf(bytes, cut));
        assertThat(read(ofCopy, LogStamp.START, Long.MAX_VALUE)).isEqualTo(records.subList(0, 19));
      }
      bytes[used - 30] ^= 1;
      Files.write(copied, bytes);
      assertThatThrownBy(() -> read(ofCopy, LogStamp.START, Long.MAX_VALUE))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("XX001"));
    }
  }
}
