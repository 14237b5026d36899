package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
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
import io.mosql.engine.error.EngineErrorMessage;
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
import org.jspecify.annotations.Nullable;

/**
 * A data directory with its accounts and databases, as served by a server. Thread-safe.
 *
 * <p>The contents of the system database are cached as one immutable {@link NodeCatalog}, replaced
 * after each change; logins and statements read that field without a lock. Changes of accounts and
 * databases are serialized.
 */
public final class Node implements ServerEngine, AutoCloseable {
  private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration CATALOG_TIMEOUT = Duration.ofSeconds(1);
  private static final long POLL_MILLIS = 20;

  private final NodeDirectory directory;
  private final AutoCloseable closeable;
  private final NodeCatalogStore store;
  private final NodeAccountService accountService;
  private final NodeDatabases databases;
  private final @Nullable ClusterNode cluster;
  private final @Nullable InitialAdministrator initial;
  private final Clock clock;
  private final @Nullable SessionMonitor sessionMonitor;

  /**
   * @param closeable all databases with their directory and options
   * @param cluster null for a single server
   */
  private Node(
      NodeDirectory directory,
      AutoCloseable closeable,
      NodeCatalogStore store,
      NodeAccountService accountService,
      @Nullable ClusterNode cluster,
      @Nullable InitialAdministrator initial,
      Clock clock,
      @Nullable SessionMonitor sessionMonitor) {
    this.directory = directory;
    this.closeable = closeable;
    this.store = store;
    this.accountService = accountService;
    this.databases = store.databases();
    this.cluster = cluster;
    this.initial = initial;
    this.clock = clock;
    this.sessionMonitor = sessionMonitor;
  }

  /**
   * Opens the data directory; when absent it is created with an administrator and an empty
   * database. Removes the remains of databases whose creation or removal was interrupted by a
   * crash.
   *
   * <p>The directory of a single server becomes the directory of a cluster's first node when the
   * options name only that node; {@link #leaveCluster} is the reverse.
   *
   * <p>A node of a cluster is opened without waiting for the cluster; {@link #awaitReady} waits
   * until accounts are available for login.
   *
   * @throws MosqlException 55006 when another process has locked the directory, 08001 when it is
   *     not a data directory, 22023 when it belongs to another node or the password is invalid, and
   *     for the reasons of opening a database
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
   * Declares that the process is a server whose heap no application uses: statements are refused
   * memory (53200) before the heap of the whole process is full. An embedding application does not
   * have this guard.
   */
  public static void useWholeHeap() {
    SqlDatabase.useEntireHeap();
  }

  /** Whether a directory already belongs to a server or a node. */
  public static boolean isInitialized(Path dataDirectory) {
    return NodeDirectory.isMarked(dataDirectory);
  }

  /**
   * Converts the directory of a cluster's last node into the directory of a single server with the
   * same databases; no effect on the directory of a single server. A crash leaves one of the two
   * kinds.
   *
   * @throws MosqlException 55000 when the cluster has other nodes, 08001 when it is no data
   *     directory, 55006 when another process has locked it
   */
  public static void leaveCluster(Path dataDirectory, NodeOptions options) {
    ClusterConversion.toSingleServer(dataDirectory, options);
  }

  private static Node openSingleServer(
      NodeDirectory directory, NodeDatabaseOpener ports, NodeOptions options, AuditLog audit) {
    OpenDatabase system = ports.openSystem();
    LocalDatabases databases = new LocalDatabases(ports::openUser, directory);
    AutoCloseable closeable =
        () -> {
          try {
            databases.close();
          } finally {
            system.close();
          }
        };
    try {
      NodeCatalogStore store = new NodeCatalogStore(system, databases, options);
      NodeAccountService accountService =
          new NodeAccountService(store, audit, CommandForwarder.LOCAL, null);
      ports.setAccountService(accountService);
      InitialAdministrator initial;
      synchronized (store.lock()) {
        initial = store.recover();
      }
      SessionMonitor sessionMonitor = options.ports().sessionMonitor();
      return new Node(
          directory,
          closeable,
          store,
          accountService,
          null,
          initial,
          ports.clock(),
          sessionMonitor);
    } catch (RuntimeException | Error e) {
      close(closeable);
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
      NodeAccountService accountService = new NodeAccountService(store, audit, cluster, cluster);
      ports.setAccountService(accountService);
      cluster.startReconciling(store);
      SessionMonitor sessionMonitor = all.ports().sessionMonitor();
      return new Node(
          directory,
          cluster,
          store,
          accountService,
          cluster,
          initial,
          ports.clock(),
          sessionMonitor);
    } catch (RuntimeException | Error e) {
      close(cluster);
      throw e;
    }
  }

