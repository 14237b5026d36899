package io.mosql.jdbc;

import io.mosql.jdbc.base.DriverErrorMessage;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.ShardingKeyBuilder;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;
import javax.sql.PooledConnectionBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A source of connections for connection pools of application servers, configured as {@link
 * MosqlDataSource} is. It does not pool itself. Thread-safe once configured.
 */
public final class MosqlConnectionPoolDataSource implements ConnectionPoolDataSource {
  private final MosqlDataSource source = new MosqlDataSource();

  /** Creates a data source without a URL, which must be set. */
  public MosqlConnectionPoolDataSource() {}

  public @Nullable String getUrl() {
    return source.getUrl();
  }

  /**
   * @param url {@code jdbc:mosql:..}
   */
  public void setUrl(String url) {
    source.setUrl(url);
  }

  public @Nullable String getUser() {
    return source.getUser();
  }

  public void setUser(@Nullable String user) {
    source.setUser(user);
  }

  public void setPassword(@Nullable String password) {
    source.setPassword(password);
  }

  /** Returns a copy of the properties. */
  public Properties getProperties() {
    return source.getProperties();
  }

  /** Stores a copy of the properties. */
  public void setProperties(Properties properties) {
    source.setProperties(properties);
  }

  @Override
  public PooledConnection getPooledConnection() throws SQLException {
    return new MosqlPooledConnection(source.getConnection());
  }

  @Override
  public PooledConnection getPooledConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    return new MosqlPooledConnection(source.getConnection(user, password));
  }

  @Override
  public PooledConnectionBuilder createPooledConnectionBuilder() {
    return MosqlConnectionBuilder.ofPooled(this::getPooledConnection);
  }

  @Override
  public ShardingKeyBuilder createShardingKeyBuilder() {
    return MosqlConnectionBuilder.shardingKeys();
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return source.getLogWriter();
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {
    source.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) {
    source.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() {
    return source.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw (SQLFeatureNotSupportedException)
        DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("logging by the driver");
  }
}
