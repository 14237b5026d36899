package io.mosql.testkit.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of nodes {@code n1}, {@code n2}, .. on this machine, each a process with its own
 * directory and ports. Between any two nodes there is a proxy for each direction of connecting, and
 * another one before each client port. The caller defines the command of the processes.
 *
 * <p>The link from a to b listens at {@code 127.10.a.b}, the client port of a node at {@code
 * 127.10.0.b}, with the port number of the node itself, which listens on {@code 127.0.0.1}.
 *
 * <p>Used by one thread; proxies and processes may be controlled by any thread. Closing it kills
 * the processes and ends all links; directories are kept.
 */
public final class TestCluster implements AutoCloseable {
  /** The name of the port for connections between nodes; all others are for clients. */
  public static final String PEER = "peer";

  private static final int CLIENTS = 0;

  private final Path directory;
  private final Function<NodeLaunchConfig, List<String>> command;
  private final Map<String, Member> members = new LinkedHashMap<>();

  /** By connecting node and target node. */
  private final Map<String, LinkProxy> links = new HashMap<>();

  /** By node and port name. */
  private final Map<String, LinkProxy> doors = new HashMap<>();

  private static final class Member {
    final int number;
    final Map<String, Integer> ports;
    int starts;
    @Nullable TestProcess process;

    Member(int number, Map<String, Integer> ports) {
      this.number = number;
      this.ports = ports;
    }
  }

  private TestCluster(Path directory, Function<NodeLaunchConfig, List<String>> command) {
    this.directory = directory;
    this.command = command;
  }

