package io.mosql.server.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of the statement that removes the node on which it is executed. */
@Timeout(180)
final class RemovedNodeTest {
  private static final Duration WITHIN = Duration.ofSeconds(60);

  @TempDir private Path directory = Path.of("");

  @Test
  void theStatementIsAnsweredAfterTheNodeHasLeftAllGroups() throws Exception {
    try (ForwardingTestCluster cluster = new ForwardingTestCluster(directory, 3)) {
      String leader = cluster.awaitAgreement(ForwardingTestCluster.DATABASE);
      // The session's thread is suspended between the commit and the response.
      cluster.audit(
          event ->
              Awaitility.await()
                  .atMost(WITHIN)
                  .until(() -> cluster.node(leader).failure() != null));
      try (Connection client = cluster.connectToAll("");
          Statement statement = client.createStatement()) {
        statement.execute("alter cluster remove node '" + leader + "'");
        assertThat(cluster.node(leader).failure()).contains("removed");
        statement.execute("create table t (id int primary key)");
        assertThat(statement.executeUpdate("insert into t values (1)")).isEqualTo(1);
      }
    }
  }
}
