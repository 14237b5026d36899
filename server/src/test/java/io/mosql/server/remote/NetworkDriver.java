package io.mosql.server.remote;

import io.mosql.core.session.SessionProperty;
import io.mosql.jdbc.MosqlDriver;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Driver that connects URLs of embedded databases to the same databases over the network, when the
 * system property {@code mosql.test.door} selects it. It then replaces the regular driver, so that
 * tests written for embedded connections also run over the network.
 *
 * <p>Properties that only an embedded connection may set are configured in the server before it
 * connects.
 */
public final class NetworkDriver implements Driver {
  private static final String PREFIX = "jdbc:mosql:";
  private static final boolean WANTED = "network".equals(System.getProperty("mosql.test.door"));

  private static final Driver PROPER = new MosqlDriver();

  static {
    try {
      DriverManager.registerDriver(new NetworkDriver());
      if (WANTED) {
        // A connection refused by this driver must not be retried by the embedded driver.
        for (Driver driver : DriverManager.drivers().toList()) {
          if (driver instanceof MosqlDriver) {
            DriverManager.deregisterDriver(driver);
          }
        }
      }
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The single server of this JVM, which is never stopped. */
  private static final class Running {
    static final RemoteTestServer SERVER = start();

    private static RemoteTestServer start() {
      try {
        return RemoteTestServer.start();
      } catch (IOException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  /**
   * Extension that closes the files of databases after each test, as closing embedded connections
   * does, so that the directory can be deleted.
   */
  public static final class ClosedFiles implements AfterEachCallback {
    /** Called by {@link java.util.ServiceLoader}. */
    public ClosedFiles() {}

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
      if (WANTED) {
        Running.SERVER.awaitClosedFiles();
      }
    }
  }

  /** Called by {@link java.util.ServiceLoader}. */
  public NetworkDriver() {}

  @Override
  public boolean acceptsURL(String url) {
    return WANTED && url.startsWith(PREFIX);
  }

  @Override
  public @Nullable Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    if (!url.matches(PREFIX + "(mem|file):[^?].*")) {
      return PROPER.connect(url, info);
    }
    int question = url.indexOf('?');
    String database = url.substring(PREFIX.length(), question < 0 ? url.length() : question);
    StringBuilder rest = new StringBuilder();
    Map<SessionProperty, String> ofDatabase = new EnumMap<>(SessionProperty.class);
    if (question >= 0) {
      for (String pair : url.substring(question + 1).split("&")) {
        String[] parts = pair.split("=", 2);
        SessionProperty property = SessionProperty.ofKey(parts[0]);
        if (property != null && property.isOfDatabase() && parts.length == 2) {
          ofDatabase.put(property, parts[1]);
        } else {
          rest.append(rest.isEmpty() ? "?" : "&").append(pair);
        }
      }
    }
    Running.SERVER.configure(database, ofDatabase);
    Properties login = new Properties();
    login.putAll(info);
    login.setProperty("user", RemoteTestServer.USER);
    login.setProperty("password", RemoteTestServer.PASSWORD);
    return PROPER.connect(Running.SERVER.url(database) + rest, login);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }
}
