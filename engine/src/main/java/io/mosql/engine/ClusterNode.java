package io.mosql.engine;

import io.mosql.consensus.ratis.Member;
import io.mosql.consensus.ratis.PeerTls;
import io.mosql.consensus.ratis.RatisNode;
import io.mosql.consensus.ratis.RatisSettings;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.Topology;
import io.mosql.sql.rights.Authority.MemberFacts;
import io.mosql.sql.rights.Authority.NodeFacts;
import io.mosql.sql.rights.Authority.Wording;
import io.mosql.sql.rights.Principal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A node's part in its cluster: the Raft server, its copies of the system database and of the user
 * databases, and a thread that keeps them as they should be.
 *
 * <p>The thread reads the system database anew when something came, opens and deletes copies of
 * user databases as its rows say, and tells {@link Topologies} who leads. Where the node leads, the
 * rest is done on other threads: commits may take as long as a majority needs. Each of these steps
 * can be repeated, and is, until it is done.
 *
 * <p>The system database is led where the database {@value NodeStore#DEFAULT_DATABASE} is, so that who
 * is connected to that one can change accounts.
 *
 * <p>Thread-safe.
 */
final class ClusterNode implements CommandRelay, MemberDirectory, AutoCloseable {
  private static final long TEND_MILLIS = 100;
  private static final long TOGETHER_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final Duration NEWS_WITHIN = Duration.ofSeconds(5);
  private static final Duration SYSTEM_WITHIN = Duration.ofSeconds(10);

  private final ClusterOptions options;
  private final NodeDirectory directory;
  private final NodePorts ports;
  private final RatisNode raft;
  private final ReplicatedDatabases databases;
  private final Topologies topologies;
  private final MemberKeeper keeper;
  private final RowTidier tidier;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final ExecutorService work =
      Executors.newCachedThreadPool(task -> daemon(task, "mosql-cluster-work"));
  private final Thread thread = daemon(this::run, "mosql-cluster");
  private final ReplicatedDatabase system;

  private volatile @Nullable NodeStore store;
  private volatile @Nullable String problem;
  private volatile boolean closed;

  // Of the thread alone, but for the last.
  private final Peers peers = new Peers();
  private @Nullable OpenDatabase seen;
  private long seenPosition = -1;
  private long movedNanos;
  private volatile boolean prepared;

  /** Whether it was seen among the nodes: a newcomer reads what was before it first. */
  private volatile boolean wasNamed;

  private ClusterNode(
      ClusterOptions options, NodeDirectory directory, NodePorts ports, RatisNode raft) {
    this.options = options;
    this.directory = directory;
    this.ports = ports;
    this.raft = raft;
    this.keeper = new MemberKeeper(options.node());
    this.tidier = new RowTidier(this::leader, work);
    this.topologies = new Topologies(options);
    this.databases = new ReplicatedDatabases(options.node(), this::copy, directory);
    this.system =
        new ReplicatedDatabase(
            "system",
            marker().cluster(),
            directory.system().path(),
            raft,
            firstMembers(),
            log -> ports.openSystem(options, log),
            this::wake);
  }

  /**
   * Starts the Raft server and opens the system database; {@link #tend} does the rest.
   *
   * @throws MosqlException as that does
   */
  static ClusterNode start(ClusterOptions options, NodeDirectory directory, NodePorts ports) {
    RatisNode raft = RatisNode.start(settings(options, directory, ports));
    try {
      ClusterNode node = new ClusterNode(options, directory, ports, raft);
      node.system.start();
      return node;
    } catch (RuntimeException | Error e) {
      raft.close();
      throw e;
    }
  }

  private static RatisSettings settings(
      ClusterOptions options, NodeDirectory directory, NodePorts ports) {
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

  private ReplicatedDatabase copy(Accounts.Database database) {
    return new ReplicatedDatabase(
        database.name(),
        Objects.requireNonNull(database.group()),
        directory.database(database.id()).path(),
        raft,
        firstMembers(database),
        log -> ports.openUser(database, options, log),
        this::wake);
  }

  private NodeMarker.Member marker() {
    return Objects.requireNonNull(directory.marker().member());
  }

  /** What the group of the system database has as long as this node knows nothing of it. */
  private List<Member> firstMembers() {
    return marker().joined() == null
        ? options.peers().stream()
            .map(peer -> Member.voter(peer.node(), peer.host(), peer.port()))
            .toList()
        : asNewcomer(joinedAsListener());
  }

  private boolean joinedAsListener() {
    return "listener".equals(marker().joined());
  }

  /** What a group that is there has for a node that will be added to it. */
  private List<Member> asNewcomer(boolean listener) {
    ClusterOptions.Peer self = options.self();
    return listener ? List.of(Member.listener(self.node(), self.host(), self.port())) : List.of();
  }

  private List<Member> firstMembers(Accounts.Database database) {
    ClusterRows rows = Objects.requireNonNull(store).accounts().cluster();
    List<String> founders = Objects.requireNonNull(database.placement()).founders();
    ClusterRows.NodeRow self = rows.node(options.node());
    if (!founders.contains(options.node())) {
      return asNewcomer(self == null ? joinedAsListener() : self.listener());
    }
    return rows.nodes().stream()
        .filter(row -> founders.contains(row.node()))
        .map(row -> Member.voter(row.node(), row.host(), row.port()))
        .toList();
  }

  /** The system database, for a start. */
  OpenDatabase systemDatabase() {
    return system.await(SYSTEM_WITHIN);
  }

  ReplicatedDatabases databases() {
    return databases;
  }

  /** From now on it keeps everything as it should be. */
  void tend(NodeStore accounts) {
    store = accounts;
    thread.start();
  }

  private void wake() {
    LockSupport.unpark(thread);
  }

  private void run() {
    NodeStore accounts = Objects.requireNonNull(store);
    while (!closed) {
      try {
        tendOnce(accounts);
      } catch (RuntimeException e) {
        problem = e.getMessage();
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(TEND_MILLIS));
    }
  }

  private void tendOnce(NodeStore accounts) {
    system.tend(work);
    databases.tend(work);
    OpenDatabase database = system.current();
    if (database != null && !database.hasFailed()) {
      long position = database.position();
      if (database != seen || position != seenPosition) {
        if (database == seen) {
          accounts.refresh();
        } else {
          accounts.goOnWith(database);
        }
        wasNamed |= isNamed(accounts.accounts());
        // A copy that was opened by rows from before would take part in a group that has not taken
        // this node in yet; Ratis closes such a one, and it would stay closed.
        if (marker().joined() == null || wasNamed) {
          databases.reconcile(accounts.accounts());
        }
        seen = database;
        seenPosition = position;
      }
      if (!accounts.accounts().all().isEmpty()) {
        ready.countDown();
      }
      lead(accounts, database.leads() && database.isFounded());
    }
    topologies.refresh(accounts.accounts(), system, databases);
    keeper.tend(accounts.accounts(), system, databases);
  }

  private void lead(NodeStore accounts, boolean leads) {
    if (!leads) {
      prepared = false;
    } else if (!prepared) {
      prepared = true;
      work.execute(() -> prepare(accounts));
    } else {
      keepTogether(accounts.accounts());
      tidier.tend(accounts, system.status());
    }
  }

  private void prepare(NodeStore accounts) {
    try {
      synchronized (accounts.lock()) {
        accounts.prepare();
      }
      problem = null;
    } catch (RuntimeException e) {
      // Whoever leads then tries again.
      problem = e.getMessage();
      prepared = false;
    }
    wake();
  }

  private void keepTogether(Accounts accounts) {
    Accounts.Database main = accounts.database(NodeStore.DEFAULT_DATABASE);
    Topology there = main == null ? null : topologies.of(main.id());
    String leader = there == null ? null : there.leader();
    long now = System.nanoTime();
    if (leader != null && !leader.equals(options.node()) && now - movedNanos > TOGETHER_NANOS) {
      movedNanos = now;
      work.execute(() -> system.handOn(leader));
    }
  }

  /**
   * Waits until the accounts are known.
   *
   * @return false when that takes longer
   */
  boolean awaitReady(Duration within) throws InterruptedException {
    return ready.await(within.toMillis(), TimeUnit.MILLISECONDS);
  }

  boolean isReady() {
    return ready.getCount() == 0;
  }

  /** What it is waiting for while it is not ready, for people. */
  String waitingFor() {
    String why = problem;
    return "waiting for a majority of " + options.peersText() + (why == null ? "" : ": " + why);
  }

  /** The account that this node created when it was the first to lead. */
  @Nullable InitialAdministrator initialAdministrator() {
    NodeStore known = store;
    return known == null ? null : known.created();
  }

  /**
   * As {@link Topologies#of}; {@link Topology#ALONE} for one that is not there. Of one that is on
   * other nodes the leader is not known here.
   */
  Topology topology(Accounts.@Nullable Database database) {
    Topology known = database == null ? null : topologies.of(database.id());
    if (known != null) {
      return known;
    }
    if (database == null) {
      return Topology.ALONE;
    }
    return isHere(database)
        ? new Topology(options.node(), null, 0, List.of())
        : topologies.elsewhere(Objects.requireNonNull(store).accounts(), database);
  }

  /** Whether this node is to have a database. */
  boolean isHere(Accounts.Database database) {
    ClusterRows.Placement placement = database.placement();
    return placement == null || placement.isOn(options.node());
  }

  @Override
  public @Nullable String leader(Accounts.Database database) {
    Topology known = topologies.of(database.id());
    return known == null ? null : known.leader();
  }

  @Override
  public boolean relay(Wording wording, Principal by) {
    if (system.leads()) {
      return false;
    }
    Topology.Place place = topologies.ofSystem().topology().leaderPlace();
    if (place == null || place.node().equals(options.node())) {
      throw new MosqlException(
          SqlState.NOT_LEADER,
          "accounts and databases are changed where they are led: " + topologies.ofSystem().told());
    }
    long position = peers.run(place, wording, by);
    OpenDatabase here = system.current();
    NodeStore accounts = store;
    if (here != null && accounts != null && here.awaitPosition(position, NEWS_WITHIN)) {
      accounts.refreshUnlessClosed();
    }
    return true;
  }

  @Override
  public void askLeader(String name, Principal by) {
    NodeStore accounts = store;
    Accounts.Database database = accounts == null ? null : accounts.accounts().database(name);
    Topology.Place place = topology(database).leaderPlace();
    if (place == null) {
      throw new MosqlException(SqlState.NOT_LEADER, "no leader is known");
    }
    peers.askForTime(place, name, by);
  }

  /** Position of the system database here. */
  long systemPosition() {
    OpenDatabase here = system.current();
    return here == null ? 0 : here.position();
  }

  Peers peers() {
    return peers;
  }

  /** Whether accounts and databases are changed here, so that no other node knows more of them. */
  boolean hearsFirst() {
    return system.leads();
  }

  /** Of the nodes' certificates; null when they have none. */
  @Nullable Path authority() {
    ClusterOptions.Certificates files = options.certificates();
    return files == null ? null : files.authority();
  }

  /** Who leads a database, for messages. */
  String leaderOf(Accounts.Database database) {
    return new Topologies.Leader(topology(database)).told();
  }

  @Override
  public List<MemberFacts> members(Accounts.Database database) {
    ReplicatedDatabase copy = databases.copy(database.id());
    NodeStore known = store;
    return copy == null || known == null
        ? List.of()
        : MemberList.of(copy, options.node(), topologies.addresses(known.accounts()));
  }

  @Override
  public List<NodeFacts> nodes() {
    NodeStore known = store;
    return known == null
        ? List.of()
        : NodeList.of(
            known.accounts(),
            marker().cluster(),
            copies(),
            this::leader,
            topologies.addresses(known.accounts()),
            keeper);
  }

  /** The copies of all databases here, the system database's among them. */
  List<ReplicatedDatabase> copies() {
    List<ReplicatedDatabase> all = new ArrayList<>(databases.copies());
    all.add(system);
    return all;
  }

  /** Gives the lead of all databases to other nodes. */
  void handOn() {
    system.handOn();
    databases.copies().forEach(ReplicatedDatabase::handOn);
  }

  /** Gives the lead of a database to another node. */
  void handOn(Accounts.Database database, String to) {
    ReplicatedDatabase copy = databases.copy(database.id());
    if (copy != null) {
      copy.handOn(to);
    }
  }

  /** Why this node cannot go on; null while it can. */
  @Nullable String failure() {
    NodeStore known = store;
    if (known != null && isRemoved(known.accounts())) {
      return hasLeft() ? "this node was removed from the cluster" : null;
    }
    String why = system.failure();
    return why == null ? databases.failure() : "the system database is closed: " + why;
  }

  private boolean isRemoved(Accounts accounts) {
    return !accounts.cluster().nodes().isEmpty() && wasNamed && !isNamed(accounts);
  }

  private boolean isNamed(Accounts accounts) {
    return accounts.cluster().name(options.node(), marker().arrival());
  }

  /** Until all groups have let go of it its votes are needed. */
  private boolean hasLeft() {
    return copies().stream().allMatch(copy -> copy.failure() != null);
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Ends all sessions, closes all databases and leaves the cluster, which goes on without it. */
  @Override
  public void close() {
    closed = true;
    wake();
    awaitEnd();
    keeper.close();
    work.shutdown();
    try {
      Closing.together(List.of(databases::close, system::close));
    } finally {
      raft.close();
    }
  }

  private void awaitEnd() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
