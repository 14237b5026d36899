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
      "Announces a node to a cluster. It joins when it is started with an empty data directory:"
          + " mosql server --node-id NODE --peers NODE=HOST:PORT --join ..",
      "(That announces the node itself when this was not done.)"
    },
    mixinStandardHelpOptions = true)
final class ClusterAddCommand extends ClusterChangeCommand {
  @Parameters(index = "0", paramLabel = "NODE", description = "Its name.")
  private String node;

  @Parameters(
      index = "1",
      paramLabel = "HOST:PORT",
      description = "Where the other nodes reach it.")
  private String address;

  @Option(
      names = "--clients",
      paramLabel = "HOST:PORT",
      description = "Where clients reach it; by default it says so itself.")
  private @Nullable String clients;

  @Option(names = "--listener", description = "It follows and has no vote: a read replica.")
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
    return "Node " + node + " is expected at " + address;
  }
}
