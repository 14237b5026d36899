package io.mosql.server;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Parent command of the commands that query and change a running cluster. */
@Command(
    name = "cluster",
    description = "Shows and changes the nodes of a cluster.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ClusterStatusCommand.class,
      ClusterAddCommand.class,
      ClusterRemoveCommand.class,
      ClusterTransferCommand.class,
      ClusterRoleCommand.class,
      ClusterAdoptCommand.class
    })
final class ClusterCommand implements Runnable {
  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  ClusterCommand() {}

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing command: status, add, remove, transfer, listener or adopt");
  }
}
