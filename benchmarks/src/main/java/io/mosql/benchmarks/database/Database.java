package io.mosql.benchmarks.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Database accessible over JDBC. Immutable.
 *
 * @param isolation isolation level of its connections; null for the database's default
 */
public record Database(
    Dialect dialect,
    String url,
    @Nullable String user,
    @Nullable String password,
    @Nullable IsolationOption isolation) {

  public Database {
    Objects.requireNonNull(url);
  }

  public static Database of(String url, @Nullable String user, @Nullable String password) {
    return new Database(Dialect.ofUrl(url), url, user, password, null);
  }

  public Database at(@Nullable IsolationOption level) {
    return new Database(dialect, url, user, password, level);
  }

  /** Opens a new connection in autocommit mode. */
  public Connection open() throws SQLException {
    Properties properties = new Properties();
    if (user != null) {
      properties.setProperty("user", user);
    }
    if (password != null) {
      properties.setProperty("password", password);
    }
    Connection connection = DriverManager.getConnection(reachable(url), properties);
    if (isolation != null) {
      try {
        connection.setTransactionIsolation(isolation.level());
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    }
    return connection;
  }

  /** Returns the URL without secrets, for reports. */
  public String displayUrl() {
    return url.replaceAll("(?i)(password=)[^&;]*", "$1***");
  }

  /**
   * Returns the URL for an available driver: URLs for MySQL's driver are adapted to MariaDB's
   * driver, which is included.
   */
  private static String reachable(String url) {
    boolean known = DriverManager.drivers().anyMatch(driver -> accepts(driver, url));
    return !known && url.startsWith("jdbc:mysql:")
        ? "jdbc:mariadb:" + url.substring("jdbc:mysql:".length())
        : url;
  }

  private static boolean accepts(java.sql.Driver driver, String url) {
    try {
      return driver.acceptsURL(url);
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return displayUrl();
  }
}
