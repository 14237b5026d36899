package io.mosql.benchmarks.contention;

import io.mosql.benchmarks.testbed.BenchmarkSetupException;
import io.mosql.benchmarks.testbed.ExitCode;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.workload.BenchmarkWorkload;
import io.mosql.benchmarks.workload.WorkloadJob;
import io.mosql.benchmarks.workload.WorkloadOptions;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Base class of the contention commands, with their common options. */
@SuppressWarnings("NullAway.Init")
abstract class ContentionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--threads",
      paramLabel = "N",
      split = ",",
      defaultValue = "16",
      description = "concurrent clients; a list such as 1,4,16 for several runs (default: 16)")
  private List<Integer> threads;

  @Mixin private WorkloadOptions options;

  /**
   * @throws IllegalArgumentException when options are invalid
   */
  abstract BenchmarkWorkload workload();

  @Override
  public final Integer call() throws SQLException, IOException, InterruptedException {
    try {
      ProgressConsole console = ProgressConsole.on(spec.commandLine().getOut());
      return new WorkloadJob(options.settings(threads, null), workload(), console).execute();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    } catch (BenchmarkSetupException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCode.REFUSED;
    }
  }
}
