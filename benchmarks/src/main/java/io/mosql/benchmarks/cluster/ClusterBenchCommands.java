package io.mosql.benchmarks.cluster;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Registration of the commands of this package. */
public final class ClusterBenchCommands {
  private ClusterBenchCommands() {}

  /** Parent command of the cluster commands. */
  @Command(
      name = "cluster",
      mixinStandardHelpOptions = true,
      description = "Cluster demonstrations.")
  @SuppressWarnings("NullAway.Init")
  private static final class Group implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      spec.commandLine().usage(spec.commandLine().getOut());
      return 0;
    }
  }

  /**
   * @param line command line to which the demonstration is added, below a parent command
   * @param bench command to which the benchmark is added
   */
  public static void addTo(CommandLine line, CommandLine bench) {
    line.addSubcommand(new CommandLine(new Group()).addSubcommand(new DemoCommand()));
    bench.addSubcommand(new ClusterBenchCommand());
  }
}
