package io.mosql.jdbc;

import io.mosql.core.session.SessionProperty;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver of MoSQL, registered by itself. URLs: {@code jdbc:mosql:mem:name}, {@code
 * jdbc:mosql:file:path}, each with {@code ?property=value&property=value}. Thread-safe.
 */
public final class MosqlDriver implements Driver {
  static {
    try {
      DriverManager.registerDriver(new MosqlDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Made by {@link java.util.ServiceLoader}. */
  public MosqlDriver() {}

  @Override
  public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
    return acceptsURL(url) ? open(JdbcUrl.parse(url, info)) : null;
  }

  static Connection open(JdbcUrl url) throws SQLException {
    return new MosqlConnection(EmbeddedSessions.INSTANCE.open(url), url);
  }

  @Override
  public boolean acceptsURL(String url) {
    return JdbcUrl.accepts(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties info)
      throws SQLException {
    JdbcUrl parsed = acceptsURL(url) ? JdbcUrl.parse(url, info) : null;
    SessionProperty[] properties = SessionProperty.values();
    DriverPropertyInfo[] answer = new DriverPropertyInfo[properties.length];
    for (int i = 0; i < properties.length; i++) {
      SessionProperty property = properties[i];
      answer[i] =
          new DriverPropertyInfo(
              property.key(), parsed == null ? property.defaultValue() : parsed.get(property));
      answer[i].description = property.description();
      if (property == SessionProperty.READ_ONLY) {
        answer[i].choices = new String[] {"true", "false"};
      } else if (property == SessionProperty.ISOLATION) {
        answer[i].choices = JdbcUrl.ISOLATION_LEVELS.toArray(String[]::new);
      }
    }
    return answer;
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
    throw new SQLFeatureNotSupportedException(
        "The driver does not log", SqlErrors.OPTIONAL_FEATURE);
  }
}
