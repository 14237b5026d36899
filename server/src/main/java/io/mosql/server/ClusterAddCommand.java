package io.mosql.server;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that adds a node to a cluster; the node joins when it is started. */
@Command(
    name = "add",
    description = {
      "Adds a node to a cluster. The node joins when it starts with an empty data directory:"
          + " mosql server --node-id NODE --peers NODE=HOST:PORT --join ..",
      "A start with --join adds the node if this command was not executed before."
    },
    mixinStandardHelpOptions = true)
final class ClusterAddCommand extends ClusterChangeCommand {
  @Parameters(index = "0", paramLabel = "NODE", description = "Its name.")
  private String node;

  @Parameters(index = "1", paramLabel = "HOST:PORT", description = "address for other nodes")
  private String address;

  @Option(
      names = "--clients",
      paramLabel = "HOST:PORT",
      description = "address for clients (default: reported by the node)")
  private @Nullable String clients;

  @Option(names = "--listener", description = "add as listener: a read replica without a vote")
  private boolean listener;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  ClusterAddCommand() {}

  @Override
  String change(ClusterCommandConnection cluster) throws SQLException {
    String reached = clients;
    cluster.run(
        "alter cluster add node "
            + ClusterCommandConnection.quoted(node)
            + " at "
            + ClusterCommandConnection.quoted(address)
            + (reached == null ? "" : " clients at " + ClusterCommandConnection.quoted(reached))
            + (listener ? " as listener" : ""));
    return "Node " + node + " added at " + address;
  }
}
