package io.mosql.jdbc;

import io.mosql.core.session.SessionProperty;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.base.DriverVersion;
import io.mosql.jdbc.session.EmbeddedSessionSource;
import io.mosql.jdbc.session.JdbcUrl;
import io.mosql.jdbc.session.RemoteSessionSource;
import io.mosql.jdbc.session.SessionSource;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver of MoSQL, registered automatically. URLs: {@code jdbc:mosql:mem:name}, {@code
 * jdbc:mosql:file:path}, {@code jdbc:mosql://host:port,host:port/database}, each with {@code
 * ?property=value&property=value}. Thread-safe.
 */
public final class MosqlDriver implements Driver {
  static {
    try {
      DriverManager.registerDriver(new MosqlDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Called by {@link java.util.ServiceLoader}. */
  public MosqlDriver() {}

  @Override
  public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
    return acceptsURL(url) ? open(JdbcUrl.parse(url, info), DriverManager.getLoginTimeout()) : null;
  }

  /**
   * @param limitSeconds limit of the login, 0 for only the limit of the URL
   */
  static Connection open(JdbcUrl url, int limitSeconds) throws SQLException {
    SessionSource source =
        url.isRemote() ? RemoteSessionSource.INSTANCE : EmbeddedSessionSource.INSTANCE;
    return new MosqlConnection(source.open(url, limitSeconds), url);
  }

  @Override
  public boolean acceptsURL(String url) {
    return JdbcUrl.accepts(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties info)
      throws SQLException {
    JdbcUrl parsed = acceptsURL(url) ? JdbcUrl.parse(url, info) : null;
    List<DriverPropertyInfo> answer = new ArrayList<>();
    for (SessionProperty property : SessionProperty.values()) {
      if (parsed == null || parsed.takes(property)) {
        answer.add(describe(property, parsed));
      }
    }
    return answer.toArray(DriverPropertyInfo[]::new);
  }

  private static DriverPropertyInfo describe(SessionProperty property, @Nullable JdbcUrl url) {
    DriverPropertyInfo info =
        new DriverPropertyInfo(
            property.key(), url == null ? property.defaultValue() : url.get(property));
    info.description = property.description();
    List<String> choices = JdbcUrl.choices(property);
    if (choices != null) {
      info.choices = choices.toArray(String[]::new);
    }
    return info;
  }

  @Override
  public int getMajorVersion() {
    return DriverVersion.MAJOR;
  }

  @Override
  public int getMinorVersion() {
    return DriverVersion.MINOR;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw (SQLFeatureNotSupportedException)
        DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("logging by the driver");
  }
}
