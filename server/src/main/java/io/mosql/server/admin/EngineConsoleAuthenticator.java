package io.mosql.server.admin;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.Login;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.server.authentication.ClientAddresses;
import io.mosql.server.authentication.LoginThrottle;
import io.mosql.server.authentication.ScramServer;
import io.mosql.server.error.ServerErrorMessage;
import java.net.SocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Authenticator of console users against the accounts of the server. A login of an unknown user
 * takes as long as one with a wrong password. Thread-safe.
 */
public final class EngineConsoleAuthenticator implements ConsoleAuthenticator {
  /** Timeouts: a transaction abandoned by its page must not keep row locks indefinitely. */
  private static final Map<SessionProperty, String> PROPERTIES =
      Map.of(
          SessionProperty.APPLICATION_NAME, "console",
          SessionProperty.IDLE_TRANSACTION_TIMEOUT, "300");

  private final ServerEngine engine;
  private final Supplier<List<String>> databases;
  private final AuditLog audit;
  private final Clock clock;
  private final LoginThrottle throttle;
  private final ScramServer scram;

  /**
   * @param databases names of the databases
   * @param audit receives successful logins, logouts and refused logins
   * @param throttle that of the server's other logins
   */
  public EngineConsoleAuthenticator(
      ServerEngine engine,
      Supplier<List<String>> databases,
      AuditLog audit,
      Clock clock,
      RandomSource random,
      LoginThrottle throttle) {
    this.engine = engine;
    this.databases = databases;
    this.audit = audit;
    this.clock = clock;
    this.throttle = throttle;
    this.scram = new ScramServer(random);
  }

  @Override
  public Account login(String user, String password, SocketAddress client) {
    String name = user.toLowerCase(Locale.ROOT);
    String clientAddress = ClientAddresses.text(client);
    String group = ClientAddresses.group(client);
    if (throttle.acquireDelayNanos(name, group, clock.nanoTime(), 0) > 0) {
      throw refused(name, clientAddress, ServerErrorMessage.TOO_MANY_FAILED_LOGINS.error());
    }
    if (!scram.matches(name, password, engine.verifier(name))) {
      throttle.failed(name, group, clock.nanoTime());
      throw refused(name, clientAddress, ServerErrorMessage.WRONG_PASSWORD.error());
    }
    throttle.succeeded(name, group);
    record(AuditLog.Kind.LOGIN, name, clientAddress, null, "logged in to the console");
    return new Checked(name, clientAddress);
  }

  private MosqlException refused(String user, String clientAddress, MosqlException why) {
    String message = String.valueOf(why.getMessage());
    record(AuditLog.Kind.LOGIN_FAILED, user, clientAddress, why.state().code(), message);
    return why;
  }

  private void record(
      AuditLog.Kind kind,
      String user,
      String clientAddress,
      @Nullable String sqlState,
      String text) {
    audit.record(new AuditLog.Event(kind, user, clientAddress, null, sqlState, text));
  }

  /** Account that has passed the password check. */
  private final class Checked implements Account {
    private final String user;
    private final String clientAddress;

    Checked(String user, String clientAddress) {
      this.user = user;
      this.clientAddress = clientAddress;
    }

    @Override
    public String user() {
      return user;
    }

    @Override
    public boolean isAdministrator() {
      return engine.isAdministrator(user);
    }

    @Override
    public List<String> databases() {
      return databases.get();
    }

    @Override
    public void loggedOut() {
      record(AuditLog.Kind.LOGOUT, user, clientAddress, null, "left the console");
    }

    @Override
    public Session connect(String database) {
      return engine.connect(new Login(user, database, PROPERTIES, clientAddress));
    }
  }
}
