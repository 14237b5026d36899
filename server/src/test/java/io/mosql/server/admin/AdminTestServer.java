package io.mosql.server.admin;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.Login;
import io.mosql.core.session.ScramVerifier;
import io.mosql.core.session.ServerEngine;
import io.mosql.core.session.Session;
import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.StatementResult;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.server.authentication.LoginThrottle;
import io.mosql.sql.session.transaction.SessionMonitor;
import io.mosql.storage.version.ContentDigest;
import java.io.IOException;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Test server with a database, an admin port and two accounts: admin, an administrator, and clerk.
 * The password of both is that of the example in RFC 7677.
 */
final class AdminTestServer implements ServerStatus, ServerEngine, AutoCloseable {
  static final String PASSWORD = "pencil";
  private static final ScramVerifier VERIFIER =
      new ScramVerifier(
          4096,
          bytes("W22ZaJ0SNY7soEsUEjb6gQ=="),
          bytes("WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY="),
          bytes("wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU="));

  final ServerMetrics metrics = new ServerMetrics();
  final SessionMonitor sessionMonitor =
      new SessionMonitor(new SessionMonitor.Limits(0, 64 << 20, 0), metrics);
  final OpenDatabase database;
  final AdminServer door;
  final LoginThrottle throttle = new LoginThrottle();
  final Queue<String> audited = new ConcurrentLinkedQueue<>();
  volatile @Nullable String unready;

  AdminTestServer(AdminOptions options) throws IOException {
    database =
        OpenDatabase.inMemory(
            "shop", OpenDatabase.Ports.system().withSessionMonitor(sessionMonitor), () -> {});
    door =
        AdminServer.open(
            options,
            this,
            metrics,
            new EngineConsoleAuthenticator(
                this,
                () -> List.of("shop"),
                event -> audited.add(shown(event)),
                Clock.SYSTEM,
                RandomSource.SECURE,
                throttle),
            Clock.SYSTEM,
            RandomSource.SECURE);
  }

  static AdminTestServer open() throws IOException {
    return new AdminTestServer(AdminOptions.of("127.0.0.1", 0, null));
  }

  private static String shown(AuditLog.Event event) {
    return event.kind() + " " + event.user() + " " + event.sqlState();
  }

  private static byte[] bytes(String base64) {
    return Base64.getDecoder().decode(base64);
  }

  String url() {
    return "http://127.0.0.1:" + door.address().getPort();
  }

  @Override
  public @Nullable String notReadyReason() {
    return unready;
  }

  @Override
  public Map<String, Map<String, Long>> metrics() {
    return Map.of("shop", database.figures());
  }

  @Override
  public @Nullable Content content(String name) {
    ContentDigest digest = database.content();
    return name.equals("shop")
        ? new Content(digest.position(), HexFormat.of().toHexDigits(digest.hash()))
        : null;
  }

  @Override
  public Map<String, Long> sessions() {
    return sessionMonitor.sessionsByState();
  }

  @Override
  public @Nullable ScramVerifier verifier(String user) {
    return user.equals("admin") || user.equals("clerk") ? VERIFIER : null;
  }

  @Override
  public boolean isAdministrator(String user) {
    return user.equals("admin");
  }

  @Override
  public Session connect(Login login) {
    if (!login.database().equals("shop")) {
      throw new MosqlException(SqlState.UNDEFINED_DATABASE, "there is no such database");
    }
    Map<SessionProperty, String> properties = new EnumMap<>(SessionProperty.class);
    properties.putAll(login.properties());
    properties.put(SessionProperty.USER, login.user());
    return database.connect(properties, () -> {});
  }

  /** Opens a session outside of the console. */
  Session session() {
    return database.connect(Map.of(SessionProperty.USER, "batch"), () -> {});
  }

  /** Executes statements separated by semicolons. */
  AdminTestServer run(String script) {
    try (Session session = session()) {
      for (String sql : script.split(";\\s*")) {
        run(session, sql);
      }
    }
    return this;
  }

  /**
   * Executes a statement; returns the first value of the first row, or the number of affected rows.
   */
  static @Nullable Object run(Session session, String sql) {
    StatementResult result =
        session.execute(session.prepare(sql, List.of()), new Object[0], ExecutionOptions.DEFAULT);
    if (result instanceof StatementResult.Rows rows) {
      try (rows) {
        return rows.next() ? Objects.requireNonNull(rows.row())[0] : null;
      }
    }
    return ((StatementResult.Update) result).updateCount();
  }

  @Override
  public void close() {
    door.close();
    database.close();
    metrics.close();
  }
}
