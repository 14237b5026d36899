package io.mosql.consensus.ratis;

import io.mosql.consensus.ratis.checkpoint.CheckpointFiles;
import io.mosql.consensus.ratis.checkpoint.CheckpointStorage;
import io.mosql.consensus.ratis.error.RatisErrorMessage;
import io.mosql.consensus.ratis.group.BoundedCall;
import io.mosql.consensus.ratis.group.FreeSpaceProbe;
import io.mosql.consensus.ratis.group.GroupLogFactory;
import io.mosql.consensus.ratis.group.LogEventListener;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.consensus.ratis.settings.PeerTls;
import io.mosql.consensus.ratis.settings.RatisSettings;
import io.mosql.consensus.ratis.transport.PeerSerialFilter;
import io.mosql.consensus.ratis.transport.SerialAppendInterceptor;
import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.port.Clock;
import io.mosql.core.port.DaemonThreads;
import io.mosql.core.port.RandomSource;
import io.mosql.core.port.ThreadEnd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachine;

/**
 * The Raft server of a process, with any number of groups, each of which is a {@link RatisLog}. It
 * starts without groups; a group starts when its log is opened.
 *
 * <p>The port serves other nodes only. Outside of loopback it requires mutual TLS, since any peer
 * that can connect to a Raft server can change its groups.
 *
 * <p>Thread-safe.
 */
public final class RatisNode implements GroupLogFactory {
  private static final long WATCH_MILLIS = 500;

  /** Number of open nodes of the process, by name. */
  private static final Map<String, Integer> OPEN = new ConcurrentHashMap<>();

  private final RatisSettings settings;
  private final Clock clock;
  private final RandomSource random;
  private final FreeSpaceProbe room;
  private final RaftServer server;
  private final Map<RaftGroupId, RatisLog> logs = new ConcurrentHashMap<>();
  private final ScheduledExecutorService watch;
  private final DaemonThreads threads;
  private final AtomicBoolean closed = new AtomicBoolean();

  private RatisNode(
      RatisSettings settings,
      RaftProperties properties,
      Clock clock,
      RandomSource random,
      FreeSpaceProbe room)
      throws IOException {
    this.settings = settings;
    this.clock = clock;
    this.random = random;
    this.room = room;
    Parameters parameters = new Parameters();
    PeerTls tls = settings.tls();
    if (tls != null) {
      GrpcConfigKeys.TLS.setConf(parameters, tls.toConfig());
    }
    SerialAppendInterceptor order = new SerialAppendInterceptor();
    GrpcConfigKeys.Server.setServicesCustomizer(
        parameters, (builder, services) -> builder.intercept(order));
    // Ratis starts every group in its directory. Here a group starts with its database, so the
    // directory is set only after the start of the server.
    RatisProperties.setDirectory(properties, settings.directory().resolve("none"));
    this.server =
        RaftServer.newBuilder()
            .setServerId(RaftPeerId.valueOf(settings.node()))
            .setStateMachineRegistry(this::machine)
            .setOption(RaftStorage.StartupOption.RECOVER)
            .setProperties(properties)
            .setParameters(parameters)
            .build();
    RatisProperties.setDirectory(properties, settings.directory());
    this.threads = new DaemonThreads("node " + settings.node());
    this.watch =
        Executors.newSingleThreadScheduledExecutor(
            threads.named("mosql-raft-watch-" + settings.node()));
    OPEN.merge(settings.node(), 1, Integer::sum);
  }

  /**
   * Starts the server.
   *
   * @throws io.mosql.core.error.MosqlException 22023 when it would be reachable from other machines
   *     without TLS, 58030 when it does not start
   */
  public static RatisNode start(RatisSettings settings, Clock clock, RandomSource random) {
    return start(settings, clock, random, () -> settings.directory().toFile().getUsableSpace());
  }

