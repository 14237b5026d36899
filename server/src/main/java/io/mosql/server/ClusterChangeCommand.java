package io.mosql.server;

import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Base class of the commands that change the nodes of a cluster by a statement. */
abstract class ClusterChangeCommand implements Callable<Integer> {
  @Mixin private ClusterCommandConnection cluster;

  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  ClusterChangeCommand() {}

  /** Executes the change and returns the message to print, one line. */
  abstract String change(ClusterCommandConnection cluster) throws SQLException;

  @Override
  public final Integer call() {
    try {
      PrintWriter out = spec.commandLine().getOut();
      out.println(change(cluster));
      out.flush();
      return 0;
    } catch (SQLException e) {
      SqlCommand.report(e, spec.commandLine().getErr());
      return 1;
    }
  }
}
