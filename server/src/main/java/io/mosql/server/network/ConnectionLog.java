package io.mosql.server.network;

import io.mosql.core.port.Clock;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Log of the reasons for which connections were closed, at a limited rate. Messages contain no
 * bytes sent by the client. Thread-safe.
 */
final class ConnectionLog {
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int LINES_PER_WINDOW = 20;

  private final Logger logger;
  private final Clock clock;
  private long windowNanos;
  private int lines;
  private long left;

  ConnectionLog(Logger logger, Clock clock) {
    this.logger = logger;
    this.clock = clock;
    this.windowNanos = clock.nanoTime();
  }

  /**
   * Logs that a connection was closed because of a violation, or because it could not be served.
   */
  void closed(@Nullable SocketAddress client, String why) {
    long omitted = 0;
    synchronized (this) {
      long now = clock.nanoTime();
      if (now - windowNanos >= WINDOW_NANOS) {
        windowNanos = now;
        omitted = left;
        left = 0;
        lines = 0;
      }
      if (lines >= LINES_PER_WINDOW) {
        left++;
        return;
      }
      lines++;
    }
    if (omitted > 0) {
      logger.warn("{} more connections were closed", omitted);
    }
    logger.warn("connection from {} closed: {}", client, why);
  }

  void failed(@Nullable SocketAddress client, Throwable thrown) {
    logger.error("connection from {} closed: internal error", client, thrown);
  }
}
