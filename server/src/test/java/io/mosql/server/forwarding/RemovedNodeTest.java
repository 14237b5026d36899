package io.mosql.server.forwarding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.mosql.engine.Node;
import io.mosql.testkit.ThreadDump;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
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
      AtomicReference<String> dump = new AtomicReference<>("");
      cluster.audit(event -> awaitRemoval(cluster.node(leader), dump));
      try (Connection client = cluster.connectToAll("");
          Statement statement = client.createStatement()) {
        assertThatCode(() -> statement.execute("alter cluster remove node '" + leader + "'"))
            .as(dump::get)
            .doesNotThrowAnyException();
        assertThat(cluster.node(leader).failure()).contains("removed");
        statement.execute("create table t (id int primary key)");
        assertThat(statement.executeUpdate("insert into t values (1)")).isEqualTo(1);
      }
    }
  }

  private static void awaitRemoval(Node node, AtomicReference<String> dump) {
    try {
      Awaitility.await().atMost(WITHIN).until(() -> node.failure() != null);
    } catch (ConditionTimeoutException e) {
      dump.set(node.topology(ForwardingTestCluster.DATABASE) + "\n" + ThreadDump.text());
      throw e;
    }
  }
}
