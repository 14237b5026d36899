package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.engine.cluster.LoopbackCluster;
import io.mosql.engine.database.DatabaseLocation;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.options.NodeOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The import of an embedded database into a server. */
final class DatabaseImportTest {
  private static final NodeOptions OPTIONS =
      NodeOptions.defaults().withAdministrator("admin", "secret");

  @TempDir Path directory;

  private Path embedded() {
    Path path = directory.resolve("embedded");
    try (OpenDatabase database =
            OpenDatabase.inDirectory(
                new DatabaseLocation.Directory(path), OpenDatabase.Ports.system(), () -> {});
        NodeClient client = new NodeClient(database.connect(Map.of(), () -> {}))) {
      client.run("create table t (id int primary key, v text)");
      client.run("insert into t values (1, 'here')");
    }
    return path;
  }

  private static List<String> run(Node node, String database, String sql) {
    try (NodeClient client = new NodeClient(node, "admin", database)) {
      return client.run(sql);
    }
  }

  @Test
  void itsFilesAreCopiedAndTheServerHasIt() {
    Path source = embedded();
    Path server = directory.resolve("server");
    assertThat(DatabaseImport.adopt(source, "shop", server, OPTIONS)).isNotNull();
    assertThat(DatabaseImport.adopt(source, "again", server, OPTIONS)).isNull();
    try (Node node = Node.open(server, OPTIONS, AuditLog.NONE)) {
      for (String name : List.of("shop", "again")) {
        assertThat(run(node, name, "select * from t")).containsExactly("1 here");
        run(node, name, "insert into t values (2, 'there')");
      }
      run(node, "mosql", "drop database again");
    }
    try (Node node = Node.open(server, OPTIONS, AuditLog.NONE)) {
      assertThat(node.databases()).containsExactly("mosql", "shop");
      assertThat(run(node, "shop", "select count(*) from t")).containsExactly("2");
    }
  }

  @Test
  void rejectedImportsChangeNothing() throws Exception {
    Path source = embedded();
    Path server = directory.resolve("server");
    try (Node node = Node.open(server, OPTIONS, AuditLog.NONE)) {
      assertState("55006", source, "shop", server);
      assertThat(node.databases()).containsExactly("mosql");
    }
    assertState("42P04", source, "mosql", server);
    assertState("08001", directory.resolve("nothing"), "shop", server);
    assertState("08001", server, "shop", server);
    assertState("08001", source, "shop", source);
    try (OpenDatabase open =
        OpenDatabase.inDirectory(
            new DatabaseLocation.Directory(source), OpenDatabase.Ports.system(), () -> {})) {
      assertThat(open.isOpen()).isTrue();
      assertState("55006", source, "shop", server);
    }
    LoopbackCluster cluster = new LoopbackCluster(directory, 1);
    cluster.start("n1").close();
    assertState("22023", source, "shop", cluster.directory("n1"));
    try (Node node = Node.open(server, OPTIONS, AuditLog.NONE)) {
      assertThat(node.databases()).containsExactly("mosql");
    }
  }

  private static void assertState(String state, Path source, String name, Path server) {
    assertThatThrownBy(() -> DatabaseImport.adopt(source, name, server, OPTIONS))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo(state));
  }
}
