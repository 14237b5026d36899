package io.mosql.engine.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.InvariantViolation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeDirectoryTest {
  private static final ClusterOptions NODE =
      ClusterOptions.of("n1", List.of(new ClusterOptions.Peer("n1", "h", 7000, "h", 7001)));

  @TempDir Path path;

  @Test
  void theLogOfTheSystemDatabaseStaysWhileTheNodeIsInItsCluster() throws IOException {
    try (NodeDirectory directory = NodeDirectory.open(path, NODE)) {
      UUID system = Objects.requireNonNull(directory.marker().member()).cluster();
      UUID user = new UUID(1, 1);
      for (UUID group : List.of(system, user)) {
        Files.createDirectories(directory.raft().resolve(group.toString()));
      }
      directory.deleteLog(user);
      assertThat(directory.raft().resolve(user.toString())).doesNotExist();
      assertThatThrownBy(() -> directory.deleteLog(system))
          .isInstanceOf(InvariantViolation.class)
          .hasMessageContaining("the log of the system database is not deleted");
      assertThatThrownBy(directory::deleteLogs)
          .isInstanceOf(InvariantViolation.class)
          .hasMessageContaining("replicated logs are deleted after the node has left its cluster");
      assertThat(directory.raft().resolve(system.toString())).exists();
    }
  }

  @Test
  void onlyDirectoriesOfDatabasesWithPositiveIdsAreDeleted() throws IOException {
    try (NodeDirectory directory = NodeDirectory.open(path, null)) {
      Files.createDirectories(directory.database(1).path());
      directory.delete(1);
      assertThat(directory.database(1).path()).doesNotExist();
      assertThatThrownBy(() -> directory.delete(0))
          .isInstanceOf(InvariantViolation.class)
          .hasMessageContaining("ids of databases are positive");
    }
  }
}
