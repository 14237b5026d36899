package io.mosql.server;

import java.sql.SQLException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that makes a node a read replica or a voting member. */
@Command(
    name = "listener",
    description = "Makes a node a listener: a read replica without a vote.",
    mixinStandardHelpOptions = true)
final class ClusterRoleCommand extends ClusterChangeCommand {
  @Parameters(index = "0", paramLabel = "NODE", description = "Its name.")
  private String node;

  @Option(names = "--off", description = "make the node a voter")
  private boolean off;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  ClusterRoleCommand() {}

  @Override
  String change(ClusterCommandConnection cluster) throws SQLException {
    String role = off ? "voter" : "listener";
    cluster.run(
        "alter cluster alter node " + ClusterCommandConnection.quoted(node) + " as " + role);
    return "Role of node " + node + " set to " + role;
  }
}
