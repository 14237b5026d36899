package io.mosql.benchmarks.cluster;

import io.mosql.benchmarks.database.Database;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * Cluster of nodes on the loopback interface, each with its own process and directory; a single
 * node is a standalone server. {@link #close} stops the nodes. Confined to one thread, except for
 * {@link #pollNodes}.
 */
final class LocalCluster implements AutoCloseable {
  static final String DATABASE = "mosql";
  private static final String ADMINISTRATOR = "admin";
  private static final String PASSWORD = "of a cluster that is thrown away";
  private static final int POLL_MILLIS = 50;
  private static final int BACKLOG = 1;

  private final List<NodeJvm> nodes;

  private LocalCluster(List<NodeJvm> nodes) {
    this.nodes = List.copyOf(nodes);
  }

  /**
   * Prepares nodes, started by {@link #start}.
   *
   * @param directory for the nodes' directories and logs
   * @param heap heap size of a node, as in -Xmx
   */
  static LocalCluster in(Path directory, int count, String heap) throws IOException {
    Path password = Files.writeString(directory.resolve("password"), PASSWORD + "\n");
    List<Ports> ports = Ports.free(count);
    StringJoiner peers = new StringJoiner(",");
    for (int i = 0; i < count; i++) {
      peers.add(nameOf(i) + "=127.0.0.1:" + ports.get(i).peers());
    }
    HttpClient client = AdminClient.client();
    List<NodeJvm> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = nameOf(i);
      Ports own = ports.get(i);
      List<String> arguments = new ArrayList<>(List.of("server"));
      arguments.addAll(List.of("--data-directory", directory.resolve(name).toString()));
      arguments.addAll(List.of("--port", Integer.toString(own.clients())));
      arguments.addAll(List.of("--admin-port", Integer.toString(own.admin())));
      arguments.addAll(List.of("--password-file", password.toString()));
      if (count > 1) {
        arguments.addAll(List.of("--node-id", name, "--peers", peers.toString()));
      }
      nodes.add(
          new NodeJvm(
              name,
              directory.resolve(name + ".log"),
              List.of("-Xmx" + heap),
              arguments,
              own.clients(),
              new AdminClient(client, own.admin(), DATABASE)));
    }
    return new LocalCluster(nodes);
  }

  private static String nameOf(int index) {
    return "n" + (index + 1);
  }

  /**
   * Ports of a node, which were free when they were chosen.
   *
   * @param peers port for the other nodes
   */
  private record Ports(int clients, int admin, int peers) {
    /** Chooses free ports; all are bound until all are chosen, so that none is returned twice. */
    static List<Ports> free(int nodes) throws IOException {
      List<ServerSocket> held = new ArrayList<>();
      try {
        List<Ports> ports = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
          ports.add(new Ports(next(held), next(held), next(held)));
        }
        return ports;
      } finally {
        for (ServerSocket socket : held) {
          socket.close();
        }
      }
    }

    private static int next(List<ServerSocket> held) throws IOException {
      ServerSocket socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
      held.add(socket);
      return socket.getLocalPort();
    }
  }

  List<NodeJvm> nodes() {
    return nodes;
  }

  NodeJvm node(String name) {
    return nodes.stream().filter(node -> node.name().equals(name)).findFirst().orElseThrow();
  }

  /** Starts all nodes and waits until all accept clients and one is the leader. */
  void start(Duration patience) throws IOException, InterruptedException {
    for (NodeJvm node : nodes) {
      node.start();
    }
    await(patience, "a leader", this::isUp);
  }

  private boolean isUp() throws InterruptedException {
    for (NodeJvm node : nodes) {
      if (!node.admin().ready()) {
        return false;
      }
    }
    return nodes.size() == 1 || pollNodes().leader() != null;
  }

  /** Condition to wait for. */
  interface State {
    boolean holds() throws InterruptedException;
  }

  /**
   * Waits until a condition holds while all nodes run.
   *
   * @throws IOException when a node ends or the time is over; the message contains the last output
   *     of the nodes
   */
  void await(Duration patience, String what, State state) throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!state.holds()) {
      for (NodeJvm node : nodes) {
        if (!node.isAlive()) {
          throw new IOException("node " + node.name() + " has ended:\n" + node.outputTail());
        }
      }
      if (System.nanoTime() - start > patience.toNanos()) {
        StringBuilder text = new StringBuilder("no " + what + " within " + patience);
        for (NodeJvm node : nodes) {
          text.append("\n").append(node.name()).append(":\n").append(node.outputTail());
        }
        throw new IOException(text.toString());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Polls all nodes. */
  ClusterState pollNodes() throws InterruptedException {
    List<NodeState> states = new ArrayList<>();
    for (NodeJvm node : nodes) {
      states.add(NodeState.of(node.name(), node.isAlive() ? node.admin().readMetrics() : null));
    }
    return new ClusterState(states);
  }

  /** Database with the addresses of all nodes; clients connect to the leader. */
  Database database() {
    StringJoiner places = new StringJoiner(",");
    nodes.forEach(node -> places.add("127.0.0.1:" + node.port()));
    return database(places.toString(), "");
  }

  /**
   * Database with the address of one node.
   *
   * @param more additional URL properties, each after an ampersand
   */
  Database database(NodeJvm node, String more) {
    return database("127.0.0.1:" + node.port(), more);
  }

  private static Database database(String places, String more) {
    String url = "jdbc:mosql://" + places + "/" + DATABASE + "?sslmode=disable" + more;
    return Database.of(url, ADMINISTRATOR, PASSWORD);
  }

  @Override
  public void close() {
    // Stop all nodes concurrently.
    nodes.forEach(NodeJvm::stop);
    nodes.forEach(NodeJvm::close);
  }
}