  /**
   * Allocates ports, links and directories; starts no process.
   *
   * @param clientPorts names of further ports of a node
   * @param command program and arguments; called at each start
   */
  public static TestCluster plan(
      Path directory,
      int nodes,
      List<String> clientPorts,
      Function<NodeLaunchConfig, List<String>> command)
      throws IOException {
    TestCluster cluster = new TestCluster(directory, command);
    try {
      cluster.prepare(nodes, clientPorts);
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  private void prepare(int nodes, List<String> clientPorts) throws IOException {
    for (int number = 1; number <= nodes; number++) {
      Map<String, Integer> ports = new HashMap<>();
      ports.put(PEER, FreePorts.next());
      for (String name : clientPorts) {
        ports.put(name, FreePorts.next());
      }
      members.put("n" + number, new Member(number, ports));
    }
    for (Map.Entry<String, Member> to : members.entrySet()) {
      for (Map.Entry<String, Member> from : members.entrySet()) {
        if (from.getValue() != to.getValue()) {
          String name = from.getKey() + ">" + to.getKey();
          links.put(name, proxy(name, from.getValue().number, to.getValue(), PEER));
        }
      }
      for (String port : clientPorts) {
        String name = to.getKey() + "." + port;
        doors.put(name, proxy(name, CLIENTS, to.getValue(), port));
      }
    }
    for (String id : members.keySet()) {
      Files.createDirectories(data(id));
      Files.write(hosts(id), hostLines(id));
    }
  }

  private static LinkProxy proxy(String name, int from, Member to, String port) throws IOException {
    int number = Objects.requireNonNull(to.ports.get(port));
    return LinkProxy.open(name, address(10, from, to.number, number), address(0, 0, 1, number));
  }

  /** All addresses 127.x.y.z are local. */
  private static InetSocketAddress address(int x, int y, int z, int port)
      throws UnknownHostException {
    byte[] octets = {127, (byte) x, (byte) y, (byte) z};
    return new InetSocketAddress(InetAddress.getByAddress(octets), port);
  }

  private List<String> hostLines(String of) throws UnknownHostException {
    List<String> lines = new ArrayList<>();
    lines.add("127.0.0.1 localhost");
    lines.add("127.0.0.1 " + InetAddress.getLocalHost().getHostName());
    for (String id : members.keySet()) {
      String meaning = id.equals(of) ? "127.0.0.1" : host(link(of, id).address());
      lines.add(meaning + " " + id);
    }
    return lines;
  }

  private static String host(InetSocketAddress address) {
    return address.getAddress().getHostAddress();
  }

  private Path data(String id) {
    return directory.resolve(id);
  }

  private Path hosts(String id) {
    return directory.resolve(id + ".hosts");
  }

  private Member member(String id) {
    return Objects.requireNonNull(members.get(id), () -> "no node is called " + id);
  }

  public List<String> ids() {
    return List.copyOf(members.keySet());
  }

  /** The configuration of its next start. */
  public NodeLaunchConfig node(String id) {
    Member member = member(id);
    Map<String, Integer> peerPorts = new HashMap<>();
    Map<String, InetSocketAddress> ways = new HashMap<>();
    members.forEach(
        (peer, other) -> {
          peerPorts.put(peer, Objects.requireNonNull(other.ports.get(PEER)));
          if (other != member) {
            ways.put(peer, link(id, peer).address());
          }
        });
    return new NodeLaunchConfig(
        id, data(id), hosts(id), member.ports, peerPorts, ways, member.starts + 1);
  }

  /**
   * Starts a node; does not wait until it is ready.
   *
   * @throws IllegalStateException when it is running
   */
  public TestProcess start(String id) throws IOException {
    requireDown(id);
    Member member = member(id);
    NodeLaunchConfig plan = node(id);
    Path output = directory.resolve(id + "-" + plan.start() + ".log");
    TestProcess process = TestProcess.start(command.apply(plan), Map.of(), directory, output);
    member.starts++;
    member.process = process;
    return process;
  }

  /** Starts all nodes that are not running. */
  public void startAll() throws IOException {
    for (String id : ids()) {
      if (!isUp(id)) {
        start(id);
      }
    }
  }

  public boolean isUp(String id) {
    TestProcess process = member(id).process;
    return process != null && process.isAlive();
  }

  /**
   * The process that was started last.
   *
   * @throws IllegalStateException when there was none
   */
  public TestProcess process(String id) {
    TestProcess process = member(id).process;
    if (process == null) {
      throw new IllegalStateException(id + " was never started");
    }
    return process;
  }

  /** SIGKILL. */
  public void kill(String id) throws InterruptedException {
    process(id).kill();
  }

  /** SIGTERM, or SIGKILL with an error when SIGTERM has no effect. */
  public int stop(String id, Duration atMost) throws IOException, InterruptedException {
    return process(id).stop(atMost);
  }

  /** Kills all at once, as in a power failure. */
  public void killAll() throws InterruptedException {
    for (String id : ids()) {
      if (isUp(id)) {
        kill(id);
      }
    }
  }

  /**
   * Empties its directory.
   *
   * @throws IllegalStateException when it is running
   */
  public void wipe(String id) throws IOException {
    requireDown(id);
    deleteTree(data(id));
    Files.createDirectories(data(id));
  }

  private void requireDown(String id) {
    if (isUp(id)) {
      throw new IllegalStateException(id + " runs");
    }
  }

  private static void deleteTree(Path root) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException error)
              throws IOException {
            if (error != null) {
              throw error;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** The link for connections from one node to another. */
  public LinkProxy link(String from, String to) {
    return Objects.requireNonNull(
        links.get(from + ">" + to), () -> "no link from " + from + " to " + to);
  }

  /** The link for client connections to a port of a node. */
  public LinkProxy clientLink(String id, String port) {
    return Objects.requireNonNull(
        doors.get(id + "." + port), () -> "no port of " + id + " is called " + port);
  }

  /** Drops all bytes from one node to another, on the connections of either. */
  public void drop(String from, String to) {
    link(from, to).forward().drop();
    link(to, from).backward().drop();
  }

  /** Drops all bytes in both directions between a node and all others. Clients still reach it. */
  public void isolate(String id) {
    for (String other : ids()) {
      if (!other.equals(id)) {
        drop(id, other);
        drop(other, id);
      }
    }
  }

  /** Ends all faults of all links. Stopped and killed processes remain so. */
  public void heal() {
    links.values().forEach(LinkProxy::heal);
    doors.values().forEach(LinkProxy::heal);
  }

  @Override
  public void close() throws IOException {
    for (Member member : members.values()) {
      if (member.process != null) {
        member.process.close();
      }
    }
    IOException failed = null;
    List<LinkProxy> proxies = new ArrayList<>(links.values());
    proxies.addAll(doors.values());
    for (LinkProxy proxy : proxies) {
      try {
        proxy.close();
      } catch (IOException e) {
        failed = e;
      }
    }
    if (failed != null) {
      throw failed;
    }
  }
}
