package io.mosql.consensus.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.ratis.Cluster.TestNode;
import io.mosql.core.error.MosqlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A log whose files are not as they were left, or have no room. */
@Timeout(120)
final class RatisLogDamageTest {
  @TempDir private Path directory = Path.of(".");

  @Test
  void damageInTheMiddleIsReportedAndNothingIsDropped() throws Exception {
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
      bytes[bytes.length / 2] ^= 1;
      Files.write(segment, bytes);
      node.start(List.of(node.self));
      assertThat(node.store().records()).hasSize(300);
    }
  }

  private static Path firstSegment(Path raft) throws IOException {
    try (Stream<Path> files = Files.walk(raft)) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).matches("log_0-\\d+"))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void refusesRecordsWhileTheDiskIsNearlyFull() {
    try (Cluster cluster =
        new Cluster(directory, settings -> settings.withFreeBytesMin(Long.MAX_VALUE)).found(1)) {
      RatisLog log = cluster.leader().log();
      log.lookAfter();
      assertThatThrownBy(() -> log.append(new byte[10]).join())
          .cause()
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("53100"));
      assertThat(log.status().role()).isEqualTo(GroupStatus.Role.LEADER);
    }
  }
}
