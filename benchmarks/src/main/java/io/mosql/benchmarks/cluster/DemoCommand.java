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
    header = "Runs TPC-C on three local nodes and kills the leader during the run.",
    description = {
      "Starts three nodes in a new directory, loads and runs TPC-C, kills the leader as by kill"
          + " -9,",
      "and restarts it. Reports failed transactions, the time without commits, the consistency",
      "conditions of TPC-C, lost acknowledged orders, and differences between the nodes."
    },
    exitCodeListHeading = ExitCode.HEADING,
    exitCodeList = {
      "0:only transactions in progress at the failure failed, and all checks passed",
      "1:a check failed",
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
      description = "length of the run (default: 30)")
  private int seconds;

  @Option(
      names = "--terminals",
      paramLabel = "N",
      defaultValue = "4",
      description = "concurrent clients (default: 4)")
  private int terminals;

  @Option(
      names = "--warehouses",
      paramLabel = "N",
      defaultValue = "1",
      description = "warehouses (default: 1)")
  private int warehouses;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "512m",
      description = "heap of a node, as in -Xmx (default: 512m)")
  private String heap;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "keep directories and logs of the nodes in DIR, which is empty or absent")
  private @Nullable Path keep;

  @Option(names = "--small", hidden = true, description = "small tables, for tests")
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
