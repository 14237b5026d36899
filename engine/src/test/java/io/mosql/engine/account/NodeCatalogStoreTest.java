package io.mosql.engine.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.engine.database.DatabaseReference;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.options.NodeDirectory;
import io.mosql.engine.options.NodeOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store of the accounts and databases of a single server. */
final class NodeCatalogStoreTest {
  private static final NodeOptions OPTIONS =
      NodeOptions.defaults().withAdministrator("admin", "secret");

  @TempDir Path path;

  private NodeDirectory directory;
  private OpenDatabase system;
  private LocalDatabases databases;
  private NodeCatalogStore store;

  /** Runs while a database is created, between its rows for CREATING and READY. */
  private Runnable duringCreation = () -> {};

  @BeforeEach
  void open() {
    directory = NodeDirectory.open(path, null);
    NodeDatabaseOpener ports = new NodeDatabaseOpener(directory, OPTIONS);
    system = ports.openSystem();
    databases =
        new LocalDatabases(
            database -> {
              duringCreation.run();
              return ports.openUser(database);
            },
            directory);
    store = new NodeCatalogStore(system, databases, OPTIONS);
    synchronized (store.lock()) {
      store.recover();
    }
  }

  @AfterEach
  void close() {
    databases.close();
    system.close();
    directory.close();
  }

  private NodeCatalog.Database database(String name) {
    return store.catalog().databases().stream()
        .filter(database -> database.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void rowsAreChangedUnderTheLock() {
    assertThatThrownBy(() -> store.change(s -> s.setJoined("n1")))
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining("the system database is changed under the lock of its store");
  }

  /** Another leader removes databases that it finds incomplete. */
  @Test
  void aDatabaseThatWasRemovedDuringItsCreationIsNotReportedAsCreated() {
    duringCreation = () -> store.change(s -> s.removeDatabase(database("d").id()));
    synchronized (store.lock()) {
      assertThatThrownBy(() -> store.createDatabase("d", 0, List.of()))
          .isInstanceOf(MosqlException.class)
          .hasMessageContaining("the creation of database \"d\" was undone");
      assertThat(store.catalog().databases()).hasSize(1);
      duringCreation = () -> {};
      store.createDatabase("d", 0, List.of());
    }
    assertThat(store.catalog().database("d")).isNotNull();
  }

  @Test
  void filesOfAnOpenDatabaseAreNotDeleted() {
    NodeCatalog.Database database = database(NodeCatalogStore.DEFAULT_DATABASE);
    try (DatabaseReference use = databases.use(database)) {
      assertThat(databases.sessionCount(database.id())).isEqualTo(1);
      assertThatThrownBy(() -> databases.delete(database))
          .isInstanceOf(InvariantViolation.class)
          .hasMessageContaining("a database is closed before its files are deleted");
      assertThatThrownBy(() -> databases.closeForDrop(database.id()))
          .isInstanceOf(MosqlException.class);
      assertThat(use.database().isOpen()).isTrue();
    }
  }

  @Test
  void onlyADatabaseThatWasClosedForItsDropIsReopened() {
    NodeCatalog.Database database = database(NodeCatalogStore.DEFAULT_DATABASE);
    databases.closeForDrop(database.id());
    databases.reopen(database.id());
    databases.use(database).close();
    assertThatThrownBy(() -> databases.reopen(database.id()))
        .isInstanceOf(InvariantViolation.class)
        .hasMessageContaining("a database that is opened again was closed for its drop");
  }

  @Test
  void transactionsOfAnInternalSessionDoNotNest() {
    try (SystemSession session = new SystemSession(system)) {
      assertThatThrownBy(() -> session.inTransaction(() -> session.inTransaction(() -> {})))
          .isInstanceOf(InvariantViolation.class)
          .hasMessageContaining("transactions of an internal session do not nest");
      session.inTransaction(() -> session.change("delete from transfers"));
    }
  }

  @Test
  void anInsertOfOneRowGeneratesOneNumber() {
    try (SystemSession session = new SystemSession(system)) {
      assertThat(session.insert("insert into arrivals (node) values ('n1')")).isEqualTo(1);
      assertThatThrownBy(() -> session.insert("insert into arrivals (node) values ('a'), ('b')"))
          .isInstanceOf(InvariantViolation.class)
          .hasMessageContaining("an insert of one row generates one number");
    }
  }
}
