package io.mosql.server;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that transfers the leadership of a database to a given node. */
@Command(
    name = "transfer",
    description = "Has a node lead a database, or all that it has.",
    mixinStandardHelpOptions = true)
final class ClusterTransferCommand extends ClusterChangeCommand {
  @Parameters(index = "0", paramLabel = "NODE", description = "Its name.")
  private String node;

  @Option(
      names = "--database",
      paramLabel = "NAME",
      description = "The database (default: all that the node has).")
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
    return "Node " + node + " is to lead " + (name == null ? "all databases that it has" : name);
  }
}
