package io.mosql.jdbc;

import io.mosql.jdbc.base.DriverErrorMessage;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.ShardingKeyBuilder;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.XAConnection;
import javax.sql.XAConnectionBuilder;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * A source of connections for transaction managers (JTA), configured as {@link MosqlDataSource} is.
 * A branch of a transaction is prepared by PREPARE TRANSACTION, and ends by COMMIT PREPARED or
 * ROLLBACK PREPARED in any session. Thread-safe once configured.
 */
public final class MosqlXADataSource implements XADataSource {
  private final MosqlDataSource source = new MosqlDataSource();

  /** Creates a data source without a URL, which must be set. */
  public MosqlXADataSource() {}

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
  public XAConnection getXAConnection() throws SQLException {
    return new MosqlXAConnection(source.getConnection());
  }

  @Override
  public XAConnection getXAConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    return new MosqlXAConnection(source.getConnection(user, password));
  }

  @Override
  public XAConnectionBuilder createXAConnectionBuilder() {
    return MosqlConnectionBuilder.ofXA(this::getXAConnection);
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
