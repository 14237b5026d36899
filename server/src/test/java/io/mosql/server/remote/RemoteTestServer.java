package io.mosql.server.remote;

import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.EmbeddedEngine;
import io.mosql.core.session.Login;
import io.mosql.core.session.ScramVerifier;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.engine.EmbeddedDatabases;
import io.mosql.server.authentication.LoginThrottle;
import io.mosql.server.network.NetworkOptions;
import io.mosql.server.network.NetworkServer;
import io.mosql.server.network.TlsFiles;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Network server in this process for the databases of embedded connections: its database names are
 * their locations, {@code mem:name} or {@code file:path}. Every client with the password has all
 * privileges.
 */
final class RemoteTestServer implements AutoCloseable {
  static final String USER = "ann";
  static final String PASSWORD = "correct horse";
  private static final int ITERATIONS = 4096;
  private static final byte[] SALT = "sixteen of salt.".getBytes(StandardCharsets.UTF_8);
  private static final ScramVerifier VERIFIER = verifier();

  private final Databases databases;
  private final NetworkServer door;

  private RemoteTestServer(NetworkOptions options) throws IOException {
    this(options, new EmbeddedDatabases(), engine -> engine);
  }

  private RemoteTestServer(
      NetworkOptions options, EmbeddedEngine engine, UnaryOperator<ServerEngine> around)
      throws IOException {
    databases = new Databases(engine);
    door =
        NetworkServer.open(
            around.apply(databases),
            options,
            AuditLog.NONE,
            Clock.SYSTEM,
            RandomSource.SECURE,
            new LoginThrottle());
  }

  static RemoteTestServer start() throws IOException {
    return new RemoteTestServer(NetworkOptions.of("127.0.0.1", 0));
  }

  /** Starts a server for the databases of another embedded engine. */
  static RemoteTestServer start(EmbeddedEngine engine) throws IOException {
    return new RemoteTestServer(NetworkOptions.of("127.0.0.1", 0), engine, door -> door);
  }

  static RemoteTestServer start(TlsFiles tls, boolean required) throws IOException {
    return new RemoteTestServer(NetworkOptions.of("127.0.0.1", 0).withTls(tls, required));
  }

  /** Starts a server with an engine that wraps the engine of the databases. */
  static RemoteTestServer start(UnaryOperator<ServerEngine> around) throws IOException {
    return new RemoteTestServer(NetworkOptions.of("127.0.0.1", 0), new EmbeddedDatabases(), around);
  }

  /** Sets properties of the sessions of a database that clients may not set. */
  void configure(String database, Map<SessionProperty, String> properties) {
    databases.settings.put(database, properties);
  }

  NetworkServer door() {
    return door;
  }

  String url(String database) {
    return "jdbc:mosql://127.0.0.1:" + door.address().getPort() + "/" + database;
  }

  Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(url(database), USER, PASSWORD);
  }

  /**
   * Waits until no session of a database in files is open: a client's {@code close()} returns
   * before the server has closed its own side, and with it the files.
   *
   * @throws IllegalStateException when a session is still open after 30 seconds
   */
  void awaitClosedFiles() throws InterruptedException {
    databases.awaitClosedFiles();
  }

  @Override
  public void close() {
    door.close();
  }

  private static final class Databases implements ServerEngine {
    private final EmbeddedEngine engine;
    private final Map<String, Map<SessionProperty, String>> settings = new ConcurrentHashMap<>();
    private final Phaser fileSessions = new Phaser(1);

    Databases(EmbeddedEngine engine) {
      this.engine = engine;
    }

    @Override
    public @Nullable ScramVerifier verifier(String user) {
      return user.equals(USER) ? VERIFIER : null;
    }

    @Override
    public boolean isAdministrator(String user) {
      return user.equals(USER);
    }

    @Override
    public Session connect(Login login) {
      Map<SessionProperty, String> properties = new EnumMap<>(SessionProperty.class);
      properties.putAll(login.properties());
      properties.putAll(settings.getOrDefault(login.database(), Map.of()));
      Session session = engine.connect(login.database(), properties);
      return login.database().startsWith("file:") ? counted(session) : session;
    }

    /** Returns the session, counted as open until its first {@code close()} has returned. */
    private Session counted(Session session) {
      fileSessions.register();
      AtomicBoolean closed = new AtomicBoolean();
      return (Session)
          java.lang.reflect.Proxy.newProxyInstance(
              Session.class.getClassLoader(),
              new Class<?>[] {Session.class},
              (proxy, method, arguments) -> {
                try {
                  return method.invoke(session, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                } finally {
                  if (method.getName().equals("close") && !closed.getAndSet(true)) {
                    fileSessions.arriveAndDeregister();
                  }
                }
              });
    }

    private void awaitClosedFiles() throws InterruptedException {
      try {
        fileSessions.awaitAdvanceInterruptibly(fileSessions.arrive(), 30, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        throw new IllegalStateException("sessions of databases in files are still open", e);
      }
    }
  }

  private static ScramVerifier verifier() {
    try {
      byte[] salted =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
              .generateSecret(new PBEKeySpec(PASSWORD.toCharArray(), SALT, ITERATIONS, 256))
              .getEncoded();
      byte[] stored = MessageDigest.getInstance("SHA-256").digest(hmac(salted, "Client Key"));
      return new ScramVerifier(ITERATIONS, SALT, stored, hmac(salted, "Server Key"));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }
}
