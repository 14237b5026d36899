package io.mosql.engine.account;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ScramVerifier;
import io.mosql.engine.account.NodeCatalog.Database;
import io.mosql.engine.database.OpenDatabase;
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
 * The accounts and databases of a node: reads and changes the system database, and makes and
 * deletes directories of databases as its rows say.
 *
 * <p>A row comes before its directory and goes after it, so that a crash leaves no directory that
 * nobody knows: what is not ready when the node starts is deleted. {@link #catalog()} takes no
 * lock; all else is called by one thread at a time, which holds {@link #lock()}, and what it
 * changed is durable and seen by everybody when a method returns.
 */
public final class NodeCatalogStore {
  /** The database that a new node has. */
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
   * @param system not closed with this
   */
  public NodeCatalogStore(OpenDatabase system, NodeDatabases databases, NodeOptions options) {
    this.databases = databases;
    this.options = options;
    this.passwords = new Passwords(options.ports().random(), options.passwordIterations());
    this.system = new SystemDatabase(system);
  }

  /** Goes on with another copy of the same system database. */
  public void replaceSystem(OpenDatabase other) {
    system = new SystemDatabase(other);
    refresh();
  }

  /** Reads anew what was changed elsewhere. */
  public void refresh() {
    synchronized (refreshing) {
      if (secret == null && options.cluster() != null) {
        byte[] known = system.secret();
        secret = known == null ? null : ClusterSecret.of(known, options.ports().random());
      }
      catalog = system.read();
    }
  }

  /** By which nodes of the cluster know each other; null as long as there is none. */
  public @Nullable ClusterSecret secret() {
    return secret;
  }

  /** What holds now. */
  public NodeCatalog catalog() {
    return catalog;
  }

  /** Whoever changes something holds this. */
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
   * Finishes what a crash interrupted, and furnishes a new node.
   *
   * @return the account that was created; null when there were some
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
    // The account comes last: without one, the next start begins anew.
    if (catalog.database(DEFAULT_DATABASE) == null) {
      createDatabase(DEFAULT_DATABASE, 0, List.of());
    }
    change(s -> s.addAccount(options.administrator(), true, true, verifier));
    return createdAdministrator();
  }

  /**
   * The account that this made, as soon as it is there: of a cluster it may be seen before the
   * commit returns, and nobody else will ever know its password. Null when others made one. Any
   * thread.
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

  /** An account that is about to be there. */
  private record CreatedAccount(InitialAdministrator administrator, ScramVerifier verifier) {}

  /** Where clients reach the nodes, as this one was told of itself, and of others at first. */
  private void recordAddresses() {
    ClusterOptions cluster = options.cluster();
    if (cluster == null) {
      return;
    }
    for (ClusterOptions.Peer peer : cluster.peers()) {
      NodeCatalog.ClientAddress told =
          new NodeCatalog.ClientAddress(peer.node(), peer.clientHost(), peer.clientPort());
      NodeCatalog.ClientAddress known = catalog.address(peer.node());
      if (known == null || peer.node().equals(cluster.node()) && !known.equals(told)) {
        change(s -> s.setAddress(told));
      }
    }
    recordNodes(cluster);
  }

  /** Which nodes there are: at first those that founded the cluster; and this one as it is now. */
  private void recordNodes(ClusterOptions cluster) {
    ClusterCatalog known = catalog.cluster();
    if (known.nodes().isEmpty()) {
      // All at once: a part of them would look as if the others were to go.
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
   * Changes several rows at once.
   *
   * @throws MosqlException as the statements do; nothing is changed then
   */
  public void change(Consumer<SystemDatabase> work) {
    system.change(work);
    refreshUnlessClosed();
  }

  /**
   * As {@link #refresh}, after a change that was made: a database that is being closed, as on a
   * node that was just removed, does not fail it any more.
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
   * Makes an empty database, in which everybody may look into the schema public.
   *
   * @param nodes of a cluster that are to have it; none for all
   */
  void createDatabase(String name, long owner, List<String> nodes) {
    long[] id = {0};
    ClusterCatalog.Placement placement = options.cluster() == null ? null : placement(nodes);
    change(s -> id[0] = s.addDatabase(name, owner, Database.State.CREATING, placement));
    Database database = new Database(id[0], name, owner, Database.State.CREATING, placement);
    try {
      databases.create(database);
      change(s -> s.setState(database.id(), Database.State.READY));
    } catch (RuntimeException | Error e) {
      discard(database, e);
      throw e;
    }
  }

  /**
   * Names a database whose files will be put into its directory; until it is said to be ready it
   * does not count.
   *
   * @return its id
   * @throws MosqlException 42P04 when there is one of that name
   */
  public long insertDatabaseRow(String name) {
    if (catalog.databases().stream().anyMatch(each -> each.name().equals(name))) {
      throw new MosqlException(
          SqlState.DUPLICATE_DATABASE, "database \"" + name + "\" already exists");
    }
    long[] id = {0};
    change(s -> id[0] = s.addDatabase(name, 0, Database.State.CREATING, null));
    return id[0];
  }

  /** Nodes that have not come yet found nothing: their votes would be missed. */
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

  /** Takes back what could not be made; the next start does what fails here. */
  private void discard(Database database, Throwable why) {
    try {
      databases.closeForDrop(database.id());
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
