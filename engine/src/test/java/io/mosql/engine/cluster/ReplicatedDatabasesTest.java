package io.mosql.engine.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.Clock;
import io.mosql.engine.account.CatalogFixtures;
import io.mosql.engine.account.NodeCatalog;
import io.mosql.engine.options.NodeDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReplicatedDatabasesTest {
  @TempDir Path path;

  @Test
  void theIdOfADroppedDatabaseIsNotUsedAgain() {
    try (NodeDirectory directory = NodeDirectory.open(path, null)) {
      ReplicatedDatabases databases =
          new ReplicatedDatabases(
              "n1",
              database -> {
                throw new IllegalStateException("no log");
              },
              directory,
              Clock.SYSTEM);
      databases.reconcile(
          CatalogFixtures.catalog(
              List.of(), List.of(new NodeCatalog.DroppedDatabase(1, new UUID(1, 1)))));
      databases.reconcile(
          CatalogFixtures.catalog(
              List.of(CatalogFixtures.database(2, "b", new UUID(1, 2))), List.of()));
      NodeCatalog again =
          CatalogFixtures.catalog(
              List.of(CatalogFixtures.database(1, "a", new UUID(1, 3))), List.of());
      assertThatThrownBy(() -> databases.reconcile(again))
          .isInstanceOf(InvariantViolation.class)
          .hasMessageContaining("the id of a dropped database is not used again: id 1");
    }
  }
}
