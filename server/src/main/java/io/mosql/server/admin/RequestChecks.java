package io.mosql.server.admin;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.NetUtil;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Security checks of requests: Host, Origin, Sec-Fetch-Site, CSRF header and token. A foreign page
 * in the browser of a console user must neither read nor change anything: Host must be a known
 * name, against DNS rebinding; requests of other origins are refused by Origin and Sec-Fetch-Site;
 * and every request that changes state must carry a header that only the console's own pages can
 * send. Immutable.
 */
final class RequestChecks {
  /** Header required of requests that change state; its value is ignored. */
  static final String CONSOLE_HEADER = "X-MoSQL-Console";

  private static final String BEARER = "Bearer ";

  private final List<String> hostNames;
  private final byte @Nullable [] token;

  RequestChecks(List<String> hostNames, @Nullable String token) {
    this.hostNames = hostNames;
    this.token = token == null ? null : token.getBytes(StandardCharsets.UTF_8);
  }

  boolean wantsToken() {
    return token != null;
  }

  /** Check of every request. */
  void requireKnownHost(AdminRequest exchange) throws HttpErrorException {
    List<String> hosts = exchange.headers().getAll(HttpHeaderNames.HOST);
    if (hosts.size() != 1) {
      throw new HttpErrorException(400, "exactly one Host header required");
    }
    String name = withoutPort(hosts.get(0)).toLowerCase(Locale.ROOT);
    boolean known =
        name.equals("localhost")
            || NetUtil.isValidIpV4Address(name)
            || NetUtil.isValidIpV6Address(name)
            || hostNames.contains(name);
    if (!known) {
      throw new HttpErrorException(421, "unknown host name");
    }
  }

  private static String withoutPort(String host) {
    if (host.startsWith("[")) {
      int end = host.indexOf(']');
      return end < 0 ? host : host.substring(1, end);
    }
    int colon = host.lastIndexOf(':');
    return colon < 0 ? host : host.substring(0, colon);
  }

  /**
   * Check of requests that only the console's own pages, or clients other than browsers, may send.
   */
  void requireSameOrigin(AdminRequest exchange) throws HttpErrorException {
    String origin = exchange.header(HttpHeaderNames.ORIGIN);
    String host = exchange.header(HttpHeaderNames.HOST);
    if (origin != null && !origin.equals("http://" + host) && !origin.equals("https://" + host)) {
      throw new HttpErrorException(403, "cross-site request rejected");
    }
    String site = exchange.header("Sec-Fetch-Site");
    if (site != null && !site.equals("same-origin") && !site.equals("none")) {
      throw new HttpErrorException(403, "cross-site request rejected");
    }
  }

  /** Check of requests that change state. */
  void requireCsrfHeader(AdminRequest exchange) throws HttpErrorException {
    String type = exchange.header(HttpHeaderNames.CONTENT_TYPE);
    if (exchange.header(CONSOLE_HEADER) == null
        || type == null
        || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
      throw new HttpErrorException(
          415, "content type application/json and header " + CONSOLE_HEADER + " required");
    }
  }

  /** Check of requests without a login. */
  void requireToken(AdminRequest exchange) throws HttpErrorException {
    if (token == null) {
      return;
    }
    String given = exchange.header(HttpHeaderNames.AUTHORIZATION);
    boolean right =
        given != null
            && given.regionMatches(true, 0, BEARER, 0, BEARER.length())
            && MessageDigest.isEqual(
                given.substring(BEARER.length()).trim().getBytes(StandardCharsets.UTF_8), token);
    if (!right) {
      throw new HttpErrorException(401, "bearer token required");
    }
  }
}
