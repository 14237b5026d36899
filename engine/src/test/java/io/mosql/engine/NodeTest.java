package io.mosql.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.core.session.Login;
import io.mosql.core.session.Session;
import io.mosql.engine.account.SystemSession;
import io.mosql.engine.database.DatabaseDirectory;
import io.mosql.engine.database.DatabaseLocation;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.options.InitialAdministrator;
import io.mosql.engine.options.NodeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node's directory, its first start, and logins. */
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
      InitialAdministrator initial = requireNonNull(node.initialAdministrator());
      assertThat(initial.name()).isEqualTo("admin");
      generated = requireNonNull(initial.password());
      assertThat(generated).hasSize(24);
      assertThat(initial.toString()).doesNotContain(generated);
      assertThat(requireNonNull(node.verifier("admin")).salt()).hasSize(16);
      assertThat(node.verifier("unknown")).isNull();
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

  @Test
  void accountsRightsAndDatabasesOutliveARestart() {
    try (Node node = open();
        NodeClient admin = new NodeClient(node, "admin", "mosql")) {
      admin.run("create user ann password 'a'");
      admin.run("create role clerks");
      admin.run("grant clerks to ann");
      admin.run("create database shop owner ann");
      admin.run("create table t (id int primary key)");
      admin.run("grant connect on database mosql to clerks");
      admin.run("grant select on t to clerks");
      admin.run("drop database shop");
      admin.run("create database shop owner ann");
    }
    try (Node node = open();
        NodeClient ann = new NodeClient(node, "ann", "mosql");
        NodeClient shop = new NodeClient(node, "ann", "shop")) {
      assertThat(ann.run("select count(*) from t")).containsExactly("0");
      assertThat(ann.outcome("delete from t")).isEqualTo("42501");
      assertThat(shop.outcome("create table mine (id int primary key)")).isEqualTo("ok");
    }
  }

  @Test
  void whatACrashLeftOfADatabaseIsCleanedUp() throws IOException {
    try (Node node = open();
        NodeClient admin = new NodeClient(node, "admin", "mosql")) {
      admin.run("create database made");
      admin.run("create database dropped");
      admin.run("create database kept");
    }
    Path databases = directory.resolve("databases");
    long made = idOf("made");
    long dropped = idOf("dropped");
    long kept = idOf("kept");
    setState("made", "CREATING");
    setState("dropped", "DROPPING");
    // Half of it is deleted already, and an unknown directory is beside it.
    Files.delete(databases.resolve(dropped + "/" + DatabaseDirectory.MARKER));
    Files.createDirectory(databases.resolve("999999"));
    try (Node node = open();
        NodeClient admin = new NodeClient(node, "admin", "mosql")) {
      assertThat(admin.run("select database_name from mosql.databases order by 1"))
          .containsExactly("kept", "mosql");
      assertThat(databases.resolve(Long.toString(made))).doesNotExist();
      assertThat(databases.resolve(Long.toString(dropped))).doesNotExist();
      assertThat(databases.resolve(Long.toString(kept))).exists();
      assertThat(databases.resolve("999999")).exists();
      admin.run("create database made");
      new NodeClient(node, "admin", "made").close();
    }
  }

  @Test
  void afterACrashOfTheFirstStartTheNextOneIsTheFirst() {
    open().close();
    inSystemDatabase("delete from accounts");
    try (Node node = open()) {
      assertThat(node.isNew()).isTrue();
      new NodeClient(node, "admin", "mosql").close();
    }
  }

  private long idOf(String database) {
    return Long.parseLong(
        inSystemDatabase("select id from databases where name = '" + database + "'"));
  }

  private void setState(String database, String state) {
    inSystemDatabase(
        "update databases set state = '" + state + "' where name = '" + database + "'");
  }

  private String inSystemDatabase(String sql) {
    try (OpenDatabase system =
            OpenDatabase.inDirectory(
                new DatabaseLocation.Directory(directory.resolve("system")),
                OpenDatabase.Ports.system(),
                () -> {});
        SystemSession session = new SystemSession(system)) {
      if (sql.startsWith("select")) {
        return String.valueOf(session.query(sql).get(0)[0]);
      }
      return String.valueOf(session.change(sql));
    }
  }

  @Test
  void aDirectoryOfSomethingElseIsLeftAlone() throws IOException {
    Files.writeString(directory.resolve("mine.txt"), "mine");
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            MosqlException.class,
            e -> assertThat(e).hasMessageContaining("is not a MoSQL data directory"));
    Path single = directory.resolve("single");
    OpenDatabase.inDirectory(
            new DatabaseLocation.Directory(single), OpenDatabase.Ports.system(), () -> {})
        .close();
    assertThatThrownBy(() -> Node.open(single, NodeOptions.defaults(), AuditLog.NONE))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e).hasMessageContaining("single database"));
  }

  @Test
  void aClosingNodeRejectsConnections() {
    Node node = open();
    NodeClient client = new NodeClient(node, "admin", "mosql");
    node.close();
    assertThat(client.outcome("select 1")).isEqualTo("57P01");
    assertThatThrownBy(() -> new NodeClient(node, "admin", "mosql"))
        .isInstanceOfSatisfying(
            MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("57P01"));
  }

  @Test
  void theOperatorOfTheProcessCanSetPasswords() {
    try (Node node = open()) {
      byte[] before = requireNonNull(node.verifier("admin")).storedKey();
      node.setPassword("admin", "another");
      assertThat(requireNonNull(node.verifier("admin")).storedKey()).isNotEqualTo(before);
      assertThatThrownBy(() -> node.setPassword("unknown", "x"))
          .isInstanceOfSatisfying(
              MosqlException.class, e -> assertThat(e.sqlState()).isEqualTo("42704"));
    }
  }
}
