package io.mosql.jdbc.session;

import io.mosql.core.session.Session;
import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.remote.RemoteSessions;
import java.sql.SQLException;

/** A source of sessions on servers. Stateless. */
public final class RemoteSessionSource implements SessionSource {
  public static final SessionSource INSTANCE = new RemoteSessionSource();

  private RemoteSessionSource() {}

  @Override
  public Session open(JdbcUrl url, int limitSeconds) throws SQLException {
    try {
      return new RemoteSessions(url.target()).open(RemoteSessions.millis(limitSeconds));
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    }
  }
}
