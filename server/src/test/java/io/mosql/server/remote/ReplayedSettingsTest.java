package io.mosql.server.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that settings made by SQL are replayed at the node to which a session moves. */
@Timeout(120)
final class ReplayedSettingsTest {
  private static String show(Statement statement, String name) throws SQLException {
    try (ResultSet shown = statement.executeQuery("show " + name)) {
      shown.next();
      return shown.getString(1);
    }
  }

  @Test
  void settingsGoAlong() throws IOException, SQLException {
    try (FakeCluster cluster = new FakeCluster("mem:settings", 2);
        Connection connection = cluster.connect("");
        Statement statement = connection.createStatement()) {
      String otherwise = show(statement, "lock_timeout");
      statement.execute(" SET lock_timeout = 1234");
      statement.execute("set query_timeout to 77000");
      statement.execute("set memory_limit = '64MB'");
      statement.execute("reset query_timeout");
      cluster.lead(1);
      assertThat(show(statement, "lock_timeout")).isEqualTo("1234ms").isNotEqualTo(otherwise);
      assertThat(show(statement, "query_timeout")).isEqualTo("0");
      assertThat(cluster.node(1).executions.get()).isPositive();
      statement.execute("reset lock_timeout");
      cluster.lead(0);
      assertThat(show(statement, "lock_timeout")).isEqualTo(otherwise);
      assertThat(show(statement, "memory_limit")).contains("64");
    }
  }

  @Test
  void whatARollbackUndoesIsNotReplayed() throws IOException, SQLException {
    try (FakeCluster cluster = new FakeCluster("mem:undone", 2);
        Connection connection = cluster.connect("");
        Statement statement = connection.createStatement()) {
      statement.execute("set lock_timeout = 100");
      statement.execute("begin");
      statement.execute("set lock_timeout = 200");
      statement.execute("rollback");
      connection.setAutoCommit(false);
      statement.execute("set lock_timeout = 300");
      statement.execute("set query_timeout = 5000");
      connection.rollback();
      statement.execute("set memory_limit = '64MB'");
      connection.commit();
      cluster.lead(1);
      assertThat(show(statement, "lock_timeout")).isEqualTo("100ms");
      assertThat(show(statement, "query_timeout")).isEqualTo("0");
      assertThat(show(statement, "memory_limit")).contains("64");
      connection.rollback();
    }
  }
}
