package io.mosql.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.core.session.Session;
import io.mosql.server.error.ServerErrorMessage;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Server side of the admin console: logins, their sessions, and requests of its pages. A login is
 * identified by a random value in a cookie that is inaccessible to scripts and not sent by other
 * sites. Thread-safe.
 */
final class AdminConsole implements AutoCloseable {
  private static final int LOGINS_MAX = 64;
  private static final int NAME_BYTES = 32;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final ConsoleAuthenticator login;
  private final MetricsHistory samples;
  private final Duration idle;
  private final ConsoleStatements statements;
  private final Clock clock;
  private final RandomSource random;
  private final Map<String, ConsoleSession> open = new ConcurrentHashMap<>();
  private volatile String cookieName = "mosql_console";

  AdminConsole(
      ConsoleAuthenticator login,
      MetricsHistory samples,
      AdminOptions options,
      Clock clock,
      RandomSource random) {
    this.login = login;
    this.samples = samples;
    this.idle = options.loginIdle();
    this.clock = clock;
    this.random = random;
    this.statements = new ConsoleStatements(options.resultRowsMax());
  }

  /**
   * Sets the port, which is part of the cookie's name: cookies are scoped by host, not port, and
   * servers on one host must not share them.
   */
  void setPort(int port) {
    cookieName = "mosql_console_" + port;
  }

  /** Reports the logged-in user, or that there is no login. */
  AdminResponse loginState(AdminRequest exchange, boolean wantsToken) {
    ConsoleSession session = find(exchange);
    return ConsoleJson.object(
        out -> {
          out.writeBooleanField("wantsToken", wantsToken);
          if (session != null) {
            out.writeStringField("user", session.account().user());
            out.writeBooleanField("administrator", session.account().isAdministrator());
            out.writeStringField("database", session.database());
            out.writeArrayFieldStart("databases");
            for (String database : session.account().databases()) {
              out.writeString(database);
            }
            out.writeEndArray();
          }
        });
  }

  AdminResponse login(AdminRequest exchange) throws HttpErrorException {
    JsonNode wanted = ConsoleJson.read(exchange.body());
    ConsoleAuthenticator.Account account =
        login.login(
            ConsoleJson.text(wanted, "user"),
            ConsoleJson.text(wanted, "password"),
            exchange.client());
    ConsoleSession session = connect(account, ConsoleJson.text(wanted, "database"));
    session.touch(clock.nanoTime());
    String name =
        Base64.getUrlEncoder().withoutPadding().encodeToString(random.nextBytes(NAME_BYTES));
    synchronized (open) {
      if (open.size() >= LOGINS_MAX) {
        session.close();
        throw ServerErrorMessage.TOO_MANY_CONSOLE_LOGINS.error();
      }
      open.put(name, session);
    }
    return ConsoleJson.object(out -> out.writeStringField("user", account.user()))
        .withCookie(cookieName + "=" + name + "; Path=/; HttpOnly; SameSite=Strict");
  }

  /**
   * Opens the first session of an account that has passed the password check.
   *
   * @param wanted database, empty for the first database of the account
   */
  private static ConsoleSession connect(ConsoleAuthenticator.Account account, String wanted) {
    try {
      String database = wanted;
      if (database.isEmpty()) {
        List<String> databases = account.databases();
        if (databases.isEmpty()) {
          throw ServerErrorMessage.NO_DATABASE.error();
        }
        database = databases.get(0);
      }
      return new ConsoleSession(account, database, account.connect(database));
    } catch (RuntimeException e) {
      account.loggedOut();
      throw e;
    }
  }

  private @Nullable String name(AdminRequest exchange) {
    for (String header : exchange.headers().getAll(HttpHeaderNames.COOKIE)) {
      for (Cookie cookie : ServerCookieDecoder.STRICT.decodeAll(header)) {
        if (cookie.name().equals(cookieName)) {
          return cookie.value();
        }
      }
    }
    return null;
  }

