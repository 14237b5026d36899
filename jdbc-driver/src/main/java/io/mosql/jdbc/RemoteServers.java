package io.mosql.jdbc;

import io.mosql.core.session.Session;
import io.mosql.jdbc.remote.RemoteSessions;
import java.sql.SQLException;

/** Sessions of servers. Keeps nothing. */
final class RemoteServers implements SessionSource {
  static final SessionSource INSTANCE = new RemoteServers();

  private RemoteServers() {}

  @Override
  public Session open(JdbcUrl url, int limitSeconds) throws SQLException {
    try {
      return new RemoteSessions(url.target()).open(RemoteSessions.millis(limitSeconds));
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    }
  }
}
