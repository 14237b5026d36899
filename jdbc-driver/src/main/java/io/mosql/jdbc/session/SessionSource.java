package io.mosql.jdbc.session;

import io.mosql.core.session.Session;
import java.sql.SQLException;

/** A source of sessions: the engine in this process, or a server. */
public interface SessionSource {
  /**
   * @param limitSeconds limit for opening a remote session; 0 for only the limit of the URL
   * @throws SQLException 08001 when the engine or the server cannot be reached; else the error of
   *     the engine or server
   */
  Session open(JdbcUrl url, int limitSeconds) throws SQLException;
}
