package io.mosql.benchmarks.tpcb;

import io.mosql.benchmarks.testbed.BenchmarkSetupException;
import io.mosql.benchmarks.testbed.ExitCode;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.testbed.RetainedDatabase;
import io.mosql.benchmarks.workload.WorkloadJob;
import io.mosql.benchmarks.workload.WorkloadOptions;
import io.mosql.benchmarks.workload.WorkloadSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command tpcb. */
@Command(
    name = "tpcb",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Loads the TPC-B tables, runs the transaction, and checks the balances.",
    exitCodeListHeading = ExitCode.HEADING,
    exitCodeList = {
      ExitCode.OK_TEXT,
      ExitCode.FAILED_TEXT,
      ExitCode.USAGE_TEXT,
      ExitCode.REFUSED_TEXT
    })
@SuppressWarnings("NullAway.Init")
public final class TpcbCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--scale",
      paramLabel = "N",
      defaultValue = "1",
      description = "branches, each with 10 tellers and 100,000 accounts (default: 1)")
  private int scale;

  @Option(
      names = "--clients",
      paramLabel = "N",
      split = ",",
      defaultValue = "8",
      description = "concurrent clients; a list such as 1,8,32 for several runs (default: 8)")
  private List<Integer> clients;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of the input (default: 1)")
  private long seed;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = {
        "keep the database in DIR with a log of acknowledged transactions, acked.log; continue",
        "an earlier run in the same directory"
      })
  private @Nullable Path keep;

  @Option(
      names = "--check",
      paramLabel = "DIR",
      description = "only check the database of --keep DIR: acknowledged transactions, balances")
  private @Nullable Path check;

  @Mixin private WorkloadOptions options;

  @Override
  public Integer call() throws SQLException, IOException, InterruptedException {
    if (keep != null && check != null) {
      throw new ParameterException(spec.commandLine(), "--keep and --check do not go together");
    }
    ProgressConsole console = ProgressConsole.on(spec.commandLine().getOut());
    try {
      TpcbWorkload workload = new TpcbWorkload(TpcbTables.ofScale(scale), seed, console);
      WorkloadSettings settings = options.settings(clients, keep);
      return check == null
          ? new WorkloadJob(settings, workload, console).execute()
          : new RetainedDatabase(check, WorkloadJob.ACKNOWLEDGED)
              .check(settings.target(), console, workload);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    } catch (BenchmarkSetupException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCode.REFUSED;
    }
  }
}
