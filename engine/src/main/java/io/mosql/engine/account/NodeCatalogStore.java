package io.mosql.engine.account;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ScramVerifier;
import io.mosql.engine.account.NodeCatalog.Database;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.engine.options.InitialAdministrator;
import io.mosql.engine.options.NodeOptions;
import io.mosql.engine.options.Passwords;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The store of a node's accounts and databases: reads and changes the system database, and creates
 * and deletes directories of databases according to its rows.
 *
 * <p>A row is written before its directory is created and removed after its directory is deleted,
 * so that a crash leaves no directory without a row; databases that are not ready are deleted at
 * the next start. {@link #catalog()} takes no lock. All other methods are called by one thread at a
 * time, which holds {@link #lock()}; their changes are durable and visible to all threads on
 * return.
 */
public final class NodeCatalogStore {
  /** Name of the database that a new node creates. */
  public static final String DEFAULT_DATABASE = "mosql";

  private final Object lock = new Object();
  private final Object refreshing = new Object();
  private final NodeDatabases databases;
  private final NodeOptions options;
  private final Passwords passwords;
  private volatile SystemDatabase system;
  private volatile NodeCatalog catalog = NodeCatalog.NONE;
  private volatile @Nullable ClusterSecret secret;
  private volatile @Nullable CreatedAccount createdAdministrator;

  /**
   * @param system the system database; the caller closes it
   */
  public NodeCatalogStore(OpenDatabase system, NodeDatabases databases, NodeOptions options) {
    this.databases = databases;
    this.options = options;
    this.passwords = new Passwords(options.ports().random(), options.passwordIterations());
    this.system = new SystemDatabase(system);
  }

  /** Replaces the system database by another copy of the same database. */
  public void replaceSystem(OpenDatabase other) {
    system = new SystemDatabase(other);
    refresh();
  }

  /** Reads the catalog again after a change on another node. */
  public void refresh() {
    synchronized (refreshing) {
      if (secret == null && options.cluster() != null) {
        byte[] known = system.secret();
        secret = known == null ? null : ClusterSecret.of(known, options.ports().random());
      }
      catalog = system.read();
    }
  }

  /** The shared secret of the cluster's nodes; null while there is none. */
  public @Nullable ClusterSecret secret() {
    return secret;
  }

  /** The current catalog. */
  public NodeCatalog catalog() {
    return catalog;
  }

  /** The lock held during changes. */
  public Object lock() {
    return lock;
  }

  Passwords passwords() {
    return passwords;
  }

  public NodeDatabases databases() {
    return databases;
  }

  /**
   * Completes operations interrupted by a crash, and initializes a new node.
   *
   * @return the account that was created; null when accounts existed
   */
  public @Nullable InitialAdministrator recover() {
    system.create();
    refresh();
    recordAddresses();
    if (options.cluster() != null && secret == null) {
      change(s -> s.setSecret(ClusterSecret.generate(options.ports().random())));
    }
    for (Database database : List.copyOf(catalog.databases())) {
      if (database.state() != Database.State.READY) {
        remove(database);
      }
    }
    if (!catalog.accounts().isEmpty()) {
      return null;
    }
    String given = options.password();
    String password = given == null ? passwords.generate() : given;
    ScramVerifier verifier = passwords.verifier(password);
    createdAdministrator =
        new CreatedAccount(
            new InitialAdministrator(options.administrator(), given == null ? password : null),
            verifier);
    // The account is created last: without an account, the next start repeats the initialization.
    if (catalog.database(DEFAULT_DATABASE) == null) {
      createDatabase(DEFAULT_DATABASE, 0, List.of());
    }
    change(s -> s.addAccount(options.administrator(), true, true, verifier));
    return createdAdministrator();
  }

  /**
   * The administrator created by this node, available as soon as it is visible: in a cluster that
   * may be before the commit returns, and its password exists nowhere else. Null when another node
   * created the administrator. Any thread.
   */
  public @Nullable InitialAdministrator createdAdministrator() {
    CreatedAccount mine = createdAdministrator;
    NodeCatalog.Account there = catalog.account(options.administrator());
    ScramVerifier verifier = there == null ? null : there.verifier();
    return mine != null
            && verifier != null
            && Arrays.equals(verifier.storedKey(), mine.verifier.storedKey())
        ? mine.administrator
        : null;
  }

  /** An account that is being created. */
  private record CreatedAccount(InitialAdministrator administrator, ScramVerifier verifier) {}

  /**
   * Records the client addresses of this node and, at first, of the other nodes, from the options.
   */
  private void recordAddresses() {
    ClusterOptions cluster = options.cluster();
    if (cluster == null) {
      return;
    }
    for (ClusterOptions.Peer peer : cluster.peers()) {
      NodeCatalog.ClientAddress configured =
          new NodeCatalog.ClientAddress(peer.node(), peer.clientHost(), peer.clientPort());
      NodeCatalog.ClientAddress known = catalog.address(peer.node());
      if (known == null || peer.node().equals(cluster.node()) && !known.equals(configured)) {
        change(s -> s.setAddress(configured));
      }
    }
    recordNodes(cluster);
  }

  /** Records the founders of the cluster at first, and the current options of this node. */
  private void recordNodes(ClusterOptions cluster) {
    ClusterCatalog known = catalog.cluster();
    if (known.nodes().isEmpty()) {
      // In one transaction: a part of the rows would look like a removal of the other nodes.
      change(s -> cluster.peers().forEach(peer -> s.setNode(row(peer, false, 0))));
      return;
    }
    ClusterCatalog.NodeRow self = known.node(cluster.node());
    if (self != null) {
      ClusterCatalog.NodeRow now = row(cluster.self(), self.listener(), self.arrival());
      if (!self.equals(now)) {
        change(s -> s.setNode(now));
      }
    }
  }

  private static ClusterCatalog.NodeRow row(
      ClusterOptions.Peer peer, boolean listener, long arrival) {
    return new ClusterCatalog.NodeRow(
        peer.node(), peer.host(), peer.port(), listener, true, ClusterOptions.FORMAT, arrival);
  }

  /**
   * Changes several rows in one transaction.
   *
   * @throws MosqlException the error of a statement; nothing is changed then
   */
  public void change(Consumer<SystemDatabase> work) {
    InvariantViolation.check(
        Thread.holdsLock(lock), "the system database is changed under the lock of its store");
    system.change(work);
    refreshUnlessClosed();
  }

  /**
   * Like {@link #refresh}, after a completed change: a database that is being closed, such as on a
   * removed node, does not make the change fail.
   */
  public void refreshUnlessClosed() {
    try {
      refresh();
    } catch (MosqlException e) {
      if (e.state() != SqlState.SHUTTING_DOWN) {
        throw e;
      }
    }
  }

  /**
   * Creates an empty database in which PUBLIC has usage of the schema public.
   *
   * @param nodes of a cluster that are to have a replica; empty for all
   * @throws MosqlException 55000 when another leader has removed the incomplete database
   */
  void createDatabase(String name, long owner, List<String> nodes) {
    long[] id = {0};
    ClusterCatalog.Placement placement = options.cluster() == null ? null : placement(nodes);
    change(s -> id[0] = s.addDatabase(name, owner, Database.State.CREATING, placement));
    Database database = new Database(id[0], name, owner, Database.State.CREATING, placement);
    try {
      databases.create(database);
      change(
          s -> {
            // A leader in between removes databases that it finds incomplete.
            if (!s.setState(database.id(), Database.State.READY)) {
              throw EngineErrorMessage.DATABASE_CREATION_UNDONE.error(name);
            }
          });
    } catch (RuntimeException | Error e) {
      discard(database, e);
      throw e;
    }
  }

  /**
   * Inserts the row of a database whose files will be copied into its directory; the database is
   * invisible until it is marked ready.
   *
   * @return its id
   * @throws MosqlException 42P04 when the name exists
   */
  public long insertDatabaseRow(String name) {
    if (catalog.databases().stream().anyMatch(each -> each.name().equals(name))) {
      throw EngineErrorMessage.DUPLICATE_DATABASE.error(name);
    }
    long[] id = {0};
    change(s -> id[0] = s.addDatabase(name, 0, Database.State.CREATING, null));
    return id[0];
  }

  /**
   * The placement of a new database. Nodes that have not joined yet are no founders: their votes
   * would be missing.
   */
  private ClusterCatalog.Placement placement(List<String> nodes) {
    List<String> founders =
        catalog.cluster().nodes().stream()
            .filter(row -> row.joined() && !row.listener())
            .map(ClusterCatalog.NodeRow::node)
            .filter(node -> nodes.isEmpty() || nodes.contains(node))
            .toList();
    return new ClusterCatalog.Placement(newGroup(options.ports().random()), founders, nodes);
  }

  public static UUID newGroup(RandomSource random) {
    return new UUID(random.nextLong(), random.nextLong());
  }

  /** Removes a database whose creation failed; the next start repeats what fails here. */
  private void discard(Database database, Throwable why) {
    try {
      databases.closeForDrop(database.id());
      remove(database);
    } catch (RuntimeException e) {
      why.addSuppressed(e);
    }
  }

  /**
   * Drops a database; the next start completes a drop interrupted by a crash.
   *
   * @throws MosqlException 55006 when the database has sessions
   */
  void dropDatabase(Database database) {
    databases.closeForDrop(database.id());
    try {
      change(s -> s.setState(database.id(), Database.State.DROPPING));
    } catch (RuntimeException | Error e) {
      databases.reopen(database.id());
      throw e;
    }
    remove(database);
  }

  private void remove(Database database) {
    databases.delete(database);
    change(s -> s.removeDatabase(database.id()));
  }
}
