package io.mosql.benchmarks.cluster;

import io.mosql.benchmarks.testbed.BenchmarkSetupException;
import io.mosql.benchmarks.testbed.ExitCode;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.tpcc.model.Scale;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command cluster demo. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Three nodes on this machine, TPC-C on them, and the end of the leader in the middle.",
    description = {
      "Starts three nodes in a fresh directory, loads TPC-C and runs it, kills the node that leads",
      "as kill -9 does, starts it again, and says what came of it: which transactions were lost,",
      "for how long nothing was committed, whether TPC-C's conditions hold, whether every order",
      "that was acknowledged is there, and whether all nodes hold the same."
    },
    exitCodeListHeading = ExitCode.HEADING,
    exitCodeList = {
      "0:only transactions that were open when the leader was killed failed, and all is whole",
      "1:not so",
      ExitCode.USAGE_TEXT,
      ExitCode.REFUSED_TEXT
    })
@SuppressWarnings("NullAway.Init")
final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "30",
      description = "Length of the run; default 30.")
  private int seconds;

  @Option(
      names = "--terminals",
      paramLabel = "N",
      defaultValue = "4",
      description = "Clients at a time; default 4.")
  private int terminals;

  @Option(names = "--warehouses", paramLabel = "N", defaultValue = "1", description = "Default 1.")
  private int warehouses;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "512m",
      description = "Heap of a node, as in -Xmx; default 512m.")
  private String heap;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "Keep the nodes' directories and logs in DIR, which is empty or absent.")
  private @Nullable Path keep;

  @Option(
      names = "--small",
      hidden = true,
      description = "Tables of a fraction of the size, for tests.")
  private boolean small;

  @Override
  public Integer call() throws SQLException, IOException, InterruptedException {
    DemoSettings settings;
    try {
      settings =
          new DemoSettings(
              seconds,
              terminals,
              warehouses,
              small ? new Scale(1_000, 10, 30, 30, 9) : Scale.SPECIFICATION,
              heap,
              keep);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    LiveDisplay display =
        new LiveDisplay(spec.commandLine().getOut(), ProgressConsole.isTerminal());
    try {
      return new DemoJob(settings, display).execute() ? ExitCode.OK : ExitCode.FAILED;
    } catch (BenchmarkSetupException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCode.REFUSED;
    }
  }
}
