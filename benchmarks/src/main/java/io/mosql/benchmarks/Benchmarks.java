package io.mosql.benchmarks;

import io.mosql.benchmarks.cluster.ClusterBenchCommands;
import io.mosql.benchmarks.compare.CompareCommand;
import io.mosql.benchmarks.contention.ContentionCommands;
import io.mosql.benchmarks.costs.CostsCommands;
import io.mosql.benchmarks.estimates.EstimatesCommand;
import io.mosql.benchmarks.jmh.JmhCommand;
import io.mosql.benchmarks.network.NetworkBenchCommands;
import io.mosql.benchmarks.plans.PlansCommand;
import io.mosql.benchmarks.simulation.PartitionCommands;
import io.mosql.benchmarks.slt.SltCommand;
import io.mosql.benchmarks.start.StartCommand;
import io.mosql.benchmarks.storage.StorageBenchCommands;
import io.mosql.benchmarks.tools.ToolBenchCommands;
import io.mosql.benchmarks.tpcb.TpcbCommand;
import io.mosql.benchmarks.tpcc.TpccCommand;
import io.mosql.benchmarks.tpch.TpchCommand;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Command line of the benchmarks. */
@Command(
    name = "mosql",
    mixinStandardHelpOptions = true,
    description = "Benchmarks and tests over plain JDBC.",
    subcommands = {TpccCommand.class, TpcbCommand.class, JmhCommand.class, SltCommand.class})
public final class Benchmarks implements Runnable {
  private Benchmarks() {}

  /** Main class, to start the command line in another JVM. */
  private static final String MAIN_CLASS = Benchmarks.class.getName();

  /** Runs the command line and exits with its exit code. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Benchmarks());
    line.addSubcommand(new CompareCommand(MAIN_CLASS));
    line.addSubcommand(new TpchCommand(MAIN_CLASS));
    CommandLine bench = Objects.requireNonNull(line.getSubcommands().get("bench"));
    StorageBenchCommands.addTo(bench);
    bench.addSubcommand(new StartCommand());
    ContentionCommands.addTo(bench);
    NetworkBenchCommands.addTo(bench);
    PartitionCommands.addTo(bench);
    PlansCommand.addTo(bench);
    EstimatesCommand.addTo(bench);
    ToolBenchCommands.addTo(bench);
    CostsCommands.addTo(bench);
    ClusterBenchCommands.addTo(line, bench);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(
        (error, command, parsed) -> {
          command.getErr().println(describe(error));
          return 1;
        });
    return line;
  }

  private static String describe(Throwable error) {
    StringBuilder text = new StringBuilder(error.toString());
    for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
      text.append("\n  caused by ").append(cause);
    }
    return text.toString();
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
