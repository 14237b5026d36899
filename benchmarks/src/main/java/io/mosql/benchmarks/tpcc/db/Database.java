package io.mosql.benchmarks.tpcc.db;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A database that can be reached by JDBC. Immutable. */
public record Database(
    Dialect dialect, String url, @Nullable String user, @Nullable String password) {

  public Database {
    Objects.requireNonNull(url);
  }

  public static Database of(String url, @Nullable String user, @Nullable String password) {
    return new Database(Dialect.ofUrl(url), url, user, password);
  }

  /** A new connection in autocommit mode, at the database's default isolation level. */
  public Connection open() throws SQLException {
    Properties properties = new Properties();
    if (user != null) {
      properties.setProperty("user", user);
    }
    if (password != null) {
      properties.setProperty("password", password);
    }
    return DriverManager.getConnection(reachable(url), properties);
  }

  /** The URL without anything secret, for reports. */
  public String displayUrl() {
    return url.replaceAll("(?i)(password=)[^&;]*", "$1***");
  }

  /** A property file written for MySQL's driver also works with MariaDB's, which is here. */
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
