package io.mosql.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.session.SessionProperty;
import io.mosql.engine.NodeClient;
import io.mosql.engine.account.ClusterCatalog;
import io.mosql.engine.account.NodeCatalog;
import io.mosql.engine.account.NodeCatalogStore;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.sql.privilege.AccountService.StatementOrigin;
import io.mosql.sql.privilege.NodeCommand;
import io.mosql.sql.privilege.Principal;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Nodes whose reconcilers are driven in one thread, by a seed, through crashes, changes of leaders,
 * members, databases and placements. Nodes, databases and reconcilers are the real ones; logs are
 * {@link SimulatedGroup}s, and time is a clock that waiting advances.
 *
 * <p>It checks after each step that every group has a majority of its voters, and at the end, when
 * nothing fails any more, that members, roles and leaders are those of the rows, that the rows are
 * those of the acknowledged commands, and that every replica has the acknowledged data.
 */
final class ReconcilerSimulation {
  private static final int STEPS = 250;
  private static final int ROUNDS = 500;
  private static final int NODES_MAX = 6;
  private static final Principal ADMIN = Principal.trusted("admin");
  private static final StatementOrigin ORIGIN = new StatementOrigin("", "mosql");
  private static final Set<SqlState> OF_CLUSTERS =
      Set.of(
          SqlState.NOT_LEADER,
          SqlState.SERIALIZATION_FAILURE,
          SqlState.COMMIT_OUTCOME_UNKNOWN,
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE);

  private final Path root;
  private final SeededRandom random;
  private final Totals totals;
  private final Consumer<String> trace;
  private final ManualClock time = new ManualClock();
  private final Clock clock = new WaitingClock();
  private final Map<String, SimulatedClusterNode> nodes = new TreeMap<>();
  private final Map<UUID, SimulatedGroup> groups = new TreeMap<>();
  private final Deque<Runnable> deferred = new ArrayDeque<>();

  /** Nodes by name, true for a listener, as the acknowledged commands want them. */
  private final Map<String, Boolean> wanted = new TreeMap<>();

  /** Objects whose last command has an unknown outcome. */
  private final Set<String> uncertain = new TreeSet<>();

  /** Nodes whose removal was commanded; they are not started again. */
  private final Set<String> leaving = new TreeSet<>();

  private final Set<String> databases = new TreeSet<>();
  private final Map<String, Set<Integer>> stored = new TreeMap<>();
  private final Map<String, Set<Integer>> maybeStored = new TreeMap<>();

  /** Appends until the leader is deposed instead; negative for never. */
  private final AtomicInteger deposition = new AtomicInteger(-1);

  /** Probability that a node that is down starts again in a step. */
  private final int restarts;

  private int named;
  private int nextKey;
  private int depth;
  private boolean calm;

  private ReconcilerSimulation(long seed, Path root, Totals totals, Consumer<String> trace) {
    this.root = root;
    this.random = new SeededRandom(seed);
    this.totals = totals;
    this.trace = trace;
    this.restarts = random.percent(50) ? 40 : 5;
    int founders = random.percent(30) ? 1 : 3;
    List<ClusterOptions.Peer> peers = new ArrayList<>();
    for (int i = 0; i < founders; i++) {
      peers.add(peer("n" + ++named));
    }
    for (ClusterOptions.Peer peer : peers) {
      nodes.put(peer.node(), node(ClusterOptions.of(peer.node(), peers)));
      wanted.put(peer.node(), false);
    }
    databases.add(NodeCatalogStore.DEFAULT_DATABASE);
  }

  /** Runs a seed in an empty directory. */
  static void play(long seed, Path root, Totals totals, Consumer<String> trace) {
    ReconcilerSimulation simulation = new ReconcilerSimulation(seed, root, totals, trace);
    try {
      simulation.nodes.values().forEach(SimulatedClusterNode::start);
      for (int i = 0; i < STEPS; i++) {
        simulation.step();
        simulation.requireMajorities();
      }
      simulation.end();
      totals.add("simulations", 1);
    } finally {
      simulation.close();
    }
  }

  private void close() {
    for (SimulatedClusterNode node : nodes.values()) {
      if (node.isUp()) {
        node.kill(0);
      }
    }
  }

  private static ClusterOptions.Peer peer(String name) {
    int number = Integer.parseInt(name.substring(1));
    return new ClusterOptions.Peer(
        name, "127.0.0.1", 1000 + number, "client-" + name, 2000 + number);
  }

