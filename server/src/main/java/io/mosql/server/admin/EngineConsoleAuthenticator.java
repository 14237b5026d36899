package io.mosql.server.admin;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.AuditLog;
import io.mosql.core.session.Login;
import io.mosql.core.session.ScramVerifier;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
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
  private final PasswordCheck passwords;
  private final ConsoleLoginThrottle attempts = new ConsoleLoginThrottle();

  /**
   * @param databases names of the databases
   * @param audit receives successful logins, logouts and refused logins
   */
  public EngineConsoleAuthenticator(
      ServerEngine engine, Supplier<List<String>> databases, AuditLog audit) {
    this.engine = engine;
    this.databases = databases;
    this.audit = audit;
    this.passwords = new PasswordCheck();
  }

  @Override
  public Account login(String user, String password, String clientAddress) {
    String name = user.toLowerCase(Locale.ROOT);
    if (!attempts.tryAcquire(name, System.nanoTime())) {
      throw refused(
          name,
          clientAddress,
          SqlState.TOO_MANY_CONNECTIONS,
          "too many wrong passwords; wait a little");
    }
    ScramVerifier verifier = engine.verifier(name);
    if (!passwords.matches(password, verifier)) {
      attempts.failed(name, System.nanoTime());
      throw refused(
          name,
          clientAddress,
          SqlState.INVALID_PASSWORD,
          "wrong password for user \"" + name + "\"");
    }
    attempts.succeeded(name);
    record(AuditLog.Kind.LOGIN, name, clientAddress, null, "logged in to the console");
    return new Checked(name, clientAddress);
  }

  private MosqlException refused(
      String user, String clientAddress, SqlState state, String message) {
    record(AuditLog.Kind.LOGIN_FAILED, user, clientAddress, state.code(), message);
    return new MosqlException(state, message);
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
