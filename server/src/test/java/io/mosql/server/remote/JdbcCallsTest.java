package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Rotation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Random sequences of JDBC calls have the same outcomes embedded and over the network. */
final class JdbcCallsTest {
  private static final int SAMPLE = 12;
  private static final int ALL = 300;
  private static final int CALLS = 250;
  private static final String HERE = "jdbc:mosql:mem:calls-embedded";

  @Test
  void outcomesAreTheSame() throws Exception {
    try (RemoteTestServer server = RemoteTestServer.start();
        Connection here = DriverManager.getConnection(HERE);
        Connection there = server.connect("mem:calls-remote")) {
      List<String> differences = new ArrayList<>();
      for (long seed : Rotation.seeds(SAMPLE, ALL)) {
        JdbcCallsFuzz fuzz =
            new JdbcCallsFuzz(
                seed,
                () -> DriverManager.getConnection(HERE),
                () -> server.connect("mem:calls-remote"));
        String difference = fuzz.run(CALLS);
        if (difference != null) {
          differences.add("seed " + seed + "\n" + difference + "\n");
        }
      }
      assertThat(differences).isEmpty();
      shutDown(List.of(here, there));
    }
  }

  private static void shutDown(List<Connection> connections) {
    for (Connection connection : connections) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("shutdown");
      } catch (SQLException e) {
        assertThat(e.getSQLState()).startsWith("57");
      }
    }
  }
}
