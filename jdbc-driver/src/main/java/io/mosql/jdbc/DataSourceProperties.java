package io.mosql.jdbc;

import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.session.JdbcUrl;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.ShardingKeyBuilder;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.CommonDataSource;
import org.jspecify.annotations.Nullable;

/**
 * What all data sources have: the properties of a bean, {@code url}, and optionally {@code user},
 * {@code password} and further {@code properties}, and the connections that they describe.
 * Thread-safe once configured.
 */
abstract class DataSourceProperties implements CommonDataSource {
  private @Nullable String url;
  private @Nullable String user;
  private @Nullable String password;
  private Properties properties = new Properties();
  private @Nullable PrintWriter logWriter;
  private int loginTimeoutSeconds;

  public synchronized @Nullable String getUrl() {
    return url;
  }

  public synchronized void setUrl(String url) {
    this.url = url;
  }

  public synchronized @Nullable String getUser() {
    return user;
  }

  public synchronized void setUser(@Nullable String user) {
    this.user = user;
  }

  public synchronized void setPassword(@Nullable String password) {
    this.password = password;
  }

  /** Returns a copy of the properties. */
  public synchronized Properties getProperties() {
    Properties copy = new Properties();
    copy.putAll(properties);
    return copy;
  }

  /** Stores a copy of the properties. */
  public synchronized void setProperties(Properties properties) {
    Properties copy = new Properties();
    for (String name : properties.stringPropertyNames()) {
      copy.setProperty(name, properties.getProperty(name));
    }
    this.properties = copy;
  }

  @Override
  public ShardingKeyBuilder createShardingKeyBuilder() {
    return MosqlConnectionBuilder.shardingKeys();
  }

  /**
   * Opens a connection.
   *
   * @param givenUser null for that of the properties; likewise the password
   */
  final Connection connect(@Nullable String givenUser, @Nullable String givenPassword)
      throws SQLException {
    JdbcUrl target;
    int limit;
    synchronized (this) {
      if (url == null || !JdbcUrl.accepts(url)) {
        throw DriverErrorMessage.INVALID_DATA_SOURCE_URL.sqlException();
      }
      Properties info = getProperties();
      put(info, "user", givenUser != null ? givenUser : user);
      put(info, "password", givenPassword != null ? givenPassword : password);
      target = JdbcUrl.parse(url, info);
      limit = loginTimeoutSeconds;
    }
    return MosqlDriver.open(target, limit);
  }

  private static void put(Properties info, String key, @Nullable String value) {
    if (value != null) {
      info.setProperty(key, value);
    }
  }

  @Override
  public synchronized @Nullable PrintWriter getLogWriter() {
    return logWriter;
  }

  @Override
  public synchronized void setLogWriter(@Nullable PrintWriter out) {
    logWriter = out;
  }

  @Override
  public synchronized void setLoginTimeout(int seconds) {
    loginTimeoutSeconds = seconds;
  }

  @Override
  public synchronized int getLoginTimeout() {
    return loginTimeoutSeconds;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw (SQLFeatureNotSupportedException)
        DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("logging by the driver");
  }
}
