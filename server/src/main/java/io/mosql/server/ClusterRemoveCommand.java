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
      "Removes a node from a cluster, and waits until all databases of the leader have removed it."
          + " The node then stops. A node that lost its disk is removed before it joins again with"
          + " an empty data directory."
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
      description = "maximum time to wait, in seconds (default: ${DEFAULT-VALUE})")
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
        return "Removal of node " + node + " in progress; see mosql.nodes";
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
    return "Node " + node + " removed";
  }
}
