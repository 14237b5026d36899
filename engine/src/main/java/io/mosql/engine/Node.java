package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Interrupts;
import io.mosql.core.session.DelegatedIdentity;
import io.mosql.core.session.Login;
import io.mosql.core.session.ScramVerifier;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.Topology;
import io.mosql.engine.account.AccountPrincipal;
import io.mosql.engine.account.ClusterSecret;
import io.mosql.engine.account.CommandForwarder;
import io.mosql.engine.account.LocalDatabases;
import io.mosql.engine.account.NodeAccountService;
import io.mosql.engine.account.NodeCatalog;
import io.mosql.engine.account.NodeCatalogStore;
import io.mosql.engine.account.NodeDatabaseOpener;
import io.mosql.engine.account.NodeDatabases;
import io.mosql.engine.cluster.ClusterMetrics;
import io.mosql.engine.cluster.ClusterNode;
import io.mosql.engine.cluster.PeerClient;
import io.mosql.engine.cluster.PeerSessionOpener;
import io.mosql.engine.database.DatabaseReference;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.engine.options.InitialAdministrator;
import io.mosql.engine.options.NodeDirectory;
import io.mosql.engine.options.NodeOptions;
import io.mosql.sql.catalog.AccountPrivileges;
import io.mosql.sql.catalog.Privilege;
import io.mosql.sql.privilege.Principal;
import io.mosql.sql.session.SqlDatabase;
import io.mosql.sql.session.transaction.SessionMonitor;
import io.mosql.storage.version.ContentDigest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A data directory with its accounts and databases, as a server runs it. Thread-safe.
 *
 * <p>What stands in the system database is kept as one immutable {@link NodeCatalog}, replaced
 * after each change; who logs in or runs a statement reads that field and takes no lock. Changes of
 * accounts and databases go one after the other.
 */
public final class Node implements ServerEngine, AutoCloseable {
  private static final Duration LEADER_WITHIN = Duration.ofSeconds(3);
  private static final Duration NEWS_WITHIN = Duration.ofSeconds(1);
  private static final long LOOK_MILLIS = 20;

  private final NodeDirectory directory;
  private final AutoCloseable closeable;
  private final NodeCatalogStore store;
  private final NodeAccountService authority;
  private final NodeDatabases databases;
  private final @Nullable ClusterNode cluster;
  private final @Nullable InitialAdministrator initial;
  private final @Nullable SessionMonitor oversight;

  /**
   * @param house all databases and what they stand on
   * @param cluster null for a server on its own
   */
  private Node(
      NodeDirectory directory,
      AutoCloseable house,
      NodeCatalogStore store,
      NodeAccountService authority,
      @Nullable ClusterNode cluster,
      @Nullable InitialAdministrator initial,
      @Nullable SessionMonitor oversight) {
    this.directory = directory;
    this.closeable = house;
    this.store = store;
    this.authority = authority;
    this.databases = store.databases();
    this.cluster = cluster;
    this.initial = initial;
    this.oversight = oversight;
  }

  /**
   * Opens the data directory, made with an administrator and an empty database when there is none.
   * What a crash left of databases that were being created or dropped is cleaned up.
   *
   * <p>The directory of a server on its own becomes that of a cluster's first node when the options
   * name that node alone; see {@link #leaveCluster} for the way back.
   *
   * <p>A node of a cluster is opened at once; whether there are accounts to log in with {@link
   * #awaitReady} tells.
   *
   * @throws MosqlException 55006 when another process has the directory, 08001 when it is something
   *     else, 22023 when it is another node's or for a password that cannot be one, as opening a
   *     database does
   */
  public static Node open(Path dataDirectory, NodeOptions options, AuditLog audit) {
    ClusterOptions cluster = options.cluster();
    NodeDirectory directory = NodeDirectory.open(dataDirectory, cluster);
    try {
      InitialAdministrator initial =
          cluster != null && directory.marker().member() == null
              ? ClusterConversion.toCluster(directory, options, cluster)
              : null;
      if (cluster == null) {
        ClusterConversion.finish(directory);
      }
      NodeDatabaseOpener ports = new NodeDatabaseOpener(directory, options);
      return cluster == null
          ? openSingleServer(directory, ports, options, audit)
          : openClusterNode(cluster, directory, ports, options, audit, initial);
    } catch (RuntimeException | Error e) {
      directory.close();
      throw e;
    }
  }

