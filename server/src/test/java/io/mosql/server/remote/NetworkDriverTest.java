package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/**
 * Tests that connections to an embedded database use the transport selected by the system property.
 */
final class NetworkDriverTest {
  @Test
  void takesUrlsToTheDoorThatIsWanted() throws SQLException {
    boolean network = "network".equals(System.getProperty("mosql.test.door"));
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:which-door");
        Statement statement = connection.createStatement()) {
      assertThat(connection.getMetaData().getURL())
          .startsWith(network ? "jdbc:mosql://" : "jdbc:mosql:mem:");
      statement.execute("shutdown");
    }
  }
}
