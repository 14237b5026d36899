package io.mosql.server.admin;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State of the server that the admin port reports. Thread-safe; answers at once, but for contents.
 */
public interface ServerStatus {
  /**
   * Why clients should be sent elsewhere, such as that the server is going away; null when it is
   * ready.
   */
  @Nullable String notReadyReason();

  /**
   * Figures of the open databases by name of the database, each by view and column: {@code
   * log.commits} is column commits of view mosql.log. A database that has stopped may be missing.
   */
  Map<String, Map<String, Long>> metrics();

  /**
   * What a database holds here.
   *
   * @param position of the version that was read
   * @param hash hexadecimal digits, equal where the contents are
   */
  record Content(long position, String hash) {}

  /**
   * Reads all of a database; takes its time.
   *
   * @return null when there is no such database
   */
  default @Nullable Content content(String database) {
    return null;
  }

  /** Number of open sessions by state, as mosql.sessions calls it. */
  Map<String, Long> sessions();
}
