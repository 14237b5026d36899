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
 * Takes URLs of embedded databases to the same databases over the network, when the system property
 * {@code mosql.test.door} says so, and stands in the place of the driver proper then: tests that
 * were written for the one door run over the other.
 *
 * <p>What only an embedded connection may say of a database is told to the server beforehand, as
 * who configures one would.
 */
public final class NetworkDriver implements Driver {
  private static final String PREFIX = "jdbc:mosql:";
  private static final boolean WANTED = "network".equals(System.getProperty("mosql.test.door"));

  private static final Driver PROPER = new MosqlDriver();

  static {
    try {
      DriverManager.registerDriver(new NetworkDriver());
      if (WANTED) {
        // A connection that this driver is refused must not be tried at the other door.
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

  /** The one server of this JVM, which ends with it. */
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
   * After each test the files of its databases are closed, as they are when embedded connections
   * are, so that its directory can be deleted.
   */
  public static final class ClosedFiles implements AfterEachCallback {
    /** Made by {@link java.util.ServiceLoader}. */
    public ClosedFiles() {}

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
      if (WANTED) {
        Running.SERVER.awaitClosedFiles();
      }
    }
  }

  /** Made by {@link java.util.ServiceLoader}. */
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
