package io.mosql.server.process;

import io.mosql.engine.InitialAdministrator;
import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ServerEngine;
import io.mosql.engine.ClusterOptions;
import io.mosql.engine.Node;
import io.mosql.engine.NodeOptions;
import io.mosql.engine.OpenDatabase;
import io.mosql.server.admin.AdminDoor;
import io.mosql.server.admin.AdminOptions;
import io.mosql.server.admin.EngineConsoleLogin;
import io.mosql.server.admin.ServerMetrics;
import io.mosql.server.net.NetworkDoor;
import io.mosql.server.net.NetworkOptions;
import io.mosql.server.relay.HandingOn;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running server: the node with its databases, and the doors to it. Parts are opened inside out
 * and closed outside in, so that a door never leads to nothing. {@link #drain} may be called from
 * any thread, {@link #close} once.
 */
final class ServerProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

  /** Connections that have not logged in, beside those that have. */
  private static final int UNAUTHENTICATED_MAX = 1_000;

  private static final Duration READY_LOOK = Duration.ofMillis(200);
  private static final Duration STALL_LIMIT = Duration.ofMinutes(5);

  private final ServerMetrics metrics = new ServerMetrics();
  private final ServerConfig config;
  private final Clock clock;
  private final Node node;
  private @Nullable NetworkDoor network;
  private @Nullable AdminDoor admin;
  private @Nullable PidFile pid;
  private volatile boolean draining;

  private ServerProcess(ServerConfig config, Clock clock, AuditLog audit, Runnable shutdown)
      throws SettingsException, IOException {
    this.config = config;
    this.clock = clock;
    if (config.leaveCluster() && Node.isMade(config.dataDirectory())) {
      Node.leaveCluster(config.dataDirectory(), optionsAlone(shutdown));
    }
    this.node = Node.open(config.dataDirectory(), options(shutdown), audit);
  }

  /**
   * Starts all parts.
   *
   * @param clock of the node and its doors
   * @param created told of the account that this start created, whether the rest succeeds or not:
   *     nobody else will ever know its password
   * @param shutdown run when an administrator says SHUTDOWN
   * @param stopping whether it is to stop, asked while a node of a cluster waits for others
   * @throws SettingsException when a file of the settings does not hold what it should
   * @throws IOException when an address is taken
   * @throws io.mosql.core.error.MosqlException when the data directory cannot be opened
   */
  static ServerProcess start(
      ServerConfig config,
      Clock clock,
      AuditLog audit,
      Consumer<InitialAdministrator> created,
      Runnable shutdown,
      BooleanSupplier stopping)
      throws SettingsException, IOException {
    ServerProcess process = new ServerProcess(config, clock, audit, shutdown);
    try {
      process.openAdmin(audit);
      process.awaitReady(stopping);
      InitialAdministrator administrator = process.node.initialAdministrator();
      if (administrator != null) {
        created.accept(administrator);
      }
      process.open(audit);
      return process;
    } catch (IOException | SettingsException | RuntimeException | Error e) {
      process.close();
      throw e;
    }
  }

  /** A first start of a cluster goes on when a majority of its nodes has come. */
  private void awaitReady(BooleanSupplier stopping) throws IOException {
    boolean told = false;
    try {
      while (!node.awaitReady(READY_LOOK)) {
        String failure = node.failure();
        if (failure != null) {
          throw new IOException(failure);
        }
        if (stopping.getAsBoolean()) {
          return;
        }
        if (!told) {
          told = true;
          LOG.info("{}", node.waitingFor());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private NodeOptions options(Runnable shutdown) throws SettingsException, IOException {
    ClusterOptions cluster = config.cluster();
    NodeOptions options = optionsAlone(shutdown);
    Joining.Request join = config.join();
    // One that has joined goes on by what stands in its directory.
    if (cluster != null && join != null && !Node.isMade(config.dataDirectory())) {
      Path secret = config.passwordFile();
      String password =
          secret == null ? System.getenv("MOSQL_PASSWORD") : ServerConfig.secret(secret);
      cluster = new Joining(join, cluster).ask(config.administrator(), password);
      LOG.info("node {} joins {}", cluster.node(), join.members());
    }
    return cluster == null ? options : options.withCluster(cluster);
  }

  private NodeOptions optionsAlone(Runnable shutdown) throws SettingsException {
    Path password = config.passwordFile();
    return NodeOptions.defaults()
        .withPorts(OpenDatabase.Ports.SYSTEM.withClock(clock))
        .watched(
            metrics, config.statementTimeout(), config.sessionMemoryBytes(), config.slowStatement())
        .withSettings(config.properties())
        .withAdministrator(
            config.administrator(), password == null ? null : ServerConfig.secret(password))
        .withShutdown(shutdown);
  }

  private void open(AuditLog audit) throws SettingsException, IOException {
    // It records a stack trace with every hundredth buffer; for tests.
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    pid = PidFile.write(config.pidFile());
    NetworkOptions options =
        new NetworkOptions(
            config.host(),
            config.port(),
            config.tls(),
            config.tlsRequired(),
            config.connectionsMax(),
            config.connectionsReserved(),
            UNAUTHENTICATED_MAX,
            config.frameBytesMax(),
            NetworkOptions.FRAME_MEMORY,
            config.loginDeadline(),
            STALL_LIMIT,
            config.linger());
    ServerEngine engine = config.cluster() == null ? node : HandingOn.of(node);
    network = NetworkDoor.open(engine, options, audit, clock, RandomSource.SECURE);
  }

  private void openAdmin(AuditLog audit) throws SettingsException, IOException {
    ServerConfig.Admin where = config.admin();
    if (where != null) {
      Path token = where.tokenFile();
      admin =
          AdminDoor.open(
              AdminOptions.of(
                  where.host(), where.port(), token == null ? null : ServerConfig.secret(token)),
              new NodeFigures(node, this::unready),
              metrics,
              new EngineConsoleLogin(node, node::databases, audit));
    }
  }

  private @Nullable String unready() {
    String failure = node.failure();
    if (failure != null) {
      return failure;
    }
    return draining ? "the server is going away" : node.waitingFor();
  }

  /** Where clients connect. */
  InetSocketAddress address() {
    return java.util.Objects.requireNonNull(network).address();
  }

  /** Where health, metrics and console are; null for none. */
  @Nullable InetSocketAddress adminAddress() {
    AdminDoor door = admin;
    return door == null ? null : door.address();
  }

  /** Why it cannot go on; null while it can. */
  @Nullable String failure() {
    return node.failure();
  }

  /** Sends idle sessions away and waits for transactions to end, no longer than is allowed. */
  void drain(Duration within) {
    draining = true;
    NetworkDoor door = network;
    if (door != null) {
      node.handOnLead();
      LOG.info("draining {} connections", door.connections());
      door.drain(within);
    }
  }

  @Override
  public void close() {
    draining = true;
    try {
      if (admin != null) {
        admin.close();
      }
      if (network != null) {
        network.close();
      }
    } finally {
      try {
        node.close();
      } finally {
        metrics.close();
        deletePid();
      }
    }
  }

  private void deletePid() {
    try {
      if (pid != null) {
        pid.close();
      }
    } catch (IOException e) {
      LOG.warn("cannot delete the pid file: {}", e.toString());
    }
  }
}
