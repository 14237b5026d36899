package io.mosql.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.Session;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import java.security.SecureRandom;
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
  private final SecureRandom random = new SecureRandom();
  private final Map<String, ConsoleSession> open = new ConcurrentHashMap<>();
  private volatile String cookieName = "mosql_console";

  AdminConsole(ConsoleAuthenticator login, MetricsHistory samples, AdminOptions options) {
    this.login = login;
    this.samples = samples;
    this.idle = options.loginIdle();
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
            exchange.clientAddress());
    ConsoleSession session = connect(account, ConsoleJson.text(wanted, "database"));
    session.touch(System.nanoTime());
    byte[] bytes = new byte[NAME_BYTES];
    random.nextBytes(bytes);
    String name = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    synchronized (open) {
      if (open.size() >= LOGINS_MAX) {
        session.close();
        throw new MosqlException(SqlState.TOO_MANY_CONNECTIONS, "too many consoles are logged in");
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
          throw new MosqlException(SqlState.UNDEFINED_DATABASE, "name a database");
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
      long now = System.nanoTime();
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
      throw new HttpErrorException(401, "log in first");
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
      throw new HttpErrorException(404, "there is nothing here");
    }
    return session.runPageQuery(look -> ConsoleJson.object(out -> statements.run(look, sql, out)));
  }

  private AdminResponse live(ConsoleSession session, AdminRequest exchange)
      throws HttpErrorException {
    if (!session.account().isAdministrator()) {
      throw new HttpErrorException(403, "only administrators see figures of the whole server");
    }
    String after = exchange.parameter("after");
    long known;
    try {
      known = after == null ? -1 : Long.parseLong(after);
    } catch (NumberFormatException e) {
      throw new HttpErrorException(400, "after is a number");
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
        return query(session, ConsoleJson.text(wanted, "sql"));
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
        throw new HttpErrorException(404, "there is nothing here");
    }
  }

  private static AdminResponse done() {
    return ConsoleJson.object(out -> {});
  }

  private AdminResponse query(ConsoleSession session, String sql) {
    return session.runStatement(
        work ->
            ConsoleJson.object(
                out -> {
                  long start = System.nanoTime();
                  statements.run(work, sql, out);
                  out.writeNumberField("millis", (System.nanoTime() - start) / NANOS_PER_MILLI);
                  out.writeBooleanField(
                      "inTransaction",
                      work.transactionStatus() == Session.TransactionStatus.ACTIVE);
                }));
  }

  /** Closes logins that have been idle for too long. */
  void closeIdleSessions() {
    long now = System.nanoTime();
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
