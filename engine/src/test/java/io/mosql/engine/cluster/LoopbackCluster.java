package io.mosql.engine.cluster;

import static org.assertj.core.api.Assertions.fail;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.AuditLog;
import io.mosql.core.session.Login;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.Topology;
import io.mosql.engine.Node;
import io.mosql.engine.NodeClient;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.engine.options.NodeOptions;
import io.mosql.testkit.ThreadDump;
import io.mosql.testkit.cluster.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The nodes of a cluster in this process, on loopback, without client ports. Used by one thread.
 */
public final class LoopbackCluster implements AutoCloseable {
  public static final Duration WITHIN = Duration.ofSeconds(40);
  private static final String HOST = "127.0.0.1";
  private static final int DOOR = 7433;

  private final Path root;
  private final List<ClusterOptions.Peer> peers = new ArrayList<>();
  private final Map<String, Node> running = new ConcurrentSkipListMap<>();
  private boolean founding = true;
  private UnaryOperator<NodeOptions> tune = options -> options;
  private UnaryOperator<ClusterOptions> tuneCluster =
      options -> options.tuned(Duration.ofMillis(500), 1 << 30, 0);

  public LoopbackCluster(Path root, int nodes) {
    this.root = root;
    for (int i = 1; i <= nodes; i++) {
      peers.add(new ClusterOptions.Peer("n" + i, HOST, FreePorts.next(), "door-" + i, DOOR + i));
    }
  }

  public LoopbackCluster tuned(UnaryOperator<NodeOptions> how) {
    tune = how;
    return this;
  }

  LoopbackCluster tunedCluster(UnaryOperator<ClusterOptions> how) {
    tuneCluster = how;
    return this;
  }

  public Path directory(String name) {
    return root.resolve(name);
  }

  ClusterOptions options(String name) {
    return tuneCluster.apply(
        ClusterOptions.of(name, founding ? peers : List.of(peers.get(number(name)))));
  }

  private static int number(String name) {
    return Integer.parseInt(name.substring(1)) - 1;
  }

  /** The nodes do not found the cluster together: each has only itself as a peer. */
  public LoopbackCluster growing() {
    founding = false;
    return this;
  }

  /** Address of a node for other nodes. */
  public String address(String name) {
    return options(name).address();
  }

  /** Lets an empty directory join, like a server with the join setting. */
  public Node join(String name, boolean listener) {
    run(
        "mosql",
        "alter cluster add node '"
            + name
            + "' at '"
            + address(name)
            + "' clients at '"
            + options(name).clientAddress()
            + (listener ? "' as listener" : "'"));
    String row = " from mosql.nodes where node = '" + name + "'";
    UUID cluster = UUID.fromString(run("mosql", "select cluster_id" + row).get(0));
    long arrival = Long.parseLong(run("mosql", "select arrival" + row).get(0));
    return start(name, options(name).joining(new ClusterOptions.Join(cluster, listener, arrival)));
  }

  /** Waits until all databases have these members. */
  public void awaitMembers(String... expected) {
    List<String> wanted = List.of(expected);
    String voters =
        "select node || ' ' || case role when 'listener' then role else 'voter' end"
            + " from mosql.cluster order by node";
    String nodes = "select node || ' ' || role from mosql.nodes order by node";
    List<String> seen = new ArrayList<>();
    await(
        () -> "the members " + wanted + " instead of " + seen + facts(),
        () -> {
          seen.clear();
          seen.addAll(run("mosql", nodes));
          if (!seen.equals(wanted)) {
            return false;
          }
          for (String database : run("mosql", "select database_name from mosql.databases")) {
            seen.clear();
            seen.addAll(run(database, voters));
            if (!seen.equals(wanted)) {
              return false;
            }
          }
          return true;
        });
  }

  /** The members as reported by the nodes, for a message. */
  private String facts() {
    StringBuilder all = new StringBuilder();
    for (String name : running.keySet()) {
      all.append(System.lineSeparator()).append(name).append(": ");
      all.append(
          readIfOpen(
              name,
              "mosql",
              "select node || ' ' || state || ' ' || coalesce(pending, '-') from mosql.nodes"));
    }
    return all.toString();
  }

