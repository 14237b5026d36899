package io.mosql.engine.options;

import io.mosql.core.port.StatementObserver;
import io.mosql.core.session.SessionProperty;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.sql.session.transaction.SessionMonitor;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a node is to run.
 *
 * @param ports the world that its databases run in
 * @param settings of each user database, by the properties that a connection to an embedded one
 *     would have; all of {@link SessionProperty#isOfDatabase()}
 * @param administrator name of the account that the first start creates
 * @param password of that account, or null to have one generated; looked at by the first start only
 * @param passwordIterations of the verifiers that are made from now on
 * @param shutdown run when an administrator says SHUTDOWN
 * @param cluster that it takes part in; null for a server on its own
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

  /** What fits this machine; the administrator is {@code admin}; SHUTDOWN does nothing. */
  public static NodeOptions defaults() {
    return new NodeOptions(
        OpenDatabase.Ports.SYSTEM,
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
   * A node of a cluster.
   *
   * @param other null for a server on its own
   */
  public NodeOptions withCluster(@Nullable ClusterOptions other) {
    return new NodeOptions(
        ports, settings, administrator, password, passwordIterations, shutdown, other);
  }

  /**
   * With limits of sessions, and somebody who is told what they do.
   *
   * @param statementTimeout after which a statement ends with 57014, zero for never
   * @param sessionMemoryBytes that the statements of a session may hold; null for a quarter of the
   *     heap
   * @param slowStatement from which on a statement is kept as slow
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
    return withPorts(ports.withOversight(new SessionMonitor(limits, observer)));
  }

  /** Without the password: it may end up in a log. */
  @Override
  public String toString() {
    return "NodeOptions[settings=" + settings + ", administrator=" + administrator + "]";
  }
}
