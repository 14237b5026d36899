package io.mosql.server.admin;

import io.mosql.core.error.MosqlException;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Routing table of the admin port: maps paths to handlers and to the checks that each requires.
 * Thread-safe.
 */
final class AdminRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(AdminRoutes.class);
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final RequestChecks checks;
  private final ServerStatus source;
  private final ServerMetrics metrics;
  private final DatabaseMeterBinder databases;
  private final AdminConsole console;
  private final StaticFiles assets = new StaticFiles();

  AdminRoutes(
      RequestChecks checks,
      ServerStatus source,
      ServerMetrics metrics,
      DatabaseMeterBinder databases,
      AdminConsole console) {
    this.checks = checks;
    this.source = source;
    this.metrics = metrics;
    this.databases = databases;
    this.console = console;
  }

  /** Returns the response to a request; never throws. */
  AdminResponse answer(AdminRequest exchange) {
    try {
      checks.requireKnownHost(exchange);
      boolean reads =
          exchange.method().equals(HttpMethod.GET) || exchange.method().equals(HttpMethod.HEAD);
      if (!reads && !exchange.method().equals(HttpMethod.POST)) {
        throw new HttpErrorException(405, "method not allowed; expected GET or POST");
      }
      return exchange.path().startsWith("/api/") ? api(exchange, reads) : page(exchange, reads);
    } catch (HttpErrorException refusal) {
      return refusal.reply();
    } catch (MosqlException e) {
      return ConsoleJson.failure(e);
    } catch (RuntimeException | Error e) {
      LOG.error("request for {} failed", exchange.path(), e);
      return AdminResponse.text(500, "internal error; see the server log");
    }
  }

  private AdminResponse page(AdminRequest exchange, boolean reads) throws HttpErrorException {
    if (!reads) {
      throw new HttpErrorException(405, "method not allowed; expected GET");
    }
    switch (exchange.path()) {
      case "/health":
        return AdminResponse.text(200, "ok");
      case "/ready":
        String why = source.notReadyReason();
        return why == null ? AdminResponse.text(200, "ready") : AdminResponse.text(503, why);
      case "/metrics":
        checks.requireToken(exchange);
        databases.refresh();
        return AdminResponse.of(
            200, PROMETHEUS, metrics.registry().scrape().getBytes(StandardCharsets.UTF_8));
      case "/content":
        checks.requireToken(exchange);
        return content(exchange);
      default:
        @Nullable AdminResponse asset = assets.get(exchange.path());
        if (asset == null) {
          throw new HttpErrorException(404, "not found");
        }
        return asset;
    }
  }

  private AdminResponse content(AdminRequest exchange) throws HttpErrorException {
    String database = exchange.parameter("database");
    if (database == null) {
      throw new HttpErrorException(400, "missing parameter: /content?database=name");
    }
    ServerStatus.Content content = source.content(database);
    if (content == null) {
      throw new HttpErrorException(404, "unknown database");
    }
    return ConsoleJson.object(
        out -> {
          out.writeStringField("database", database);
          out.writeNumberField("position", content.position());
          out.writeStringField("hash", content.hash());
        });
  }

  private AdminResponse api(AdminRequest exchange, boolean reads) throws HttpErrorException {
    checks.requireSameOrigin(exchange);
    if (!reads) {
      checks.requireCsrfHeader(exchange);
    }
    String name = exchange.path().substring("/api/".length());
    if (name.equals("login") && !reads) {
      checks.requireToken(exchange);
      return console.login(exchange);
    }
    if (name.equals("hello") && reads) {
      return console.loginState(exchange, checks.wantsToken());
    }
    return reads ? console.read(name, exchange) : console.change(name, exchange);
  }
}