  private @Nullable ConsoleSession find(AdminRequest exchange) {
    String name = name(exchange);
    ConsoleSession session = name == null ? null : open.get(name);
    if (session != null) {
      long now = clock.nanoTime();
      if (now - session.usedNanos() > idle.toNanos()) {
        end(name);
        return null;
      }
      // Requests that a page sends on its own do not extend the login.
      if (exchange.parameter("auto") == null) {
        session.touch(now);
      }
    }
    return session;
  }

  private ConsoleSession require(AdminRequest exchange) throws HttpErrorException {
    ConsoleSession session = find(exchange);
    if (session == null) {
      throw new HttpErrorException(401, "login required");
    }
    return session;
  }

  private void end(@Nullable String name) {
    ConsoleSession session = name == null ? null : open.remove(name);
    if (session != null) {
      session.close();
    }
  }

  /** Handles a read request. */
  AdminResponse read(String name, AdminRequest exchange) throws HttpErrorException {
    ConsoleSession session = require(exchange);
    if (name.equals("live")) {
      return live(session, exchange);
    }
    String sql = ConsoleQueries.QUERIES.get(name);
    if (sql == null) {
      throw new HttpErrorException(404, "not found");
    }
    return session.runPageQuery(look -> ConsoleJson.object(out -> statements.run(look, sql, out)));
  }

  private AdminResponse live(ConsoleSession session, AdminRequest exchange)
      throws HttpErrorException {
    if (!session.account().isAdministrator()) {
      throw new HttpErrorException(403, "server metrics require an administrator");
    }
    String after = exchange.parameter("after");
    long known;
    try {
      known = after == null ? -1 : Long.parseLong(after);
    } catch (NumberFormatException e) {
      throw new HttpErrorException(400, "parameter after must be a number");
    }
    return ConsoleJson.object(
        out -> {
          out.writeArrayFieldStart("samples");
          for (MetricsHistory.Sample sample : samples.after(known)) {
            out.writePOJO(sample);
          }
          out.writeEndArray();
        });
  }

  /** Handles a request that changes state. */
  AdminResponse change(String name, AdminRequest exchange) throws HttpErrorException {
    ConsoleSession session = require(exchange);
    JsonNode wanted = ConsoleJson.read(exchange.body());
    switch (name) {
      case "logout":
        end(name(exchange));
        return done().withCookie(cookieName + "=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict");
      case "query":
        return query(session, ConsoleJson.text(wanted, "sql"), wanted.path("whole").asBoolean());
      case "cancel":
        session.cancel();
        return done();
      case "database":
        session.switchDatabase(ConsoleJson.text(wanted, "database"));
        return done();
      case "kill":
        String what = wanted.path("query").asBoolean() ? "KILL QUERY " : "KILL CONNECTION ";
        long victim = wanted.path("session").asLong(-1);
        return session.runPageQuery(
            look -> ConsoleJson.object(out -> statements.run(look, what + victim, out)));
      default:
        throw new HttpErrorException(404, "not found");
    }
  }

  private static AdminResponse done() {
    return ConsoleJson.object(out -> {});
  }

  private AdminResponse query(ConsoleSession session, String sql, boolean whole) {
    return session.runStatement(
        work ->
            ConsoleJson.object(
                out -> {
                  long start = clock.nanoTime();
                  if (whole) {
                    statements.runWhole(work, sql, out);
                  } else {
                    statements.run(work, sql, out);
                  }
                  out.writeNumberField("millis", (clock.nanoTime() - start) / NANOS_PER_MILLI);
                  out.writeBooleanField(
                      "inTransaction",
                      work.transactionStatus() == Session.TransactionStatus.ACTIVE);
                }));
  }

  /** Closes logins that have been idle for too long. */
  void closeIdleSessions() {
    long now = clock.nanoTime();
    open.forEach(
        (name, session) -> {
          if (now - session.usedNanos() > idle.toNanos()) {
            end(name);
          }
        });
  }

  @Override
  public void close() {
    open.keySet().forEach(this::end);
  }
}
