package io.mosql.server.admin;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State of the server that the admin port reports. Thread-safe; methods do not block, except {@link
 * #content}.
 */
public interface ServerStatus {
  /**
   * Reason for which clients should use another server, for example a shutdown; null when the
   * server is ready.
   */
  @Nullable String notReadyReason();

  /**
   * Metrics of the open databases by database name, each by view and column: {@code log.commits} is
   * column commits of view mosql.log. A stopped database may be missing.
   */
  Map<String, Map<String, Long>> metrics();

  /**
   * Content of the local replica of a database, as a checksum.
   *
   * @param position of the version that was read
   * @param hash hexadecimal digits, equal for equal contents
   */
  record Content(long position, String hash) {}

  /**
   * Computes the checksum by reading the whole database; slow.
   *
   * @return null when there is no such database
   */
  default @Nullable Content content(String database) {
    return null;
  }

  /** Number of open sessions by state, with the state names of mosql.sessions. */
  Map<String, Long> sessions();
}