  private static String dump() {
    return System.lineSeparator() + ThreadDump.text();
  }

  public Node start(String name) {
    return start(name, options(name));
  }

  private Node start(String name, ClusterOptions cluster) {
    NodeOptions options =
        tune.apply(
            NodeOptions.defaults().withAdministrator("admin", "secret").withCluster(cluster));
    Node node = Node.open(directory(name), options, AuditLog.NONE);
    running.put(name, node);
    return node;
  }

  public LoopbackCluster startAll() throws InterruptedException {
    for (ClusterOptions.Peer peer : peers) {
      start(peer.node());
    }
    for (Node node : running.values()) {
      node.awaitReady(WITHIN);
    }
    return this;
  }

  public Node node(String name) {
    return Objects.requireNonNull(running.get(name), name);
  }

  /** The running nodes. Any thread. */
  public List<Node> nodes() {
    return List.copyOf(running.values());
  }

  public List<String> running() {
    return List.copyOf(running.keySet());
  }

  public void stop(String name) {
    Objects.requireNonNull(running.remove(name)).close();
  }

  /** Waits for a leader of a database and returns its node. */
  public String leader(String database) {
    await("a leader of " + database, () -> !leaders(database).isEmpty());
    return leaders(database).stream().findFirst().orElseGet(() -> leader(database));
  }

  private List<String> leaders(String database) {
    return running().stream()
        .filter(name -> topology(name, database).isCluster())
        .filter(name -> topology(name, database).isLeader())
        .toList();
  }

  public List<String> followers(String database) {
    String leader = leader(database);
    return running().stream().filter(name -> !name.equals(leader)).toList();
  }

  /** Runs work on the leader of a database, and repeats it on a new leader after a change. */
  <T> T atLeader(String database, Function<NodeClient, T> work) {
    long end = System.nanoTime() + WITHIN.toNanos();
    while (true) {
      try (NodeClient client = new NodeClient(node(leader(database)), "admin", database)) {
        return work.apply(client);
      } catch (MosqlException e) {
        boolean moved = e.state() == SqlState.NOT_LEADER || e.state() == SqlState.SHUTTING_DOWN;
        if (!moved) {
          throw e;
        }
        if (System.nanoTime() > end) {
          throw new AssertionError(
              "the leader of " + database + " refused until the timeout" + facts() + dump(), e);
        }
      }
    }
  }

  public List<String> run(String database, String sql) {
    return atLeader(database, client -> client.run(sql));
  }

  /** The local state of a node, independent of the leader. */
  public List<String> read(String name, String database, String sql) {
    Map<SessionProperty, String> properties =
        Map.of(SessionProperty.READ_ONLY, "true", SessionProperty.READ_CONSISTENCY, "session");
    Session session = node(name).connect(new Login("admin", database, properties, "test"));
    try (NodeClient client = new NodeClient(session)) {
      return client.run(sql);
    }
  }

  private List<String> readIfOpen(String name, String database, String sql) {
    try {
      return read(name, database, sql);
    } catch (MosqlException e) {
      return List.of(e.sqlState());
    }
  }

  /** Waits for a condition, with a timeout that only a failure exceeds. */
  public static void await(String what, BooleanSupplier condition) {
    await(() -> what, condition);
  }

  private static void await(Supplier<String> what, BooleanSupplier condition) {
    long end = System.nanoTime() + WITHIN.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        fail("waited in vain for: " + what.get() + dump());
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  /** Waits until all running nodes return the leader's result of a query. */
  public List<String> awaitEqual(String database, String sql) {
    List<String> expected = run(database, sql);
    for (String name : running.keySet()) {
      await(name + " is like the others", () -> expected.equals(readIfOpen(name, database, sql)));
    }
    return expected;
  }

  /** Transfers leadership of a database to another node. */
  void transferLeadership(String database, String to) {
    node(leader(database)).transferLeadership(database, to);
  }

  public Topology topology(String name, String database) {
    return node(name).topology(database);
  }

  @Override
  public void close() {
    ParallelClose.closeAll(running().stream().<Runnable>map(name -> () -> stop(name)).toList());
  }
}