  /**
   * The process is a server, and no application uses its heap: statements are refused memory
   * (53200) before the heap is as full as an embedding application may have it.
   */
  public static void useWholeHeap() {
    SqlDatabase.useEntireHeap();
  }

  /** Whether a directory is a server's, or a node's, already. */
  public static boolean isInitialized(Path dataDirectory) {
    return NodeDirectory.isMarked(dataDirectory);
  }

  /**
   * Makes the directory of a cluster's last node that of a server on its own, which goes on with
   * the same databases; nothing when it is one. A crash leaves one or the other.
   *
   * @throws MosqlException 55000 when the cluster has other nodes, 08001 when it is something else,
   *     55006 when another process has it
   */
  public static void leaveCluster(Path dataDirectory, NodeOptions options) {
    ClusterConversion.toSingleServer(dataDirectory, options);
  }

  private static Node openSingleServer(
      NodeDirectory directory, NodeDatabaseOpener ports, NodeOptions options, AuditLog audit) {
    OpenDatabase system = ports.openSystem();
    LocalDatabases databases = new LocalDatabases(ports::openUser, directory);
    AutoCloseable house =
        () -> {
          try {
            databases.close();
          } finally {
            system.close();
          }
        };
    try {
      NodeCatalogStore store = new NodeCatalogStore(system, databases, options);
      NodeAccountService authority =
          new NodeAccountService(store, audit, CommandForwarder.LOCAL, null);
      ports.setAuthority(authority);
      InitialAdministrator initial = store.recover();
      SessionMonitor oversight = options.ports().oversight();
      return new Node(directory, house, store, authority, null, initial, oversight);
    } catch (RuntimeException | Error e) {
      close(house);
      throw e;
    }
  }

  private static Node openClusterNode(
      ClusterOptions options,
      NodeDirectory directory,
      NodeDatabaseOpener ports,
      NodeOptions all,
      AuditLog audit,
      @Nullable InitialAdministrator initial) {
    ClusterNode cluster = ClusterNode.start(options, directory, ports);
    try {
      NodeCatalogStore store =
          new NodeCatalogStore(cluster.systemDatabase(), cluster.databases(), all);
      NodeAccountService authority = new NodeAccountService(store, audit, cluster, cluster);
      ports.setAuthority(authority);
      cluster.startReconciling(store);
      SessionMonitor oversight = all.ports().oversight();
      return new Node(directory, cluster, store, authority, cluster, initial, oversight);
    } catch (RuntimeException | Error e) {
      close(cluster);
      throw e;
    }
  }

