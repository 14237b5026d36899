package io.mosql.jdbc.session;

import io.mosql.core.session.Session;
import java.sql.SQLException;

/** Where sessions come from: the engine in this process, or a server. */
public interface SessionSource {
  /**
   * @param limitSeconds in which it must have happened, where others than this process take part; 0
   *     for no other limit than that of the URL
   * @throws SQLException 08001 when there is nothing to talk to; else as the other side refuses
   */
  Session open(JdbcUrl url, int limitSeconds) throws SQLException;
}
