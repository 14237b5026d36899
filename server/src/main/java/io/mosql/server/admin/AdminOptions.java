package io.mosql.server.admin;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of the admin port.
 *
 * @param host address or name to listen on
 * @param port 0 for any
 * @param token that clients have to bear; null for none, which only a loopback address allows
 * @param hostNames names that clients may call the server by, beside localhost and IP addresses
 * @param connectionsMax at a time
 * @param requestBytesMax longest body of a request
 * @param requestDeadline in which a request must have come, and another one must follow
 * @param loginIdle after which a console that is not used has to log in again
 * @param resultRowsMax rows that the console gets of a query
 */
public record AdminOptions(
    String host,
    int port,
    @Nullable String token,
    List<String> hostNames,
    int connectionsMax,
    int requestBytesMax,
    Duration requestDeadline,
    Duration loginIdle,
    int resultRowsMax) {
  private static final int TOKEN_LENGTH_MIN = 16;

  /**
   * @throws MosqlException 22023 when what it says is not safe or not possible
   */
  public AdminOptions {
    hostNames = hostNames.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    require(port >= 0 && port <= 0xFFFF, "the admin port must be between 0 and 65535");
    require(
        token == null || token.length() >= TOKEN_LENGTH_MIN,
        "the admin token must have at least " + TOKEN_LENGTH_MIN + " characters");
    require(
        token != null || isLoopback(host),
        "the admin port listens on \"" + host + "\", which needs a token");
  }

  private static void require(boolean good, String otherwise) {
    if (!good) {
      throw new MosqlException(SqlState.INVALID_PARAMETER, otherwise);
    }
  }

  private static boolean isLoopback(String host) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (!address.isLoopbackAddress()) {
          return false;
        }
      }
      return true;
    } catch (UnknownHostException e) {
      throw new MosqlException(
          SqlState.INVALID_PARAMETER, "there is no host \"" + host + "\" to listen on", e);
    }
  }

  /** The usual limits. */
  public static AdminOptions of(String host, int port, @Nullable String token) {
    return new AdminOptions(
        host,
        port,
        token,
        List.of(),
        200,
        1 << 20,
        Duration.ofSeconds(30),
        Duration.ofMinutes(30),
        1_000);
  }

  /** Names that clients may call the server by. */
  public AdminOptions withHostNames(List<String> names) {
    return new AdminOptions(
        host,
        port,
        token,
        names,
        connectionsMax,
        requestBytesMax,
        requestDeadline,
        loginIdle,
        resultRowsMax);
  }

  /** Other limits. */
  public AdminOptions withLimits(
      int connections, int requestBytes, Duration deadline, Duration idle, int rows) {
    return new AdminOptions(
        host, port, token, hostNames, connections, requestBytes, deadline, idle, rows);
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "AdminOptions[host=" + host + ", port=" + port + ", token=" + (token != null) + "]";
  }
}
