package io.mosql.server.forwarding;

import io.mosql.core.session.Login;
import io.mosql.core.session.ScramVerifier;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.jdbc.remote.RemoteSessions;
import io.mosql.jdbc.remote.RemoteTarget;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Engine that forwards every session to another server, like a node that is not the leader. */
public final class ForwardingServer implements ServerEngine {
  private final ServerEngine behind;
  private final int port;
  private final String password;

  /**
   * @param behind engine with the accounts
   * @param port port of the other server, on loopback
   * @param password password of all users
   */
  public ForwardingServer(ServerEngine behind, int port, String password) {
    this.behind = behind;
    this.port = port;
    this.password = password;
  }

  @Override
  public @Nullable ScramVerifier verifier(String user) {
    return behind.verifier(user);
  }

  @Override
  public boolean isAdministrator(String user) {
    return behind.isAdministrator(user);
  }

  @Override
  public Session connect(Login login) {
    RemoteTarget.Host host = Objects.requireNonNull(RemoteTarget.Host.of("127.0.0.1", port));
    Map<SessionProperty, String> properties = new EnumMap<>(SessionProperty.class);
    properties.putAll(login.properties());
    properties.put(SessionProperty.USER, login.user());
    properties.put(SessionProperty.PASSWORD, password);
    RemoteTarget target = new RemoteTarget(List.of(host), login.database(), properties);
    return new ForwardedSession(new RemoteSessions(target).open(0));
  }
}