  private static void close(AutoCloseable closeable) {
    try {
      closeable.close();
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
   * Waits until accounts are available for login: in a new cluster, until a majority of its nodes
   * runs.
   *
   * @return false when the time is over
   */
  public boolean awaitReady(Duration within) throws InterruptedException {
    return cluster == null || cluster.awaitReady(within);
  }

  /** Text describing the unmet condition for readiness; null when the node is ready. */
  public @Nullable String waitingFor() {
    return cluster == null || cluster.isReady() ? null : cluster.waitingFor();
  }

  /** Transfers leadership of all databases to other nodes; no effect on a single server. */
  public void transferLeadership() {
    if (cluster != null) {
      cluster.transferLeadership();
    }
  }

  /** Whether this start created the data directory. */
  public boolean isNew() {
    return initialAdministrator() != null;
  }

  /** The account that this start created; null when the data directory existed before. */
  public @Nullable InitialAdministrator initialAdministrator() {
    return cluster == null || initial != null ? initial : cluster.initialAdministrator();
  }

  /**
   * Sets the password of an account; for an administrator with access to the data directory whose
   * password is lost.
   *
   * @throws MosqlException 42704 when there is no such account, 22023 for an invalid password
   */
  public void setPassword(String user, String password) {
    accountService.setPassword(user, password);
  }

  /**
   * Transfers leadership of a database to another node; no effect when this node does not lead it.
   *
   * @throws MosqlException 3D000 when there is no such database
   */
  public void transferLeadership(String database, String to) {
    NodeCatalog.Database known = store.catalog().database(database);
    if (known == null) {
      throw EngineErrorMessage.UNDEFINED_DATABASE.error(database);
    }
    if (cluster != null) {
      cluster.transferLeadership(known, to);
    }
  }

  /** Sets the opener of sessions on other nodes, used to forward requests to them. */
  public void setPeerSessionOpener(PeerSessionOpener door) {
    if (cluster != null) {
      cluster.peers().setOpener(door);
    }
  }

  /**
   * The password with which this node logs in to others as {@link DelegatedIdentity#NODE}; null
   * while the cluster has no secret.
   */
  public @Nullable String peerPassword() {
    ClusterSecret secret = store.secret();
    return secret == null ? null : secret.password();
  }

  /** The certificate authority of the other nodes; null for those that the JVM trusts. */
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
      throw EngineErrorMessage.LOGIN_NOT_PERMITTED.error(login.user());
    }
    NodeCatalog.Database database = database(login.database());
    if (database == null) {
      throw EngineErrorMessage.UNDEFINED_DATABASE.error(login.database());
    }
    ClusterNode commands = clusterNodeForCommands(login);
    Principal principal =
        commands == null
            ? new AccountPrincipal(store, account, database, login.clientAddress())
            : new AccountPrincipal(
                store, account, database, login.clientAddress(), commands::systemPosition);
    AccountPrivileges privileges = principal.privileges();
    if (!privileges.hasDatabasePrivilege(Privilege.CONNECT)) {
      throw EngineErrorMessage.DATABASE_PRIVILEGE_REQUIRED.error("CONNECT", database.name());
    }
    Map<SessionProperty, String> properties = new EnumMap<>(SessionProperty.class);
    properties.putAll(login.properties());
    properties.keySet().removeIf(SessionProperty::isOfDatabase);
    if (cluster != null && commands == null) {
      requireLead(cluster, database, properties);
    }
    DatabaseReference use = databases.use(database);
    try {
      if (cluster != null && !use.database().awaitPosition(login.position(), LEADER_TIMEOUT)) {
        throw EngineErrorMessage.REPLICA_BEHIND.error();
      }
      return use.database().connect(properties, principal, use::close);
    } catch (RuntimeException | Error e) {
      use.close();
      throw e;
    }
  }