  private SimulatedClusterNode node(ClusterOptions options) {
    Path path = root.resolve(options.node() + "-" + nodes.size() + "-" + nextKey++);
    return new SimulatedClusterNode(this, path, options);
  }

  // What the others ask for.

  Clock clock() {
    return clock;
  }

  SeededRandom random() {
    return random;
  }

  Collection<SimulatedGroup> groups() {
    return groups.values();
  }

  SimulatedGroup group(UUID id) {
    return groups.computeIfAbsent(id, made -> new SimulatedGroup(made, this));
  }

  void trace(String event) {
    trace.accept(event);
  }

  /** Runs an event later. */
  void later(Runnable event) {
    deferred.add(event);
  }

  boolean meetsDeposition() {
    return deposition.get() >= 0 && deposition.getAndDecrement() == 0;
  }

  /** Waiting advances the time, and lets the nodes continue. */
  private final class WaitingClock implements Clock {
    @Override
    public long wallMicros() {
      return time.wallMicros();
    }

    @Override
    public long nanoTime() {
      return time.nanoTime();
    }

    @Override
    public void parkNanos(long nanos) {
      time.advance(Duration.ofMillis(200));
      if (depth < 2) {
        everyNodeContinues(false);
      }
    }
  }

  // Steps.

  private List<SimulatedClusterNode> up() {
    return nodes.values().stream().filter(SimulatedClusterNode::isUp).toList();
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private void step() {
    time.advance(Duration.ofMillis(random.nextInt(300)));
    int dice = random.nextInt(100);
    if (dice < 55) {
      everyNodeContinues(true);
    } else if (dice < 70) {
      SimulatedClusterNode node = any(up());
      reconcile(node);
      node.work(true);
    } else if (dice < 78) {
      store();
    } else if (dice < 90) {
      command();
    } else if (dice < 94) {
      crash();
    } else if (dice < 97) {
      SimulatedGroup group = any(List.copyOf(groups.values()));
      group.stepDown();
      totals.add("leaders deposed", 1);
    } else {
      checkpoint();
    }
    if (random.percent(restarts)) {
      restart();
    }
    if (random.percent(60)) {
      elect();
    }
    awaitLeaders();
    stopRemoved();
  }

  /**
   * @param rows whether tasks that change rows may run: not while the caller's thread changes some
   */
  private void everyNodeContinues(boolean rows) {
    depth++;
    try {
      for (SimulatedClusterNode node : up()) {
        reconcile(node);
        node.work(rows && depth == 1);
      }
      Runnable event = deferred.poll();
      if (event != null) {
        event.run();
      }
      elect();
      awaitLeaders();
    } finally {
      depth--;
    }
  }

  private void reconcile(SimulatedClusterNode node) {
    try {
      node.reconcile();
    } catch (MosqlException e) {
      mayMeet(e);
    }
  }

  private static void mayMeet(MosqlException e) {
    if (!OF_CLUSTERS.contains(e.state())) {
      throw new AssertionError("an error that no cluster explains", e);
    }
  }

  /** A voter of each group without a leader is elected, unless its log is too old. */
  private void elect() {
    for (SimulatedGroup group : groups.values()) {
      List<String> voters = group.leader() == null ? upVoters(group) : List.of();
      if (!voters.isEmpty()) {
        String node = any(voters);
        if (group.elect(node)) {
          totals.add("elections", 1);
          trace(group.id() + ": " + node + " is elected");
        }
      }
    }
  }

  private List<String> upVoters(SimulatedGroup group) {
    return group.voters().stream()
        .filter(name -> nodes.containsKey(name) && nodes.get(name).isUp())
        .toList();
  }

  /** The stores of leaders begin their epochs on threads of their own. */
  private void awaitLeaders() {
    for (SimulatedGroup group : groups.values()) {
      String leader = group.leader();
      if (leader != null) {
        LoopbackCluster.await(
            "the epoch of " + leader + " in " + group.id(),
            () -> {
              ReplicatedDatabase replica =
                  Objects.requireNonNull(nodes.get(leader)).replica(group.id());
              OpenDatabase open = replica == null ? null : replica.current();
              return open == null || open.leads() || !leader.equals(group.leader());
            });
      }
    }
  }

  private void crash() {
    SimulatedClusterNode node = any(up());
    if (up().size() > 1 && groups.values().stream().allMatch(g -> hasMajority(g, node.name()))) {
      totals.add("crashes", 1);
      if (random.percent(70)) {
        node.kill(random.nextInt(2));
      } else {
        node.stop();
      }
    }
  }

  private void restart() {
    List<SimulatedClusterNode> down =
        nodes.values().stream()
            .filter(node -> !node.isUp() && !leaving.contains(node.name()))
            .toList();
    if (!down.isEmpty()) {
      any(down).start();
    }
  }

  private void checkpoint() {
    SimulatedClusterNode node = any(up());
    ReplicatedDatabase replica = any(node.cluster().replicas());
    OpenDatabase open = replica.current();
    if (open != null) {
      open.checkpoint();
      totals.add("checkpoints", 1);
    }
  }

  /** Ends the processes of nodes that have left all groups. */
  private void stopRemoved() {
    for (SimulatedClusterNode node : up()) {
      String failure = node.cluster().failure();
      if (failure != null) {
        assertThat(failure).as("failure of %s", node.name()).contains("removed");
        assertThat(leaving).contains(node.name());
        node.stop();
        totals.add("nodes that left", 1);
      }
    }
    nodes.values().removeIf(node -> !node.isUp() && leaving.contains(node.name()));
  }

  // Clients.

  private @Nullable SimulatedClusterNode systemLeader() {
    return up().stream().filter(node -> node.cluster().leadsSystem()).findFirst().orElse(null);
  }

  private void command() {
    SimulatedClusterNode leader = systemLeader();
    if (leader == null || !leader.cluster().isReady()) {
      return;
    }
    int dice = random.nextInt(100);
    List<String> names =
        leader.catalog().cluster().nodes().stream().map(row -> row.node()).toList();
    if (names.isEmpty()) {
      return;
    }
    String node = any(names);
    String database = any(List.copyOf(databases));
    if (dice < 30) {
      if (names.size() < NODES_MAX) {
        addNode(leader, "n" + ++named, random.percent(30));
      }
    } else if (dice < 45) {
      run(leader, node, new NodeCommand.RemoveNode(node), () -> removed(node));
    } else if (dice < 60) {
      boolean listener = random.percent(40);
      run(
          leader,
          node,
          new NodeCommand.SetNodeRole(node, listener),
          () -> wanted.put(node, listener));
    } else if (dice < 75) {
      String made = "d" + nextKey++;
      List<String> places = random.percent(60) ? List.of() : List.of(node);
      run(
          leader,
          made,
          new NodeCommand.CreateDatabase(made, false, null, places),
          () -> databases.add(made));
    } else if (dice < 82) {
      if (!database.equals(NodeCatalogStore.DEFAULT_DATABASE)) {
        run(
            leader,
            database,
            new NodeCommand.DropDatabase(database, false),
            () -> databases.remove(database));
      }
    } else {
      run(leader, "", new NodeCommand.TransferLeadership(database, node), () -> {});
    }
  }

  /** Runs a command, in the middle of which its node may be deposed. */
  private boolean run(
      SimulatedClusterNode leader, String object, NodeCommand command, Runnable done) {
    trace(leader.name() + " runs " + command);
    deposition.set(!calm && random.percent(15) ? random.nextInt(4) : -1);
    boolean removes = command instanceof NodeCommand.RemoveNode;
    try {
      leader.accounts().execute(command, ORIGIN, ADMIN);
      uncertain.remove(object);
      done.run();
      totals.add(command.getClass().getSimpleName(), 1);
      return true;
    } catch (MosqlException e) {
      trace("-> " + e.sqlState() + " " + e.getMessage());
      totals.add("refused: " + e.sqlState(), 1);
      if (e.state() != SqlState.UNDEFINED_DATABASE && e.state() != SqlState.UNDEFINED_OBJECT) {
        mayMeet(e);
      }
      if (e.state() != SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE || !removes) {
        uncertain.add(object);
      }
      return false;
    } finally {
      deposition.set(-1);
    }
  }

  private void addNode(SimulatedClusterNode leader, String name, boolean listener) {
    ClusterOptions.Peer peer = peer(name);
    ClusterOptions options = ClusterOptions.of(name, List.of(peer));
    boolean added =
        run(
            leader,
            name,
            new NodeCommand.AddNode(
                name, options.address(), options.clientAddress(), listener, ClusterOptions.FORMAT),
            () -> wanted.put(name, listener));
    if (added) {
      ClusterCatalog.NodeRow row = Objects.requireNonNull(leader.catalog().cluster().node(name));
      SimulatedClusterNode node =
          node(
              options.joining(
                  new ClusterOptions.Join(leader.clusterId(), listener, row.arrival())));
      nodes.put(name, node);
      if (random.percent(70)) {
        node.start();
      }
    } else {
      // The row may be there: without a process for it the node would never join.
      leaving.add(name);
    }
  }

  private void removed(String node) {
    wanted.remove(node);
    leaving.add(node);
  }

  /** A client inserts a row at the leader of a database. */
  private void store() {
    String name = any(List.copyOf(databases));
    OpenDatabase open = leading(name);
    if (open == null || !open.isInitialized()) {
      return;
    }
    int key = nextKey++;
    maybeStored.computeIfAbsent(name, unused -> new TreeSet<>()).add(key);
    deposition.set(!calm && random.percent(10) ? random.nextInt(3) : -1);
    try (NodeClient client = new NodeClient(open.connect(Map.of(), () -> {}))) {
      client.run("create table if not exists t (id int primary key)");
      client.run("insert into t values (" + key + ")");
      stored.computeIfAbsent(name, unused -> new TreeSet<>()).add(key);
      totals.add("rows", 1);
    } catch (MosqlException e) {
      mayMeet(e);
    } finally {
      deposition.set(-1);
    }
  }

  private @Nullable OpenDatabase leading(String name) {
    for (SimulatedClusterNode node : up()) {
      NodeCatalog.Database database = node.catalog().database(name);
      ReplicatedDatabase replica =
          database == null ? null : node.cluster().databases().replica(database.id());
      if (replica != null && replica.leads()) {
        return replica.current();
      }
    }
    return null;
  }

  // Invariants.

  private void requireMajorities() {
    for (SimulatedGroup group : groups.values()) {
      assertThat(hasMajority(group, ""))
          .as("group %s has a majority of %s; up: %s", group.id(), group.voters(), names())
          .isTrue();
    }
  }

  private List<String> names() {
    return up().stream().map(SimulatedClusterNode::name).toList();
  }

  private boolean isDropped(SimulatedGroup group) {
    return up().stream()
        .anyMatch(
            node -> node.catalog().dropped().stream().anyMatch(d -> d.group().equals(group.id())));
  }

  /** Whether a group has a majority of running voters without a node. */
  private boolean hasMajority(SimulatedGroup group, String without) {
    List<String> voters = group.isFounded() ? group.voters() : List.of();
    long running = upVoters(group).stream().filter(name -> !name.equals(without)).count();
    return voters.isEmpty() || running * 2 > voters.size() || isDropped(group);
  }

  // The end.

  private void end() {
    calm = true;
    trace("nothing fails any more");
    String missing = "";
    for (int round = 0; round < ROUNDS; round++) {
      time.advance(Duration.ofMillis(100));
      while (nodes.values().stream().anyMatch(n -> !n.isUp() && !leaving.contains(n.name()))) {
        restart();
      }
      everyNodeContinues(true);
      requireMajorities();
      stopRemoved();
      missing = difference();
      if (missing.isEmpty()) {
        check();
        return;
      }
    }
    assertThat(missing).as("difference between the cluster and its rows").isEmpty();
  }

  /** Text describing what the cluster lacks to be as its rows say; empty when it is so. */
  private String difference() {
    SimulatedClusterNode leader = systemLeader();
    if (leader == null) {
      return "no leader of the system database";
    }
    NodeCatalog catalog = leader.catalog();
    ClusterCatalog rows = catalog.cluster();
    if (!rows.transfers().isEmpty()) {
      return "transfers " + rows.transfers();
    }
    for (ClusterCatalog.NodeRow row : rows.nodes()) {
      if (!row.joined() && nodes.containsKey(row.node())) {
        return row.node() + " has not joined";
      }
    }
    for (NodeCatalog.DroppedDatabase dropped : catalog.dropped()) {
      for (SimulatedClusterNode node : up()) {
        if (rows.node(node.name()) != null
            && Files.exists(node.path().resolve("databases/" + dropped.id()))) {
          return node.name() + " has files of a dropped database";
        }
      }
    }
    NodeCatalog.Database main = catalog.database(NodeCatalogStore.DEFAULT_DATABASE);
    if (main == null) {
      return "no default database";
    }
    String difference = difference(leader.clusterId(), List.of(), rows);
    for (NodeCatalog.Database database : catalog.databases()) {
      ClusterCatalog.Placement placement = Objects.requireNonNull(database.placement());
      if (difference.isEmpty() && database.state() == NodeCatalog.Database.State.READY) {
        difference = difference(placement.group(), placement.nodes(), rows);
      }
    }
    String colocated = group(Objects.requireNonNull(main.group())).leader();
    return difference.isEmpty() && !leader.name().equals(colocated)
        ? "the system database is led by " + leader.name() + ", not by " + colocated
        : difference;
  }

  private String difference(UUID id, List<String> placement, ClusterCatalog rows) {
    SimulatedGroup group = group(id);
    String name = group.leader();
    SimulatedClusterNode leader = name == null ? null : nodes.get(name);
    ReplicatedDatabase replica = leader == null ? null : leader.replica(id);
    if (replica == null || !replica.leads()) {
      return "no leader of " + id;
    }
    Comparator<Member> byName = Comparator.comparing(Member::node);
    List<Member> target =
        MembershipPlan.targetMembers(rows, placement).stream()
            .filter(member -> nodes.containsKey(member.node()))
            .sorted(byName)
            .toList();
    List<Member> actual =
        replica.status().members().stream()
            .map(GroupStatus.MemberStatus::member)
            .sorted(byName)
            .toList();
    return target.equals(actual) ? "" : id + " has " + actual + " instead of " + target;
  }

  private void check() {
    SimulatedClusterNode leader = Objects.requireNonNull(systemLeader());
    NodeCatalog catalog = leader.catalog();
    Map<String, Boolean> rows = new TreeMap<>();
    catalog.cluster().nodes().forEach(row -> rows.put(row.node(), row.listener()));
    Set<String> names = new TreeSet<>();
    catalog.databases().forEach(database -> names.add(database.name()));
    Map<String, Boolean> known = new TreeMap<>(wanted);
    known.keySet().removeAll(uncertain);
    rows.keySet().removeAll(uncertain);
    assertThat(rows).as("nodes").isEqualTo(known);
    Set<String> made = new TreeSet<>(databases);
    made.removeAll(uncertain);
    Set<String> present = new TreeSet<>(names);
    present.removeAll(uncertain);
    assertThat(present).as("databases").isEqualTo(made);
    for (NodeCatalog.Database database : catalog.databases()) {
      long leaders =
          up().stream()
              .map(node -> node.cluster().databases().replica(database.id()))
              .filter(replica -> replica != null && replica.leads())
              .count();
      assertThat(leaders).as("leaders of %s", database.name()).isEqualTo(1);
      checkData(database);
    }
    totals.add("data compared", catalog.databases().size());
  }

  private void checkData(NodeCatalog.Database database) {
    String name = database.name();
    Set<Integer> must = stored.getOrDefault(name, Set.of());
    Set<Integer> may = maybeStored.getOrDefault(name, Set.of());
    ClusterCatalog.Placement placement = Objects.requireNonNull(database.placement());
    for (SimulatedClusterNode node : up()) {
      if (!placement.isOn(node.name()) || !wanted.containsKey(node.name())) {
        continue;
      }
      ReplicatedDatabase replica =
          Objects.requireNonNull(
              node.cluster().databases().replica(database.id()), name + " on " + node.name());
      Set<Integer> rows = new TreeSet<>();
      try (NodeClient client =
          new NodeClient(
              Objects.requireNonNull(replica.current())
                  .connect(
                      Map.of(
                          SessionProperty.READ_ONLY,
                          "true",
                          SessionProperty.READ_CONSISTENCY,
                          "session"),
                      () -> {}))) {
        client.run("select id from t").forEach(row -> rows.add(Integer.parseInt(row)));
      } catch (MosqlException e) {
        assertThat(e.state()).isEqualTo(SqlState.UNDEFINED_TABLE);
      }
      assertThat(rows).as("rows of %s on %s", name, node.name()).containsAll(must);
      assertThat(may).as("rows of %s on %s", name, node.name()).containsAll(rows);
      assertThat(replica.failure()).isNull();
    }
  }

  /** Deletes the directories of a finished simulation. */
  static void delete(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        if (!each.equals(root)) {
          Files.delete(each);
        }
      }
    }
  }
}
