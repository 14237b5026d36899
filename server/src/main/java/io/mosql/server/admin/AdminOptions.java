package io.mosql.server.admin;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.server.error.ServerErrorMessage;
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
 * @param token bearer token that clients must send; null for none, allowed only on a loopback
 *     address
 * @param hostNames names accepted in the Host header, in addition to localhost and IP addresses
 * @param connectionsMax maximum number of concurrent connections
 * @param requestBytesMax maximum size of a request body
 * @param requestDeadline time limit for receiving a request, and for the next one to follow
 * @param loginIdle idle time after which a login of the console expires
 * @param resultRowsMax maximum number of rows of a query result in the console
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
   * @throws MosqlException 22023 when the options are insecure or invalid
   */
  public AdminOptions {
    hostNames = hostNames.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    if (port < 0 || port > 0xFFFF) {
      throw ServerErrorMessage.ADMIN_PORT_OUT_OF_RANGE.error();
    }
    if (token == null ? !isLoopback(host) : token.length() < TOKEN_LENGTH_MIN) {
      throw token == null
          ? ServerErrorMessage.ADMIN_PORT_NEEDS_TOKEN.error(host)
          : ServerErrorMessage.ADMIN_TOKEN_TOO_SHORT.error(TOKEN_LENGTH_MIN);
    }
  }

  /**
   * Whether a host name or address stands for this machine alone.
   *
   * @throws MosqlException 22023 for an unknown name
   */
  public static boolean isLoopback(String host) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (!address.isLoopbackAddress()) {
          return false;
        }
      }
      return true;
    } catch (UnknownHostException e) {
      throw CoreErrorMessage.UNKNOWN_HOST.causedBy(e, host);
    }
  }

  /** Options with the default limits. */
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

  /** Returns these options with other host names. */
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

  /** Returns these options with other limits. */
  public AdminOptions withLimits(
      int connections, int requestBytes, Duration deadline, Duration idle, int rows) {
    return new AdminOptions(
        host, port, token, hostNames, connections, requestBytes, deadline, idle, rows);
  }

  /** Omits the token. */
  @Override
  public String toString() {
    return "AdminOptions[host=" + host + ", port=" + port + ", token=" + (token != null) + "]";
  }
}
