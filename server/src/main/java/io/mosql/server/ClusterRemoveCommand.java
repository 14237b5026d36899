package io.mosql.server;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that removes a node from a cluster and waits until the node has left. */
@Command(
    name = "remove",
    description = {
      "Removes a node from a cluster, and waits until it has left all databases that the leader"
          + " has. The node then says so and stops. One that lost its disk is removed, and joins"
          + " again with an empty data directory."
    },
    mixinStandardHelpOptions = true)
final class ClusterRemoveCommand extends ClusterChangeCommand {
  private static final Duration LOOK = Duration.ofMillis(200);

  @Parameters(index = "0", paramLabel = "NODE", description = "Its name.")
  private String node;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "How long it is waited for (default: ${DEFAULT-VALUE}).")
  private int wait;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  ClusterRemoveCommand() {}

  @Override
  String change(ClusterCommandConnection cluster) throws SQLException {
    cluster.run("alter cluster remove node " + ClusterCommandConnection.quoted(node));
    String there =
        "select 1 from mosql.nodes where node = " + ClusterCommandConnection.quoted(node);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(wait);
    while (cluster.finds(there)) {
      if (System.nanoTime() > end) {
        return "Node " + node + " is leaving; see mosql.nodes";
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
    return "Node " + node + " has left";
  }
}
