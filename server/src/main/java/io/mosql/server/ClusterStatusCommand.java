package io.mosql.server;

import io.mosql.server.result.DisplayStyle;
import io.mosql.server.result.ResultFormat;
import io.mosql.server.result.ResultSetRows;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Prints the view mosql.cluster of a database, as its leader sees it: the nodes with a replica, the
 * leader, and the progress of each follower.
 */
@Command(
    name = "status",
    description = {"Shows the replicas of a database, its leader and the replication lag."},
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:The database has a leader, and all nodes are in contact.",
      "1:Connection failure.",
      "3:A node failed, or had no contact for 10 seconds."
    })
final class ClusterStatusCommand implements Callable<Integer> {
  private static final int SICK = 3;
  private static final String COLUMNS =
      "node, host, port, role, leader, term, position, lag, last_index, commit_index,"
          + " applied_index, log_bytes, checkpoint_index, last_contact_millis, failure";

  @Parameters(
      arity = "0..1",
      paramLabel = "URL",
      defaultValue = "jdbc:mosql://127.0.0.1:7433/mosql",
      description =
          "URL of the database, jdbc:mosql://host:port,host:port/database (default:"
              + " ${DEFAULT-VALUE})")
  private String url;

  @Mixin private AdministratorOption administrator;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "aligned",
      description = "output format: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private ResultFormat format;

  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  ClusterStatusCommand() {}

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (Connection connection = administrator.open(url);
        Statement statement = connection.createStatement()) {
      try (ResultSet rows =
          statement.executeQuery("select " + COLUMNS + " from mosql.cluster order by node")) {
        format.write(new ResultSetRows(rows), out, DisplayStyle.PLAIN);
        out.flush();
      }
      return isWell(statement) ? 0 : SICK;
    } catch (SQLException e) {
      SqlCommand.report(e, spec.commandLine().getErr());
      return 1;
    }
  }

  private static boolean isWell(Statement statement) throws SQLException {
    try (ResultSet sick =
        statement.executeQuery(
            "select count(*) from mosql.cluster"
                + " where last_contact_millis > 10000 or failure is not null")) {
      return sick.next() && sick.getLong(1) == 0;
    }
  }
}
