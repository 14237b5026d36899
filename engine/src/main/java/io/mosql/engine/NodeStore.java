package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ScramVerifier;
import io.mosql.engine.Accounts.Database;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The accounts and databases of a node: reads and changes the system database, and makes and
 * deletes directories of databases as its rows say.
 *
 * <p>A row comes before its directory and goes after it, so that a crash leaves no directory that
 * nobody knows: what is not ready when the node starts is deleted. {@link #accounts()} takes no
 * lock; all else is called by one thread at a time, which holds {@link #lock()}, and what it
 * changed is durable and seen by everybody when a method returns.
 */
final class NodeStore {
  private final Object lock = new Object();
  private final Object refreshing = new Object();
  private final NodeDatabases databases;
  private final NodeOptions options;
  private final Passwords passwords;
  private volatile SystemDatabase system;
  private volatile Accounts accounts = Accounts.NONE;

  /**
   * @param system not closed with this
   */
  NodeStore(OpenDatabase system, NodeDatabases databases, NodeOptions options) {
    this.databases = databases;
    this.options = options;
    this.passwords = new Passwords(options.ports().random(), options.passwordIterations());
    this.system = new SystemDatabase(system);
  }

  /** Goes on with another copy of the same system database. */
  void goOnWith(OpenDatabase other) {
    system = new SystemDatabase(other);
    refresh();
  }

  /** Reads anew what was changed elsewhere. */
  void refresh() {
    synchronized (refreshing) {
      accounts = system.read();
    }
  }

  /** What holds now. */
  Accounts accounts() {
    return accounts;
  }

  /** Whoever changes something holds this. */
  Object lock() {
    return lock;
  }

  Passwords passwords() {
    return passwords;
  }

  NodeDatabases databases() {
    return databases;
  }

  /**
   * Finishes what a crash interrupted, and furnishes a new node.
   *
   * @return the account that was created; null when there were some
   */
  Node.@Nullable InitialAdministrator prepare() {
    system.create();
    refresh();
    tellAddresses();
    for (Database database : List.copyOf(accounts.databases())) {
      if (database.state() != Database.State.READY) {
        remove(database);
      }
    }
    if (!accounts.all().isEmpty()) {
      return null;
    }
    String given = options.password();
    String password = given == null ? passwords.generate() : given;
    ScramVerifier verifier = passwords.verifier(password);
    // The account comes last: without one, the next start begins anew.
    if (accounts.database(Node.DEFAULT_DATABASE) == null) {
      createDatabase(Node.DEFAULT_DATABASE, 0);
    }
    change(s -> s.addAccount(options.administrator(), true, true, verifier));
    return new Node.InitialAdministrator(options.administrator(), given == null ? password : null);
  }

  /** Where clients reach the nodes, as this one was told of itself, and of others at first. */
  private void tellAddresses() {
    ClusterOptions cluster = options.cluster();
    if (cluster == null) {
      return;
    }
    for (ClusterOptions.Peer peer : cluster.peers()) {
      Accounts.Address told =
          new Accounts.Address(peer.node(), peer.clientHost(), peer.clientPort());
      Accounts.Address known = accounts.address(peer.node());
      if (known == null || peer.node().equals(cluster.node()) && !known.equals(told)) {
        change(s -> s.setAddress(told));
      }
    }
  }

  /**
   * Changes several rows at once.
   *
   * @throws MosqlException as the statements do; nothing is changed then
   */
  void change(Consumer<SystemDatabase> work) {
    system.change(work);
    refresh();
  }

  /** Makes an empty database, in which everybody may look into the schema public. */
  void createDatabase(String name, long owner) {
    long[] id = {0};
    UUID group = options.cluster() == null ? null : newGroup();
    change(s -> id[0] = s.addDatabase(name, owner, Database.State.CREATING, group));
    Database database = new Database(id[0], name, owner, Database.State.CREATING, group);
    try {
      databases.make(database);
      change(s -> s.setState(database.id(), Database.State.READY));
    } catch (RuntimeException | Error e) {
      discard(database, e);
      throw e;
    }
  }

  private UUID newGroup() {
    RandomSource random = options.ports().random();
    return new UUID(random.nextLong(), random.nextLong());
  }

  /** Takes back what could not be made; the next start does what fails here. */
  private void discard(Database database, Throwable why) {
    try {
      databases.retire(database.id());
      remove(database);
    } catch (RuntimeException e) {
      why.addSuppressed(e);
    }
  }

  /**
   * Drops a database; the next start goes on where a crash stops this.
   *
   * @throws MosqlException 55006 when sessions are in it
   */
  void dropDatabase(Database database) {
    databases.retire(database.id());
    try {
      change(s -> s.setState(database.id(), Database.State.DROPPING));
    } catch (RuntimeException | Error e) {
      databases.readmit(database.id());
      throw e;
    }
    remove(database);
  }

  private void remove(Database database) {
    databases.delete(database);
    change(s -> s.removeDatabase(database.id()));
  }
}