  /**
   * The cluster node for a command session, opened here by another node for statements about
   * accounts and databases; null for other sessions.
   */
  private @Nullable ClusterNode clusterNodeForCommands(Login login) {
    boolean wanted = PeerClient.COMMANDS.equals(login.properties().get(SessionProperty.FORWARDING));
    if (!wanted || cluster == null) {
      return null;
    }
    if (!cluster.leadsSystem()) {
      throw EngineErrorMessage.NOT_LEADER_OF_SYSTEM.error();
    }
    return cluster;
  }

  /**
   * The database of this name; in a cluster it may have been created on another node a moment ago.
   */
  private NodeCatalog.@Nullable Database database(String name) {
    NodeCatalog.Database known = store.catalog().database(name);
    long end = clock.nanoTime() + CATALOG_TIMEOUT.toNanos();
    while (known == null && cluster != null && !cluster.leadsSystem() && clock.nanoTime() < end) {
      clock.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
      known = store.catalog().database(name);
    }
    return known;
  }

  /**
   * Checks that a session that writes, or reads the newest state, is on the leader. Waits a short
   * time for a leader.
   *
   * @throws MosqlException 57P05 when another node leads, or no leader is known
   */
  private void requireLead(
      ClusterNode cluster, NodeCatalog.Database database, Map<SessionProperty, String> properties) {
    String consistency = properties.getOrDefault(SessionProperty.READ_CONSISTENCY, "strict");
    boolean readOnly = Boolean.parseBoolean(properties.get(SessionProperty.READ_ONLY));
    boolean here = cluster.hasReplicaHere(database);
    if (here && readOnly && !consistency.equalsIgnoreCase("strict")) {
      return;
    }
    long end = clock.nanoTime() + LEADER_TIMEOUT.toNanos();
    while (!cluster.topology(database).isLeader()) {
      if (!here || cluster.topology(database).leader() != null || clock.nanoTime() > end) {
        throw EngineErrorMessage.NOT_LEADER_OF_DATABASE.error(
            database.name(), cluster.describeLeader(database));
      }
      clock.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
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

  /** Number of open sessions by state; empty without monitoring. */
  public Map<String, Long> sessionsByState() {
    return sessionMonitor == null ? Map.of() : sessionMonitor.sessionsByState();
  }

  /**
   * Metrics of the open databases by name; see {@link OpenDatabase#figures} and {@link
   * ClusterMetrics}.
   */
  public Map<String, Map<String, Long>> figures() {
    Map<String, Map<String, Long>> figures = databases.figures();
    figures.replaceAll((name, own) -> ClusterMetrics.with(own, accountService.members(name)));
    return figures;
  }

  /**
   * Digest of the content of this node's replica of a database; see {@link OpenDatabase#content}.
   *
   * @throws MosqlException 3D000 when there is no such database
   */
  public ContentDigest content(String name) {
    NodeCatalog.Database database = store.catalog().database(name);
    if (database == null) {
      throw EngineErrorMessage.UNDEFINED_DATABASE.error(name);
    }
    try (DatabaseReference use = databases.use(database)) {
      return use.database().content();
    }
  }

  /** Reason why the node has failed, such as a failed disk of a database; null while it works. */
  public @Nullable String failure() {
    return cluster == null ? databases.failure() : cluster.failure();
  }

  /**
   * The failure of background work that is repeated until it succeeds, or that has ended the node;
   * null for none.
   */
  public @Nullable Throwable backgroundFailure() {
    return cluster == null ? null : cluster.backgroundFailure();
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
