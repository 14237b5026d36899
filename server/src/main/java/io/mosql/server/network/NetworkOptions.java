package io.mosql.server.network;

import io.mosql.core.wire.Frames;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of the network server.
 *
 * @param host address or name to listen on
 * @param port 0 for any
 * @param tls null for none
 * @param tlsRequired whether clients without TLS are refused
 * @param connectionsMax maximum number of concurrent sessions, including those of administrators
 * @param reservedForAdministrators number of these sessions that only administrators may use
 * @param unauthenticatedMax maximum number of unauthenticated connections
 * @param frameBytesMax maximum frame size of an authenticated client
 * @param frameMemoryBytes heap available to large received frames of all connections; decoded
 *     frames and responses may take twice as much
 * @param loginDeadline time limit for login
 * @param stallLimit maximum time that a client may leave a response unread
 * @param spinTime time that an event loop polls for more work before it sleeps; zero for none
 */
public record NetworkOptions(
    String host,
    int port,
    @Nullable TlsFiles tls,
    boolean tlsRequired,
    int connectionsMax,
    int reservedForAdministrators,
    int unauthenticatedMax,
    int frameBytesMax,
    long frameMemoryBytes,
    Duration loginDeadline,
    Duration stallLimit,
    Duration spinTime) {
  /** Default port of the native protocol. */
  public static final int PORT = 7433;

  /** Default spin time, a little more than a round trip on one machine. */
  public static final Duration SPIN_TIME = Duration.ofNanos(150_000);

  private static final int FRAMES_OF_HEAP = 12;
  private static final long FRAME_MEMORY_LEAST = 8 << 20;

  /**
   * Default frame memory, a twelfth of the heap: with a heap of 1 GB a frame of the maximum size
   * fits.
   */
  public static final long FRAME_MEMORY =
      Math.max(FRAME_MEMORY_LEAST, Runtime.getRuntime().maxMemory() / FRAMES_OF_HEAP);

  public NetworkOptions {
    require(port >= 0 && port <= 0xFFFF, "port");
    require(!tlsRequired || tls != null, "tlsRequired without tls");
    require(connectionsMax > 0, "connectionsMax");
    require(
        reservedForAdministrators >= 0 && reservedForAdministrators < connectionsMax,
        "reservedForAdministrators");
    require(unauthenticatedMax > 0, "unauthenticatedMax");
    require(
        frameBytesMax >= Frames.LOGIN_BYTES_MAX && frameBytesMax <= Frames.BYTES_MAX,
        "frameBytesMax");
    require(frameMemoryBytes > 0, "frameMemoryBytes");
    require(loginDeadline.toMillis() > 0, "loginDeadline");
    require(stallLimit.toMillis() > 0, "stallLimit");
    require(!spinTime.isNegative(), "spinTime");
  }

  private static void require(boolean good, String what) {
    if (!good) {
      throw new IllegalArgumentException("not possible: " + what);
    }
  }

  /** Options without TLS, with the default limits. */
  public static NetworkOptions of(String host, int port) {
    return new NetworkOptions(
        host,
        port,
        null,
        false,
        1_000,
        5,
        1_000,
        Frames.BYTES_MAX,
        FRAME_MEMORY,
        Duration.ofSeconds(10),
        Duration.ofMinutes(5),
        SPIN_TIME);
  }

  public NetworkOptions withTls(TlsFiles files, boolean required) {
    return new NetworkOptions(
        host,
        port,
        files,
        required,
        connectionsMax,
        reservedForAdministrators,
        unauthenticatedMax,
        frameBytesMax,
        frameMemoryBytes,
        loginDeadline,
        stallLimit,
        spinTime);
  }

  public NetworkOptions withConnections(int max, int reserved, int unauthenticated) {
    return new NetworkOptions(
        host,
        port,
        tls,
        tlsRequired,
        max,
        reserved,
        unauthenticated,
        frameBytesMax,
        frameMemoryBytes,
        loginDeadline,
        stallLimit,
        spinTime);
  }

  public NetworkOptions withFrameBytesMax(int bytes) {
    return new NetworkOptions(
        host,
        port,
        tls,
        tlsRequired,
        connectionsMax,
        reservedForAdministrators,
        unauthenticatedMax,
        bytes,
        frameMemoryBytes,
        loginDeadline,
        stallLimit,
        spinTime);
  }

  public NetworkOptions withDeadlines(Duration login, Duration stall) {
    return new NetworkOptions(
        host,
        port,
        tls,
        tlsRequired,
        connectionsMax,
        reservedForAdministrators,
        unauthenticatedMax,
        frameBytesMax,
        frameMemoryBytes,
        login,
        stall,
        spinTime);
  }

  public NetworkOptions withFrameMemoryBytes(long bytes) {
    return new NetworkOptions(
        host,
        port,
        tls,
        tlsRequired,
        connectionsMax,
        reservedForAdministrators,
        unauthenticatedMax,
        frameBytesMax,
        bytes,
        loginDeadline,
        stallLimit,
        spinTime);
  }
}
