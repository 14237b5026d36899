package io.mosql.server.admin;

import io.mosql.core.error.MosqlException;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who answers what, and who may ask. Thread-safe. */
final class Routes {
  private static final Logger LOG = LoggerFactory.getLogger(Routes.class);
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final Checks checks;
  private final AdminSource source;
  private final ServerMetrics metrics;
  private final DatabaseMeters databases;
  private final Console console;
  private final Assets assets = new Assets();

  Routes(
      Checks checks,
      AdminSource source,
      ServerMetrics metrics,
      DatabaseMeters databases,
      Console console) {
    this.checks = checks;
    this.source = source;
    this.metrics = metrics;
    this.databases = databases;
    this.console = console;
  }

  /** Never throws. */
  Reply answer(Exchange exchange) {
    try {
      checks.requireKnownHost(exchange);
      boolean reads =
          exchange.method().equals(HttpMethod.GET) || exchange.method().equals(HttpMethod.HEAD);
      if (!reads && !exchange.method().equals(HttpMethod.POST)) {
        throw new Refusal(405, "only GET and POST are known here");
      }
      return exchange.path().startsWith("/api/") ? api(exchange, reads) : page(exchange, reads);
    } catch (Refusal refusal) {
      return refusal.reply();
    } catch (MosqlException e) {
      return Json.failure(e);
    } catch (RuntimeException | Error e) {
      LOG.error("a request for {} failed", exchange.path(), e);
      return Reply.text(500, "internal error; the server's log has the cause");
    }
  }

  private Reply page(Exchange exchange, boolean reads) throws Refusal {
    if (!reads) {
      throw new Refusal(405, "only GET is known here");
    }
    switch (exchange.path()) {
      case "/health":
        return Reply.text(200, "ok");
      case "/ready":
        String why = source.unready();
        return why == null ? Reply.text(200, "ready") : Reply.text(503, why);
      case "/metrics":
        checks.requireToken(exchange);
        databases.refresh();
        return Reply.of(
            200, PROMETHEUS, metrics.registry().scrape().getBytes(StandardCharsets.UTF_8));
      case "/content":
        checks.requireToken(exchange);
        return content(exchange);
      default:
        @Nullable Reply asset = assets.get(exchange.path());
        if (asset == null) {
          throw new Refusal(404, "there is nothing here");
        }
        return asset;
    }
  }

  private Reply content(Exchange exchange) throws Refusal {
    String database = exchange.parameter("database");
    if (database == null) {
      throw new Refusal(400, "name a database: /content?database=name");
    }
    AdminSource.Content content = source.content(database);
    if (content == null) {
      throw new Refusal(404, "there is no such database");
    }
    return Json.object(
        out -> {
          out.writeStringField("database", database);
          out.writeNumberField("position", content.position());
          out.writeStringField("hash", content.hash());
        });
  }

  private Reply api(Exchange exchange, boolean reads) throws Refusal {
    checks.requireOwnPage(exchange);
    if (!reads) {
      checks.requireDeliberate(exchange);
    }
    String name = exchange.path().substring("/api/".length());
    if (name.equals("login") && !reads) {
      checks.requireToken(exchange);
      return console.login(exchange);
    }
    if (name.equals("hello") && reads) {
      return console.hello(exchange, checks.wantsToken());
    }
    return reads ? console.read(name, exchange) : console.change(name, exchange);
  }
}
