package io.mosql.consensus.ratis.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.ratis.Cluster;
import io.mosql.consensus.ratis.Cluster.TestNode;
import io.mosql.core.error.MosqlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class VoteFileRepairTest {
  @TempDir Path directory = Path.of("");

  private Path meta(TestNode node) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.endsWith("current/raft-meta"))
          .filter(file -> file.startsWith(node.database().getParent()))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void aMemberThatLostItsVoteContinuesInALaterTerm() throws IOException {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      List<String> records = new ArrayList<>(cluster.append("before", 20));
      cluster.awaitEverywhere(records);
      TestNode forgot = cluster.follower();
      forgot.stop();
      Files.write(meta(forgot), new byte[0]);
      forgot.start(List.of());
      Cluster.await(
          "a leader in the new term",
          () ->
              cluster.running().stream()
                  .allMatch(n -> n.log().status().term() > VoteFileRepair.LEAP));
      records.addAll(cluster.append("later", 20));
      cluster.awaitEverywhere(records);
    }
  }

  @Test
  void whatSaysSomethingWrongIsDamage() throws IOException {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      cluster.awaitEverywhere(cluster.append("before", 5));
      TestNode damaged = cluster.follower();
      damaged.stop();
      Files.writeString(meta(damaged), "term=");
      assertThatThrownBy(() -> damaged.start(List.of())).isInstanceOf(MosqlException.class);
      assertThat(Files.readString(meta(damaged))).isEqualTo("term=");
    }
  }

  @Test
  void aListOfMembersThatAFullDiskTookIsFoundInTheLogAgain() throws IOException {
    try (Cluster cluster = new Cluster(directory).found(3)) {
      List<String> records = new ArrayList<>(cluster.append("before", 20));
      cluster.awaitEverywhere(records);
      TestNode forgot = cluster.follower();
      forgot.stop();
      Files.write(meta(forgot).resolveSibling("raft-meta.conf"), new byte[0]);
      forgot.start(List.of());
      records.addAll(cluster.append("after", 20));
      cluster.awaitEverywhere(records);
    }
  }
}
