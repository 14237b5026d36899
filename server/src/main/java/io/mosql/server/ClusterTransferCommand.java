package io.mosql.server;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that transfers the leadership of a database to a given node. */
@Command(
    name = "transfer",
    description = "Transfers the leadership of a database, or of all databases, to a node.",
    mixinStandardHelpOptions = true)
final class ClusterTransferCommand extends ClusterChangeCommand {
  @Parameters(index = "0", paramLabel = "NODE", description = "Its name.")
  private String node;

  @Option(
      names = "--database",
      paramLabel = "NAME",
      description = "database (default: all databases of the node)")
  private @Nullable String database;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  ClusterTransferCommand() {}

  @Override
  String change(ClusterCommandConnection cluster) throws SQLException {
    String name = database;
    cluster.run(
        "alter cluster transfer "
            + (name == null ? "" : "database \"" + name.replace("\"", "\"\"") + "\" ")
            + "to "
            + ClusterCommandConnection.quoted(node));
    return "Transfer of "
        + (name == null ? "all databases" : name)
        + " to node "
        + node
        + " started";
  }
}
