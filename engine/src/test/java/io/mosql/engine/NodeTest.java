package io.mosql.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.core.session.Login;
import io.mosql.core.session.Session;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node's directory, its first start, and who gets in. */
final class NodeTest {
  @TempDir Path directory;

  private Node open() {
    return Node.open(directory, NodeOptions.defaults(), AuditLog.NONE);
  }

  private static Login login(String user, String database) {
    return new Login(user, database, Map.of(), "test");
  }

  @Test
  void theFirstStartMakesAnAdministratorAndADatabase() {
    String generated;
    try (Node node = open()) {
      assertThat(node.isNew()).isTrue();
      Node.InitialAdministrator initial = requireNonNull(node.initialAdministrator());
      assertThat(initial.name()).isEqualTo("admin");
      generated = requireNonNull(initial.password());
      assertThat(generated).hasSize(24);
      assertThat(initial.toString()).doesNotContain(generated);
      assertThat(requireNonNull(node.verifier("admin")).salt()).hasSize(16);
      assertThat(node.verifier("nobody")).isNull();
      assertThat(node.isAdministrator("admin")).isTrue();
      try (Session session = node.connect(login("admin", "mosql"))) {
        assertThat(session.databaseInfo().userName()).isEqualTo("admin");
        assertThat(session.databaseInfo().databaseName()).isEqualTo("mosql");
      }
    }
    try (Node node = open()) {
      assertThat(node.isNew()).isFalse();
      assertThat(node.initialAdministrator()).isNull();
      assertThat(requireNonNull(node.verifier("admin")).iterations()).isEqualTo(4096);
    }
  }

  @Test
  void aNodeHasItsDirectoryAlone() {
    try (Node node = open()) {
      assertThat(node.isNew()).isTrue();
      assertThatThrownBy(this::open)
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("55006"));
    }
  }
}
