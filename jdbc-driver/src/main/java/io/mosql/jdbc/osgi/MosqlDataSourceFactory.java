package io.mosql.jdbc.osgi;

import io.mosql.jdbc.MosqlConnectionPoolDataSource;
import io.mosql.jdbc.MosqlDataSource;
import io.mosql.jdbc.MosqlDriver;
import io.mosql.jdbc.MosqlXADataSource;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;
import org.osgi.service.jdbc.DataSourceFactory;

/**
 * Makes data sources from the properties of the specification. Without a {@code url} it is that of
 * a server, from {@code serverName}, {@code portNumber} and {@code databaseName}. Properties that
 * the specification does not name are those of the driver. Stateless.
 */
final class MosqlDataSourceFactory implements DataSourceFactory {
  /** Name of the service. */
  static final String SERVICE = "org.osgi.service.jdbc.DataSourceFactory";

  private static final Set<String> OF_SPECIFICATION =
      Set.of(
          JDBC_URL,
          JDBC_USER,
          JDBC_PASSWORD,
          JDBC_SERVER_NAME,
          JDBC_PORT_NUMBER,
          JDBC_DATABASE_NAME,
          JDBC_DATASOURCE_NAME,
          JDBC_DESCRIPTION,
          JDBC_ROLE_NAME,
          JDBC_NETWORK_PROTOCOL,
          JDBC_INITIAL_POOL_SIZE,
          JDBC_MAX_IDLE_TIME,
          JDBC_MAX_POOL_SIZE,
          JDBC_MAX_STATEMENTS,
          JDBC_MIN_POOL_SIZE,
          JDBC_PROPERTY_CYCLE);

  @Override
  public DataSource createDataSource(@Nullable Properties given) throws SQLException {
    MosqlDataSource source = new MosqlDataSource(url(given));
    source.setUser(value(given, JDBC_USER));
    source.setPassword(value(given, JDBC_PASSWORD));
    source.setProperties(ofDriver(given));
    return source;
  }

  @Override
  public ConnectionPoolDataSource createConnectionPoolDataSource(@Nullable Properties given)
      throws SQLException {
    MosqlConnectionPoolDataSource source = new MosqlConnectionPoolDataSource();
    source.setUrl(url(given));
    source.setUser(value(given, JDBC_USER));
    source.setPassword(value(given, JDBC_PASSWORD));
    source.setProperties(ofDriver(given));
    return source;
  }

  @Override
  public XADataSource createXADataSource(@Nullable Properties given) throws SQLException {
    MosqlXADataSource source = new MosqlXADataSource();
    source.setUrl(url(given));
    source.setUser(value(given, JDBC_USER));
    source.setPassword(value(given, JDBC_PASSWORD));
    source.setProperties(ofDriver(given));
    return source;
  }

  /** A driver has no state that properties could set. */
  @Override
  public Driver createDriver(@Nullable Properties given) {
    return new MosqlDriver();
  }

  private static @Nullable String value(@Nullable Properties given, String name) {
    return given == null ? null : given.getProperty(name);
  }

  private static String url(@Nullable Properties given) {
    String url = value(given, JDBC_URL);
    if (url != null) {
      return url;
    }
    String host = value(given, JDBC_SERVER_NAME);
    String port = value(given, JDBC_PORT_NUMBER);
    String database = value(given, JDBC_DATABASE_NAME);
    return "jdbc:mosql://"
        + (host == null ? "localhost" : host)
        + (port == null ? "" : ":" + port)
        + "/"
        + (database == null ? "" : database);
  }

  private static Properties ofDriver(@Nullable Properties given) {
    Properties properties = new Properties();
    if (given != null) {
      for (String name : given.stringPropertyNames()) {
        if (!OF_SPECIFICATION.contains(name)) {
          properties.setProperty(name, given.getProperty(name));
        }
      }
    }
    return properties;
  }
}
