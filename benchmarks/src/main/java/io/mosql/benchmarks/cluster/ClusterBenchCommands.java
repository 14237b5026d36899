package io.mosql.benchmarks.cluster;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The commands of this package. */
public final class ClusterBenchCommands {
  private ClusterBenchCommands() {}

  /** Holds the others. */
  @Command(name = "cluster", mixinStandardHelpOptions = true, description = "Clusters to look at.")
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
   * @param line takes the demonstration as subcommand of a subcommand
   * @param bench takes the benchmark as a subcommand
   */
  public static void addTo(CommandLine line, CommandLine bench) {
    line.addSubcommand(new CommandLine(new Group()).addSubcommand(new DemoCommand()));
    bench.addSubcommand(new ClusterBenchCommand());
  }
}
