package io.mosql.engine.cluster;

import static java.util.concurrent.Executors.newCachedThreadPool;
import static java.util.concurrent.Executors.newSingleThreadExecutor;

import io.mosql.consensus.ratis.RatisNode;
import io.mosql.consensus.ratis.group.GroupLogFactory;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.consensus.ratis.settings.PeerTls;
import io.mosql.consensus.ratis.settings.RatisSettings;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.core.port.DaemonThreads;
import io.mosql.core.port.ThreadEnd;
import io.mosql.core.session.Topology;
import io.mosql.engine.account.ClusterCatalog;
import io.mosql.engine.account.CommandForwarder;
import io.mosql.engine.account.MemberDirectory;
import io.mosql.engine.account.NodeCatalog;
import io.mosql.engine.account.NodeCatalogStore;
import io.mosql.engine.account.NodeDatabaseOpener;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.error.EngineErrorMessage;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.engine.options.InitialAdministrator;
import io.mosql.engine.options.NodeDirectory;
import io.mosql.engine.options.NodeMarker;
import io.mosql.sql.privilege.AccountService.ClusterMember;
import io.mosql.sql.privilege.AccountService.DatabaseReplica;
import io.mosql.sql.privilege.AccountService.StatementOrigin;
import io.mosql.sql.privilege.Principal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A member node of a cluster: the Raft server, the replicas of the system database and of the user
 * databases, and a thread that reconciles them with the rows of the system database.
 *
 * <p>The thread reads the system database again after a change, opens and deletes replicas of user
 * databases according to its rows, and updates the leaders in {@link TopologyCache}. Work that only
 * a leader does runs on other threads, since a commit takes as long as its majority. Each step is
 * idempotent and is repeated until it succeeds; {@link #backgroundFailure} is the failure of a step
 * that is repeated. A violated invariant ends the node: no further step starts, and {@link
 * #failure} names the invariant.
 *
 * <p>The leader of the system database is kept on the node that leads the database {@value
 * NodeCatalogStore#DEFAULT_DATABASE}, so that sessions in that database can change accounts.
 *
 * <p>Thread-safe.
 */
public final class ClusterNode implements CommandForwarder, MemberDirectory, AutoCloseable {
  private static final long RECONCILE_INTERVAL_MILLIS = 100;
  private static final long COLOCATION_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final Duration CATCH_UP_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration THREADS_END_WITHIN = Duration.ofSeconds(10);
  private static final Duration SYSTEM_OPEN_TIMEOUT = Duration.ofSeconds(10);

  private final ClusterOptions options;
  private final NodeDirectory directory;
  private final NodeDatabaseOpener ports;
  private final Clock clock;
  private final GroupLogFactory groups;
  private final ReplicatedDatabases databases;
  private final TopologyCache topologies;
  private final MembershipReconciler membershipReconciler;
  private final MetadataReconciler metadataReconciler;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final Executors executors;
  private final BackgroundWork background = new BackgroundWork();
  private final Executor replicaWork;
  private final Executor rowWork;
  private final Thread thread;
  private final ReplicatedDatabase system;

  private volatile @Nullable NodeCatalogStore store;
  private volatile boolean closed;

  // Accessed by the reconciling thread only, apart from the last field.
  private final PeerClient peers = new PeerClient();
  private @Nullable OpenDatabase seen;
  private long seenPosition = -1;
  private long movedNanos;
  private volatile boolean prepared;

  /**
   * Whether this node was seen among the node rows: a joining node first reads rows from before its
   * addition.
   */
  private volatile boolean wasNamed;

  /**
   * The executors of a node, which are closed with it.
   *
   * @param replicas executes the work on replicas
   * @param rows executes the changes of the system database, which hold the lock of its store
   * @param members executes the changes of groups, one at a time
   * @param threads of the executors, which are waited for
   */
  record Executors(
      ExecutorService replicas,
      ExecutorService rows,
      ExecutorService members,
      DaemonThreads threads) {
    private static Executors create(String node) {
      DaemonThreads threads = new DaemonThreads("node " + node);
      return new Executors(
          newCachedThreadPool(threads.named("mosql-cluster-work")),
          newSingleThreadExecutor(threads.named("mosql-cluster-rows")),
          newSingleThreadExecutor(threads.named("mosql-cluster-members")),
          threads);
    }
  }

  /** Creates a node that is not started. */
  ClusterNode(
      ClusterOptions options,
      NodeDirectory directory,
      NodeDatabaseOpener ports,
      GroupLogFactory groups,
      Executors executors) {
    this.options = options;
    this.directory = directory;
    this.ports = ports;
    this.clock = ports.clock();
    this.movedNanos = clock.nanoTime();
    this.groups = groups;
    this.executors = executors;
    this.thread = executors.threads.create(this::run, "mosql-cluster");
    this.replicaWork = background.on("replicas", executors.replicas);
    this.rowWork = background.on("rows", executors.rows);
    this.membershipReconciler =
        new MembershipReconciler(
            options.node(), background.on("members", executors.members), clock);
    this.metadataReconciler = new MetadataReconciler(this::leader, rowWork, clock);
    this.topologies = new TopologyCache(options);
    this.databases = new ReplicatedDatabases(options.node(), this::newReplica, directory, clock);
    this.system =
        new ReplicatedDatabase(
            "system",
            marker().cluster(),
            directory.system().path(),
            groups,
            firstMembers(),
            log -> ports.openSystem(options, log),
            this::wake,
            clock);
  }

  /**
   * Starts the Raft server and opens the system database; {@link #startReconciling} opens the user
   * databases.
   *
   * @throws MosqlException the errors of starting the Raft server and opening the database
   */
  public static ClusterNode start(
      ClusterOptions options, NodeDirectory directory, NodeDatabaseOpener ports) {
    RatisNode raft =
        RatisNode.start(settings(options, directory, ports), ports.clock(), ports.random());
    ClusterNode node = null;
    try {
      node = new ClusterNode(options, directory, ports, raft, Executors.create(options.node()));
      node.openSystem();
      return node;
    } catch (RuntimeException | Error e) {
      if (node == null) {
        raft.close();
      } else {
        node.close();
      }
      throw e;
    }
  }

  /** Opens the system database. */
  void openSystem() {
    system.start();
  }

  private static RatisSettings settings(
      ClusterOptions options, NodeDirectory directory, NodeDatabaseOpener ports) {
    ClusterOptions.Peer self = options.self();
    String host = options.listenHost();
    RatisSettings settings =
        RatisSettings.of(
                options.node(), host == null ? self.host() : host, self.port(), directory.raft())
            .withHistoryBytes(ports.historyBytes());
    ClusterOptions.Certificates files = options.certificates();
    if (files != null) {
      settings =
          settings.withTls(new PeerTls(files.key(), files.certificates(), files.authority()));
    }
    Duration election = options.electionMin();
    if (election != null) {
      settings = settings.withElectionTimeouts(election, election.multipliedBy(2));
    }
    Long retained = options.retainedLogBytes();
    if (retained != null) {
      int segment = Math.toIntExact(Math.max(64 << 10, Math.min(32 << 20, retained / 4)));
      settings = settings.withLogSizes(segment, retained);
    }
    Long free = options.freeBytesMin();
    return free == null ? settings : settings.withFreeBytesMin(free);
  }

  private ReplicatedDatabase newReplica(NodeCatalog.Database database) {
    UUID group = Objects.requireNonNull(database.group());
    InvariantViolation.check(
        !group.equals(marker().cluster()),
        "the group of a user database is not that of the system database");
    return new ReplicatedDatabase(
        database.name(),
        group,
        directory.database(database.id()).path(),
        groups,
        firstMembers(database),
        log -> ports.openUser(database, options, log),
        this::wake,
        clock);
  }

  private NodeMarker.Member marker() {
    return Objects.requireNonNull(directory.marker().member());
  }

  /**
   * Initial members of the group of the system database, as long as this node has no state of the
   * group.
   */
  private List<Member> firstMembers() {
    return marker().joined() == null
        ? options.peers().stream()
            .map(peer -> Member.voter(peer.node(), peer.host(), peer.port()))
            .toList()
        : initialMembersOfJoiner(joinedAsListener());
  }

  private boolean joinedAsListener() {
    return "listener".equals(marker().joined());
  }

  /** Initial members of an existing group on a node that will be added to it. */
  private List<Member> initialMembersOfJoiner(boolean listener) {
    ClusterOptions.Peer self = options.self();
    return listener ? List.of(Member.listener(self.node(), self.host(), self.port())) : List.of();
  }

  private List<Member> firstMembers(NodeCatalog.Database database) {
    ClusterCatalog rows = Objects.requireNonNull(store).catalog().cluster();
    List<String> founders = Objects.requireNonNull(database.placement()).founders();
    ClusterCatalog.NodeRow self = rows.node(options.node());
    if (!founders.contains(options.node())) {
      return initialMembersOfJoiner(self == null ? joinedAsListener() : self.listener());
    }
    return rows.nodes().stream()
        .filter(row -> founders.contains(row.node()))
        .map(row -> Member.voter(row.node(), row.host(), row.port()))
        .toList();
  }

  /** The system database; blocks until it is open. */
  public OpenDatabase systemDatabase() {
    return system.await(SYSTEM_OPEN_TIMEOUT);
  }

  public ReplicatedDatabases databases() {
    return databases;
  }

  /** Starts the reconciling thread. */
  public void startReconciling(NodeCatalogStore accounts) {
    setStore(accounts);
    thread.start();
  }

  void setStore(NodeCatalogStore accounts) {
    store = accounts;
  }

  private void wake() {
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!closed && background.violation() == null) {
      background.run("reconciliation", this::reconcileOnce);
      clock.parkNanos(TimeUnit.MILLISECONDS.toNanos(RECONCILE_INTERVAL_MILLIS));
    }
  }

  /** Makes one comparison with the rows, and starts the work that it finds. */
  void reconcileOnce() {
    NodeCatalogStore accounts = Objects.requireNonNull(store);
    system.maintain(replicaWork);
    databases.maintain(replicaWork);
    OpenDatabase database = system.current();
    if (database != null && !database.hasFailed()) {
      long position = database.position();
      InvariantViolation.check(
          position >= seenPosition,
          "the position of the system database does not decrease",
          position,
          seenPosition);
      if (database != seen || position != seenPosition) {
        if (database == seen) {
          accounts.refresh();
        } else {
          accounts.replaceSystem(database);
        }
        wasNamed |= isNamed(accounts.catalog());
        // A replica opened according to earlier rows would take part in a group that does not
        // contain this node yet; Ratis closes such a replica for good.
        if (marker().joined() == null || wasNamed) {
          databases.reconcile(accounts.catalog());
        }
        seen = database;
        seenPosition = position;
      }
      if (!accounts.catalog().accounts().isEmpty()) {
        ready.countDown();
      }
      reconcileAsLeader(accounts, database.leads() && database.isInitialized());
    }
    topologies.refresh(accounts.catalog(), system, databases);
    membershipReconciler.reconcile(accounts.catalog(), system, databases);
  }

  private void reconcileAsLeader(NodeCatalogStore accounts, boolean leads) {
    if (!leads) {
      prepared = false;
    } else if (!prepared) {
      prepared = true;
      rowWork.execute(() -> initializeSystem(accounts));
    } else {
      colocateSystemLeader(accounts.catalog());
      metadataReconciler.reconcile(accounts, system.status());
    }
  }

  private void initializeSystem(NodeCatalogStore accounts) {
    boolean done = false;
    try {
      synchronized (accounts.lock()) {
        accounts.recover();
      }
      done = true;
    } finally {
      if (!done) {
        // This leader, or the next one, tries again.
        prepared = false;
      }
      wake();
    }
  }

  private void colocateSystemLeader(NodeCatalog accounts) {
    NodeCatalog.Database main = accounts.database(NodeCatalogStore.DEFAULT_DATABASE);
    Topology there = main == null ? null : topologies.of(main.id());
    String leader = there == null ? null : there.leader();
    long now = clock.nanoTime();
    if (leader != null
        && !leader.equals(options.node())
        && now - movedNanos > COLOCATION_INTERVAL_NANOS) {
      movedNanos = now;
      replicaWork.execute(() -> system.transferLeadership(leader));
    }
  }

  /**
   * Waits until the accounts have been read.
   *
   * @return false when the time is over
   */
  public boolean awaitReady(Duration within) throws InterruptedException {
    return ready.await(within.toMillis(), TimeUnit.MILLISECONDS);
  }

  public boolean isReady() {
    return ready.getCount() == 0;
  }

  /** Text describing the condition that readiness waits for. */
  public String waitingFor() {
    Throwable why = background.failure();
    return "waiting for a majority of "
        + options.peersText()
        + (why == null ? "" : ": " + why.getMessage());
  }

  /** The administrator that this node created as the first leader; null otherwise. */
  public @Nullable InitialAdministrator initialAdministrator() {
    NodeCatalogStore known = store;
    return known == null ? null : known.createdAdministrator();
  }

  /**
   * The topology of a database, like {@link TopologyCache#of}; {@link Topology#ALONE} for an absent
   * database. The leader of a database without a replica here is unknown.
   */
  public Topology topology(NodeCatalog.@Nullable Database database) {
    Topology known = database == null ? null : topologies.of(database.id());
    if (known != null) {
      return known;
    }
    if (database == null) {
      return Topology.ALONE;
    }
    return hasReplicaHere(database)
        ? new Topology(options.node(), null, 0, List.of())
        : topologies.remoteOnly(Objects.requireNonNull(store).catalog(), database);
  }

  /** Whether a replica of a database is placed on this node. */
  public boolean hasReplicaHere(NodeCatalog.Database database) {
    ClusterCatalog.Placement placement = database.placement();
    return placement == null || placement.isOn(options.node());
  }

  @Override
  public @Nullable String leader(NodeCatalog.Database database) {
    Topology known = topologies.of(database.id());
    return known == null ? null : known.leader();
  }

  @Override
  public boolean forward(StatementOrigin wording, Principal by) {
    if (system.leads()) {
      return false;
    }
    Topology.NodeAddress place = topologies.ofSystem().topology().leaderAddress();
    if (place == null || place.node().equals(options.node())) {
      throw EngineErrorMessage.SYSTEM_LED_ELSEWHERE.error(topologies.ofSystem().describe());
    }
    long position = peers.run(place, wording, by);
    OpenDatabase here = system.current();
    NodeCatalogStore accounts = store;
    if (here != null && accounts != null && here.awaitPosition(position, CATCH_UP_TIMEOUT)) {
      accounts.refreshUnlessClosed();
    }
    return true;
  }

  @Override
  public void askLeader(String name, Principal by) {
    NodeCatalogStore accounts = store;
    NodeCatalog.Database database = accounts == null ? null : accounts.catalog().database(name);
    Topology.NodeAddress place = topology(database).leaderAddress();
    if (place == null) {
      throw EngineErrorMessage.NO_LEADER_KNOWN.error();
    }
    peers.requestTimeRecord(place, name, by);
  }

  /** Position of this node's replica of the system database. */
  public long systemPosition() {
    OpenDatabase here = system.current();
    return here == null ? 0 : here.position();
  }

  public PeerClient peers() {
    return peers;
  }

  /**
   * Whether this node leads the system database, so that its accounts and databases are the newest.
   */
  public boolean leadsSystem() {
    return system.leads();
  }

  /** Authority of the certificates of the nodes; null without certificates. */
  public @Nullable Path certificateAuthority() {
    ClusterOptions.Certificates files = options.certificates();
    return files == null ? null : files.authority();
  }

  /** Text naming the leader of a database, for messages. */
  public String describeLeader(NodeCatalog.Database database) {
    return new TopologyCache.Leader(topology(database)).describe();
  }

  @Override
  public List<DatabaseReplica> members(NodeCatalog.Database database) {
    ReplicatedDatabase copy = databases.replica(database.id());
    NodeCatalogStore known = store;
    return copy == null || known == null
        ? List.of()
        : MemberList.of(copy, options.node(), topologies.addresses(known.catalog()));
  }

  @Override
  public List<ClusterMember> nodes() {
    NodeCatalogStore known = store;
    return known == null
        ? List.of()
        : NodeList.of(
            known.catalog(),
            marker().cluster(),
            replicas(),
            this::leader,
            topologies.addresses(known.catalog()),
            membershipReconciler);
  }

  /** All replicas on this node, including the system database's. */
  public List<ReplicatedDatabase> replicas() {
    List<ReplicatedDatabase> all = new ArrayList<>(databases.replicas());
    all.add(system);
    return all;
  }

  /** Transfers leadership of all databases to other nodes. */
  public void transferLeadership() {
    system.transferLeadership();
    databases.replicas().forEach(ReplicatedDatabase::transferLeadership);
  }

  /** Transfers leadership of a database to another node. */
  public void transferLeadership(NodeCatalog.Database database, String to) {
    ReplicatedDatabase copy = databases.replica(database.id());
    if (copy != null) {
      copy.transferLeadership(to);
    }
  }

  /** The failure of background work that is repeated, or that has ended the node; null for none. */
  public @Nullable Throwable backgroundFailure() {
    return background.failure();
  }

  /** Reason why this node has failed; null while it works. */
  public @Nullable String failure() {
    Throwable violation = background.violation();
    if (violation != null) {
      return String.valueOf(violation.getMessage());
    }
    NodeCatalogStore known = store;
    if (known != null && isRemoved(known.catalog())) {
      return hasLeft() ? "this node was removed from the cluster" : null;
    }
    String why = system.failure();
    return why == null ? databases.failure() : "the system database is closed: " + why;
  }

  private boolean isRemoved(NodeCatalog accounts) {
    return !accounts.cluster().nodes().isEmpty() && wasNamed && !isNamed(accounts);
  }

  private boolean isNamed(NodeCatalog accounts) {
    return accounts.cluster().hasArrival(options.node(), marker().arrival());
  }

  /** Whether the node has left all groups; until then its votes are needed. */
  private boolean hasLeft() {
    return replicas().stream().allMatch(copy -> copy.failure() != null);
  }

  /**
   * Ends all sessions, closes all databases and stops the Raft server; the other nodes continue.
   * Returns when the threads of the node have ended, or after a time limit.
   */
  @Override
  public void close() {
    closed = true;
    wake();
    ThreadEnd.await(thread);
    // No further step starts; a running step may end after this call.
    executors.members.shutdownNow();
    executors.replicas.shutdown();
    executors.rows.shutdown();
    try {
      ParallelClose.closeAll(List.of(databases::close, system::close));
    } finally {
      groups.close();
      executors.threads.awaitEnd(THREADS_END_WITHIN);
    }
  }
}
