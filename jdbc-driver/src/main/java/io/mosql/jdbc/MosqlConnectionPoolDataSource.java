package io.mosql.jdbc;

import java.sql.SQLException;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;
import javax.sql.PooledConnectionBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A source of connections for connection pools of application servers, configured as {@link
 * MosqlDataSource} is. It does not pool itself. Thread-safe once configured.
 */
public final class MosqlConnectionPoolDataSource extends DataSourceProperties
    implements ConnectionPoolDataSource {
  /** Creates a data source without a URL, which must be set. */
  public MosqlConnectionPoolDataSource() {}

  @Override
  public PooledConnection getPooledConnection() throws SQLException {
    return new MosqlPooledConnection(connect(null, null));
  }

  @Override
  public PooledConnection getPooledConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    return new MosqlPooledConnection(connect(user, password));
  }

  @Override
  public PooledConnectionBuilder createPooledConnectionBuilder() {
    return MosqlConnectionBuilder.ofPooled(this::getPooledConnection);
  }
}
