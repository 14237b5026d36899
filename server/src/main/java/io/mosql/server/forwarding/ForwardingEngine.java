package io.mosql.server.forwarding;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Interrupts;
import io.mosql.core.session.DelegatedIdentity;
import io.mosql.core.session.Login;
import io.mosql.core.session.ScramVerifier;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.Topology;
import io.mosql.engine.Node;
import io.mosql.jdbc.remote.RemoteSessions;
import io.mosql.jdbc.remote.RemoteTarget;
import io.mosql.server.error.ServerErrorMessage;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Engine that forwards sessions to the leader when this node is not the leader of their database.
 * It opens such a session at the leader on behalf of the client, if the client accepts forwarding:
 * drivers connect to the leader directly as long as they reach it. Thread-safe.
 *
 * <p>A session is forwarded at most once: a node that receives a forwarded session and is not the
 * leader returns an error.
 */
public final class ForwardingEngine implements ServerEngine {
  private static final int CONNECT_SECONDS = 2;

  private final Node node;

  private ForwardingEngine(Node node) {
    this.node = node;
  }

  /**
   * @param node not closed by this engine
   */
  public static ForwardingEngine of(Node node) {
    ForwardingEngine engine = new ForwardingEngine(node);
    node.setPeerSessionOpener(engine::open);
    return engine;
  }

  @Override
  public @Nullable ScramVerifier verifier(String user) {
    return node.verifier(user);
  }

  @Override
  public boolean isAdministrator(String user) {
    return node.isAdministrator(user);
  }

  @Override
  public Topology topology(String database) {
    return node.topology(database);
  }

  @Override
  public Interrupts.Memory memory() {
    return node.memory();
  }

  @Override
  public String withoutPaths(String message) {
    return node.withoutPaths(message);
  }

  @Override
  public Session connect(Login login) {
    try {
      return node.connect(login);
    } catch (MosqlException e) {
      boolean wanted = "always".equals(login.properties().get(SessionProperty.FORWARDING));
      if (e.state() != SqlState.NOT_LEADER || !wanted) {
        throw e;
      }
      Topology.NodeAddress leader = node.topology(login.database()).leaderAddress();
      if (leader == null) {
        throw e;
      }
      Map<SessionProperty, String> properties = new EnumMap<>(SessionProperty.class);
      properties.putAll(login.properties());
      properties.put(SessionProperty.FORWARDING, "never");
      return open(
          leader,
          new Login(
              login.user(), login.database(), properties, login.clientAddress(), login.position()));
    }
  }

  /** Opens a session at another node on behalf of a client authenticated here. */
  private Session open(Topology.NodeAddress place, Login login) {
    RemoteTarget.Host host = RemoteTarget.Host.of(place.host(), place.port());
    String password = node.peerPassword();
    if (host == null || password == null) {
      throw ServerErrorMessage.LEADER_ADDRESS_UNKNOWN.error(place.node());
    }
    Map<SessionProperty, String> properties = new EnumMap<>(SessionProperty.class);
    properties.putAll(login.properties());
    properties.put(SessionProperty.USER, DelegatedIdentity.NODE);
    properties.put(SessionProperty.PASSWORD, password);
    // No failover here: the client reconnects and queries the outcome of its own requests.
    properties.put(SessionProperty.FAILOVER_TIMEOUT, "0");
    properties.put(SessionProperty.CONNECT_TIMEOUT, Integer.toString(CONNECT_SECONDS));
    if (!host.isOwnMachine() && node.peerAuthority() != null) {
      properties.put(
          SessionProperty.SSL_ROOT_CERT, Objects.requireNonNull(node.peerAuthority()).toString());
    }
    DelegatedIdentity behalf = new DelegatedIdentity(login.user(), login.clientAddress());
    RemoteTarget target = new RemoteTarget(List.of(host), login.database(), properties, behalf);
    try {
      return new ForwardedSession(
          new RemoteSessions(target).open(RemoteSessions.millis(CONNECT_SECONDS)));
    } catch (MosqlException e) {
      if (e.state() != SqlState.CONNECTION_FAILED) {
        throw e;
      }
      throw ServerErrorMessage.LEADER_UNREACHABLE.causedBy(
          e, place.node(), String.valueOf(e.getMessage()));
    }
  }
}