  private static void close(AutoCloseable house) {
    try {
      house.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Interrupts.Memory memory() {
    return SqlDatabase.memory();
  }

  @Override
  public String withoutPaths(String message) {
    return directory.withDatabaseNames(
        message,
        id ->
            store.catalog().databases().stream()
                .filter(database -> database.id() == id)
                .map(NodeCatalog.Database::name)
                .findFirst()
                .orElse(null));
  }

  /**
   * Waits until there are accounts to log in with: in a cluster that was never started, until a
   * majority of its nodes runs.
   *
   * @return false when that takes longer
   */
  public boolean awaitReady(Duration within) throws InterruptedException {
    return cluster == null || cluster.awaitReady(within);
  }

  /** What it waits for before it is ready, for people; null when it is. */
  public @Nullable String waitingFor() {
    return cluster == null || cluster.isReady() ? null : cluster.waitingFor();
  }

  /** Gives the lead of all databases to other nodes; nothing for a server on its own. */
  public void transferLeadership() {
    if (cluster != null) {
      cluster.transferLeadership();
    }
  }

  /** Whether this start created the node. */
  public boolean isNew() {
    return initialAdministrator() != null;
  }

  /** The account that this start created; null when the node was there before. */
  public @Nullable InitialAdministrator initialAdministrator() {
    return cluster == null || initial != null ? initial : cluster.initialAdministrator();
  }

  /**
   * Gives an account another password, for whoever holds the data directory and has lost his.
   *
   * @throws MosqlException 42704 when there is no such account, 22023 for a password that cannot be
   *     one
   */
  public void setPassword(String user, String password) {
    authority.setPassword(user, password);
  }

  /**
   * Gives the lead of a database to another node; nothing when this node does not lead it.
   *
   * @throws MosqlException 3D000 when there is no such database
   */
  public void transferLeadership(String database, String to) {
    NodeCatalog.Database known = store.catalog().database(database);
    if (known == null) {
      throw new MosqlException(
          SqlState.UNDEFINED_DATABASE, "database \"" + database + "\" does not exist");
    }
    if (cluster != null) {
      cluster.transferLeadership(known, to);
    }
  }

  /** How it asks other nodes of its cluster for what is to be done there. */
  public void setPeerSessionOpener(PeerSessionOpener door) {
    if (cluster != null) {
      cluster.peers().setOpener(door);
    }
  }

  /**
   * What this node logs in with to others as {@link DelegatedIdentity#NODE}; null as long as it has
   * none.
   */
  public @Nullable String peerPassword() {
    ClusterSecret secret = store.secret();
    return secret == null ? null : secret.password();
  }

  /** The authority that other nodes' certificates are of; null for those of the JVM. */
  public @Nullable Path peerAuthority() {
    return cluster == null ? null : cluster.certificateAuthority();
  }

  @Override
  public @Nullable ScramVerifier verifier(String user) {
    if (user.equals(DelegatedIdentity.NODE)) {
      ClusterSecret secret = store.secret();
      return secret == null ? null : secret.verifier();
    }
    NodeCatalog.Account account = store.catalog().account(user);
    return account == null || !account.login() ? null : account.verifier();
  }

  @Override
  public boolean isAdministrator(String user) {
    NodeCatalog.Account account = store.catalog().account(user);
    return account != null && account.admin();
  }

  @Override
  public Session connect(Login login) {
    NodeCatalog now = store.catalog();
    NodeCatalog.Account account = now.account(login.user());
    if (account == null || !account.login()) {
      throw new MosqlException(
          SqlState.INVALID_AUTHORIZATION, "\"" + login.user() + "\" may not log in");
    }
    NodeCatalog.Database database = database(login.database());
    if (database == null) {
      throw new MosqlException(
          SqlState.UNDEFINED_DATABASE, "database \"" + login.database() + "\" does not exist");
    }
    ClusterNode commands = clusterNodeForCommands(login);
    Principal principal =
        commands == null
            ? new AccountPrincipal(store, account, database, login.clientAddress())
            : new AccountPrincipal(
                store, account, database, login.clientAddress(), commands::systemPosition);
    AccountPrivileges standing = principal.privileges();
    if (!standing.hasDatabasePrivilege(Privilege.CONNECT)) {
      throw new MosqlException(
          SqlState.PRIVILEGE, "permission denied: CONNECT on database \"" + database.name() + "\"");
    }
    Map<SessionProperty, String> properties = new EnumMap<>(SessionProperty.class);
    properties.putAll(login.properties());
    properties.keySet().removeIf(SessionProperty::isOfDatabase);
    if (cluster != null && commands == null) {
      requireLead(cluster, database, properties);
    }
    DatabaseReference use = databases.use(database);
    try {
      if (cluster != null && !use.database().awaitPosition(login.position(), LEADER_WITHIN)) {
        throw new MosqlException(
            SqlState.REPLICA_BEHIND, "this node is behind what the session has seen elsewhere");
      }
      return use.database().connect(properties, principal, use::close);
    } catch (RuntimeException | Error e) {
      use.close();
      throw e;
    }
  }

  /** Of a session for statements about accounts and databases, which another node opens here. */
  private @Nullable ClusterNode clusterNodeForCommands(Login login) {
    boolean wanted = PeerClient.COMMANDS.equals(login.properties().get(SessionProperty.FORWARDING));
    if (!wanted || cluster == null) {
      return null;
    }
    if (!cluster.leadsSystem()) {
      throw new MosqlException(SqlState.NOT_LEADER, "this node does not lead the system database");
    }
    return cluster;
  }

  /** One of a cluster may have been created elsewhere a moment ago. */
  private NodeCatalog.@Nullable Database database(String name) {
    NodeCatalog.Database known = store.catalog().database(name);
    long end = System.nanoTime() + NEWS_WITHIN.toNanos();
    while (known == null && cluster != null && !cluster.leadsSystem() && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
      known = store.catalog().database(name);
    }
    return known;
  }

  /**
   * Who wants to write, or to read what is newest, is to go to the leader. Waits a moment for one.
   *
   * @throws MosqlException 57P05 when that is elsewhere, or nowhere
   */
  private static void requireLead(
      ClusterNode cluster, NodeCatalog.Database database, Map<SessionProperty, String> properties) {
    String consistency = properties.getOrDefault(SessionProperty.READ_CONSISTENCY, "strict");
    boolean readOnly = Boolean.parseBoolean(properties.get(SessionProperty.READ_ONLY));
    boolean here = cluster.hasReplicaHere(database);
    if (here && readOnly && !consistency.equalsIgnoreCase("strict")) {
      return;
    }
    long end = System.nanoTime() + LEADER_WITHIN.toNanos();
    while (!cluster.topology(database).isLeader()) {
      if (!here || cluster.topology(database).leader() != null || System.nanoTime() > end) {
        throw new MosqlException(
            SqlState.NOT_LEADER,
            "this node does not lead database \""
                + database.name()
                + "\": "
                + cluster.describeLeader(database));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
    }
  }

  @Override
  public Topology topology(String database) {
    return cluster == null ? Topology.ALONE : cluster.topology(store.catalog().database(database));
  }

  /** Names of all databases, sorted. */
  public List<String> databases() {
    return store.catalog().databases().stream().map(NodeCatalog.Database::name).toList();
  }

  /** Number of open sessions by state; none where nobody watches them. */
  public Map<String, Long> sessionsByState() {
    return oversight == null ? Map.of() : oversight.sessionsByState();
  }

  /**
   * Figures of the open databases by name; see {@link OpenDatabase#figures} and {@link
   * ClusterMetrics}.
   */
  public Map<String, Map<String, Long>> figures() {
    Map<String, Map<String, Long>> figures = databases.figures();
    figures.replaceAll((name, own) -> ClusterMetrics.with(own, authority.members(name)));
    return figures;
  }

  /**
   * What a database holds here, on this node; see {@link OpenDatabase#content}.
   *
   * @throws MosqlException 3D000 when there is no such database
   */
  public ContentDigest content(String name) {
    NodeCatalog.Database database = store.catalog().database(name);
    if (database == null) {
      throw new MosqlException(
          SqlState.UNDEFINED_DATABASE, "database \"" + name + "\" does not exist");
    }
    try (DatabaseReference use = databases.use(database)) {
      return use.database().content();
    }
  }

  /** Why it cannot go on, such as a disk that failed under a database; null while it can. */
  public @Nullable String failure() {
    return cluster == null ? databases.failure() : cluster.failure();
  }

  /** Ends all sessions and closes all databases. */
  @Override
  public void close() {
    try {
      close(closeable);
    } finally {
      directory.close();
    }
  }
}
