package io.mosql.engine.options;

import io.mosql.core.port.StatementObserver;
import io.mosql.core.session.SessionProperty;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.sql.session.transaction.SessionMonitor;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of a node.
 *
 * @param ports environment of its databases
 * @param settings of each user database, by the properties of a connection to an embedded database;
 *     all of {@link SessionProperty#isOfDatabase()}
 * @param administrator name of the account that the first start creates
 * @param password of that account, or null to have one generated; used by the first start only
 * @param passwordIterations iterations of new verifiers
 * @param shutdown run by the statement SHUTDOWN of an administrator
 * @param cluster of the node; null for a single server
 */
public record NodeOptions(
    OpenDatabase.Ports ports,
    Map<SessionProperty, String> settings,
    String administrator,
    @Nullable String password,
    int passwordIterations,
    Runnable shutdown,
    @Nullable ClusterOptions cluster) {
  public NodeOptions {
    settings = Map.copyOf(settings);
  }

  /** Options sized for this machine; the administrator is {@code admin}; SHUTDOWN has no effect. */
  public static NodeOptions defaults() {
    return new NodeOptions(
        OpenDatabase.Ports.system(),
        Map.of(),
        "admin",
        null,
        Passwords.ITERATIONS_MIN,
        () -> {},
        null);
  }

  public NodeOptions withPorts(OpenDatabase.Ports other) {
    return new NodeOptions(
        other, settings, administrator, password, passwordIterations, shutdown, cluster);
  }

  public NodeOptions withSettings(Map<SessionProperty, String> other) {
    return new NodeOptions(
        ports, other, administrator, password, passwordIterations, shutdown, cluster);
  }

  /**
   * @param secret null to have one generated
   */
  public NodeOptions withAdministrator(String name, @Nullable String secret) {
    return new NodeOptions(ports, settings, name, secret, passwordIterations, shutdown, cluster);
  }

  public NodeOptions withShutdown(Runnable other) {
    return new NodeOptions(
        ports, settings, administrator, password, passwordIterations, other, cluster);
  }

  /**
   * The same for a node of a cluster.
   *
   * @param other null for a single server
   */
  public NodeOptions withCluster(@Nullable ClusterOptions other) {
    return new NodeOptions(
        ports, settings, administrator, password, passwordIterations, shutdown, other);
  }

  /**
   * The same with limits of sessions, and a listener for their activity.
   *
   * @param statementTimeout after which a statement ends with 57014, zero for never
   * @param sessionMemoryBytes memory limit of the statements of a session; null for a quarter of
   *     the heap
   * @param slowStatement duration from which on a statement is recorded as slow
   */
  public NodeOptions withMonitoring(
      StatementObserver observer,
      Duration statementTimeout,
      @Nullable Long sessionMemoryBytes,
      Duration slowStatement) {
    SessionMonitor.Limits limits =
        new SessionMonitor.Limits(
            statementTimeout.toMillis(),
            sessionMemoryBytes == null
                ? SessionMonitor.Limits.DEFAULT.sessionMemoryBytes()
                : sessionMemoryBytes,
            slowStatement.toMillis());
    return withPorts(ports.withSessionMonitor(new SessionMonitor(limits, observer)));
  }

  /** Omits the password, since the text may be logged. */
  @Override
  public String toString() {
    return "NodeOptions[settings=" + settings + ", administrator=" + administrator + "]";
  }
}