  /**
   * Starts the server with a probe for free space.
   *
   * @param room measures the free space on the disk of the logs
   */
  static RatisNode start(
      RatisSettings settings, Clock clock, RandomSource random, FreeSpaceProbe room) {
    requireTlsOffLoopback(settings);
    requireFreePort(settings);
    PeerSerialFilter.install();
    RatisNode node = null;
    try {
      Files.createDirectories(settings.directory());
      node = new RatisNode(settings, RatisProperties.of(settings), clock, random, room);
      node.server.start();
      Future<?> unused =
          node.watch.scheduleWithFixedDelay(
              node::maintainLogs, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
      return node;
    } catch (IOException | RuntimeException e) {
      if (node != null) {
        node.close();
      }
      throw RatisErrorMessage.SERVER_NOT_STARTED.causedBy(e, String.valueOf(e.getMessage()));
    }
  }

  /** Ratis ends the process when it cannot listen on its port, so that is tried first. */
  private static void requireFreePort(RatisSettings settings) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(settings.host(), settings.port()));
    } catch (IOException e) {
      throw RatisErrorMessage.SERVER_NOT_STARTED.causedBy(
          e, settings.host() + ':' + settings.port() + ": " + e.getMessage());
    }
  }

  private static void requireTlsOffLoopback(RatisSettings settings) {
    boolean loopback;
    try {
      loopback = InetAddress.getByName(settings.host()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw CoreErrorMessage.UNKNOWN_HOST.causedBy(e, settings.host());
    }
    if (!loopback && settings.tls() == null) {
      throw RatisErrorMessage.TLS_REQUIRED.error(settings.host());
    }
  }

  /** The port for other nodes. */
  public int port() {
    return server.getServerRpc().getInetSocketAddress().getPort();
  }

  @Override
  public RatisLog log(UUID group, Path database, List<Member> members, LogEventListener events) {
    RaftGroupId id = RaftGroupId.valueOf(group);
    Path beside = settings.directory().resolve("checkpoints-" + group);
    CheckpointStorage checkpoints = new CheckpointStorage(beside, database, CheckpointFiles.PLAIN);
    try {
      Files.createDirectories(database);
      Files.createDirectories(beside);
      checkpoints.recover();
    } catch (IOException e) {
      throw RatisErrorMessage.CHECKPOINT_NOT_INSTALLED.causedBy(e, String.valueOf(e.getMessage()));
    }
    RatisLog log =
        new RatisLog(
            settings,
            server,
            id,
            members,
            checkpoints,
            events,
            clock,
            random,
            room,
            watch,
            threads,
            closed -> logs.remove(id, closed));
    if (logs.putIfAbsent(id, log) != null) {
      throw new IllegalStateException("the log of group " + group + " is open");
    }
    return log;
  }

  private StateMachine machine(RaftGroupId id) {
    RatisLog log = logs.get(id);
    if (log == null) {
      throw new IllegalStateException("group " + id + " is not open");
    }
    return log.machine();
  }

  private void maintainLogs() {
    for (RatisLog log : logs.values()) {
      try {
        log.maintain();
      } catch (RuntimeException e) {
        // The log is being opened or closed. An exception here would end the monitoring of all
        // logs.
      }
    }
  }

  /**
   * Closes all logs and then the server, and waits for their threads; stops waiting for what does
   * not end in time.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    List.copyOf(logs.values()).forEach(RatisLog::close);
    watch.shutdownNow();
    BoundedCall.run(
        threads,
        "close-server-" + settings.node(),
        settings.closeWithin(),
        () -> {
          try {
            server.close();
          } catch (IOException e) {
            // The port and files are released nevertheless, or remain in use until the process
            // ends.
          }
        });
    threads.awaitEnd(settings.closeWithin());
    awaitThreadsOfServer();
  }

  /**
   * Waits for the threads that Ratis has for the server, which are known by their names. Another
   * node of this name in the process, of another cluster, has the same ones: then its are not told
   * apart, and nothing is waited for. What Ratis, gRPC and Netty share in the process stays, or
   * ends a second after the last node.
   */
  private void awaitThreadsOfServer() {
    String node = settings.node();
    Integer others =
        OPEN.compute(node, (name, count) -> count == null || count == 1 ? null : count - 1);
    if (others == null) {
      Set<String> names =
          Set.of(
              "-groupManagement", "-impl-thread", "-server-thread", "-client-thread", "-request-");
      ThreadEnd.await(
          "the Raft server of node " + node,
          ThreadEnd.named(name -> names.stream().anyMatch(each -> name.startsWith(node + each))),
          settings.closeWithin());
    }
  }
}
