package io.mosql.integrations.testkit;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;

/**
 * A fresh database in memory for a sample application, and how to reach it. {@link #close} removes
 * an embedded one; those of the server end with the JVM.
 *
 * @param url JDBC URL
 * @param user account, empty for embedded databases
 * @param password of the account
 */
public record SampleDatabase(String url, String user, String password) implements AutoCloseable {
  /** How the application reaches its database. */
  public enum Place {
    /** In the process of the application. */
    EMBEDDED {
      @Override
      public SampleDatabase create() {
        return new SampleDatabase("jdbc:mosql:mem:" + freshName(), "", "");
      }
    },
    /** Over the network, on the one server of this JVM. */
    SERVER {
      @Override
      public SampleDatabase create() {
        return new SampleDatabase(
            SampleServer.url(freshName()), SampleServer.USER, SampleServer.PASSWORD);
      }
    };

    /** Creates an empty database. */
    public abstract SampleDatabase create();
  }

  private static String freshName() {
    return "sample" + UUID.randomUUID().toString().replace("-", "");
  }

  /** Opens a connection. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url, user, password);
  }

  /** Whether the database is in this process. */
  public boolean isEmbedded() {
    return url.startsWith("jdbc:mosql:mem:");
  }

  @Override
  public void close() throws SQLException {
    if (isEmbedded()) {
      try (Connection connection = connect()) {
        connection.createStatement().execute("SHUTDOWN");
      }
    }
  }
}
