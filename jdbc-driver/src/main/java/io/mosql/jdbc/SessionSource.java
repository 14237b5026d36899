package io.mosql.jdbc;

import io.mosql.core.session.Session;
import java.sql.SQLException;

/** Where sessions come from: the engine in this process, or whatever else a URL may name. */
interface SessionSource {
  /**
   * @throws SQLException 08001 when there is no such database to talk to
   */
  Session open(JdbcUrl url) throws SQLException;
}
