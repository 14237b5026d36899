package io.mosql.server.process;

import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ServerEngine;
import io.mosql.engine.Node;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.engine.options.InitialAdministrator;
import io.mosql.engine.options.NodeOptions;
import io.mosql.server.admin.AdminOptions;
import io.mosql.server.admin.AdminServer;
import io.mosql.server.admin.EngineConsoleAuthenticator;
import io.mosql.server.admin.ServerMetrics;
import io.mosql.server.authentication.LoginThrottle;
import io.mosql.server.error.ServerErrorMessage;
import io.mosql.server.forwarding.ForwardingEngine;
import io.mosql.server.network.NetworkOptions;
import io.mosql.server.network.NetworkServer;
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
 * Running server: the node with its databases, the server of the native protocol and the admin
 * server. Components are opened from the engine outwards and closed in the reverse order, so that
 * an open port always has a working engine behind it. {@link #drain} may be called from any thread,
 * {@link #close} once.
 */
final class ServerProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

  /** Maximum number of unauthenticated connections, in addition to authenticated ones. */
  private static final int UNAUTHENTICATED_MAX = 1_000;

  private static final Duration READY_POLL = Duration.ofMillis(200);
  private static final Duration STALL_LIMIT = Duration.ofMinutes(5);

  private final ServerMetrics metrics = new ServerMetrics();
  private final ServerConfig config;
  private final Clock clock;
  private final Node node;
  private final LoginThrottle loginThrottle = new LoginThrottle();
  private @Nullable NetworkServer network;
  private @Nullable AdminServer admin;
  private @Nullable PidFile pid;
  private final BackgroundFailureLog backgroundFailures = new BackgroundFailureLog();
  private volatile boolean draining;

  private ServerProcess(ServerConfig config, Clock clock, AuditLog audit, Runnable shutdown)
      throws SettingsException, IOException {
    this.config = config;
    this.clock = clock;
    if (config.leaveCluster() && Node.isInitialized(config.dataDirectory())) {
      Node.leaveCluster(config.dataDirectory(), optionsAlone(shutdown));
    }
    this.node = Node.open(config.dataDirectory(), options(shutdown), audit);
  }

  /**
   * Starts all components.
   *
   * @param clock clock of the node and its servers
   * @param created receives the account created by this start, even if the rest of the start fails:
   *     its password is not available anywhere else
   * @param shutdown run when an administrator executes SHUTDOWN
   * @param stopping whether a stop was requested; polled while a cluster node waits for other nodes
   * @throws SettingsException when a file named by the settings is invalid
   * @throws IOException when an address is in use
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
      process.openAdmin(audit, clock);
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

  /**
   * Waits until the node is ready: the first start of a cluster continues when a majority of its
   * nodes is connected.
   */
  private void awaitReady(BooleanSupplier stopping) throws IOException {
    boolean logged = false;
    try {
      while (!node.awaitReady(READY_POLL)) {
        String failure = failure();
        if (failure != null) {
          throw new IOException(failure);
        }
        if (stopping.getAsBoolean()) {
          return;
        }
        if (!logged) {
          logged = true;
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
    ClusterJoin.Request join = config.join();
    // A node that has already joined uses the state in its data directory.
    if (cluster != null && join != null && !Node.isInitialized(config.dataDirectory())) {
      Path secret = config.passwordFile();
      String password =
          secret == null ? System.getenv("MOSQL_PASSWORD") : ServerConfig.secret(secret);
      cluster = new ClusterJoin(join, cluster).requestJoin(config.administrator(), password);
      LOG.info("node {} joins {}", cluster.node(), join.members());
    }
    return cluster == null ? options : options.withCluster(cluster);
  }

  private NodeOptions optionsAlone(Runnable shutdown) throws SettingsException {
    Path password = config.passwordFile();
    return NodeOptions.defaults()
        .withPorts(OpenDatabase.Ports.system().withClock(clock))
        .withMonitoring(
            metrics, config.statementTimeout(), config.sessionMemoryBytes(), config.slowStatement())
        .withSettings(config.properties())
        .withAdministrator(
            config.administrator(), password == null ? null : ServerConfig.secret(password))
        .withShutdown(shutdown);
  }

  private void open(AuditLog audit) throws SettingsException, IOException {
    // The leak detector records a stack trace for a sample of buffers; it is enabled in tests only.
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
            config.spinTime());
    ServerEngine engine = config.cluster() == null ? node : ForwardingEngine.of(node);
    network = NetworkServer.open(engine, options, audit, clock, RandomSource.SECURE, loginThrottle);
  }

  private void openAdmin(AuditLog audit, Clock clock) throws SettingsException, IOException {
    ServerConfig.Admin where = config.admin();
    if (where != null) {
      Path token = where.tokenFile();
      admin =
          AdminServer.open(
              AdminOptions.of(
                  where.host(), where.port(), token == null ? null : ServerConfig.secret(token)),
              new NodeStatus(node, this::notReadyReason),
              metrics,
              new EngineConsoleAuthenticator(
                  node, node::databases, audit, clock, RandomSource.SECURE, loginThrottle),
              clock,
              RandomSource.SECURE);
    }
  }

  private @Nullable String notReadyReason() {
    String failure = node.failure();
    if (failure != null) {
      return failure;
    }
    return draining ? ServerErrorMessage.SHUTTING_DOWN.text() : node.waitingFor();
  }

  /** Address for clients. */
  InetSocketAddress address() {
    return java.util.Objects.requireNonNull(network).address();
  }

  /** Address of the admin port; null for none. */
  @Nullable InetSocketAddress adminAddress() {
    AdminServer door = admin;
    return door == null ? null : door.address();
  }

  /**
   * Reason of a failure after which the server must stop; null for none. Logs failures of
   * background work that is repeated; called periodically by one thread.
   */
  @Nullable String failure() {
    backgroundFailures.update(node.backgroundFailure());
    return node.failure();
  }

  /** Ends idle sessions and waits for transactions to end, at most the given time. */
  void drain(Duration within) {
    draining = true;
    NetworkServer door = network;
    if (door != null) {
      node.transferLeadership();
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
      LOG.warn("could not delete pid file: {}", e.toString());
    }
  }
}
