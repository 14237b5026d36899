package io.mosql.benchmarks.tpcc;

import io.mosql.benchmarks.testbed.BenchmarkSetupException;
import io.mosql.benchmarks.testbed.ExitCode;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.testbed.TargetOptions;
import io.mosql.benchmarks.tpcc.model.Scale;
import io.mosql.benchmarks.tpcc.run.RunPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command tpcc; options override the property file, which overrides the defaults. */
@Command(
    name = "tpcc",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Loads the TPC-C tables, runs the five transactions, and checks the consistency"
            + " conditions.",
    exitCodeListHeading = ExitCode.HEADING,
    exitCodeList = {
      ExitCode.OK_TEXT,
      ExitCode.FAILED_TEXT,
      ExitCode.USAGE_TEXT,
      ExitCode.REFUSED_TEXT
    })
@SuppressWarnings("NullAway.Init")
public final class TpccCommand implements Callable<Integer> {
  private static final int DEFAULT_SECONDS = 60;
  private static final int DEFAULT_LOAD_WORKERS_MAX = 4;

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "PROPS", description = "property file of BenchmarkSQL 5")
  private @Nullable Path props;

  @Option(names = "--warehouses", paramLabel = "N", description = "warehouses (default: 1)")
  private @Nullable Integer warehouses;

  @Option(
      names = "--terminals",
      paramLabel = "N",
      split = ",",
      description = "concurrent clients; a list such as 1,4,10 for several runs (default: 1)")
  private @Nullable List<Integer> terminals;

  @Option(names = "--seconds", paramLabel = "N", description = "length of the run (default: 60)")
  private @Nullable Integer seconds;

  @Option(
      names = "--warmup-seconds",
      paramLabel = "N",
      description = "warm-up before the first run, not counted (default: 0)")
  private int warmSeconds;

  @Mixin private TargetOptions where;

  @Option(
      names = "--load-workers",
      paramLabel = "N",
      description = "threads of the load (default: 1 to 4, by processors)")
  private @Nullable Integer loadWorkers;

  @Option(names = "--seed", paramLabel = "N", description = "seed of the input (default: 1)")
  private long seed = 1;

  @Option(
      names = "--retries",
      paramLabel = "N",
      description = "retries after a serialization failure or deadlock (default: 0)")
  private int retries;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = {
        "keep the database in DIR with a log of acknowledged orders, acked.log; continue an",
        "earlier run in the same directory"
      })
  private @Nullable Path keep;

  @Option(
      names = "--check",
      paramLabel = "DIR",
      description =
          "only check the database of --keep DIR: acknowledged orders, consistency conditions")
  private @Nullable Path check;

  @Option(names = "--json", paramLabel = "FILE", description = "write the result as JSON")
  private @Nullable Path json;

  @Option(names = "--report", paramLabel = "FILE", description = "write an HTML page with charts")
  private @Nullable Path report;

  @Override
  public Integer call() throws SQLException, IOException, InterruptedException {
    TpccSettings settings;
    try {
      settings = settings(props == null ? PropsFile.none() : PropsFile.read(props));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    try {
      return new TpccJob(settings, ProgressConsole.on(spec.commandLine().getOut())).execute();
    } catch (BenchmarkSetupException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCode.REFUSED;
    }
  }

  private TpccSettings settings(PropsFile file) {
    if (keep != null && check != null) {
      throw new IllegalArgumentException("--keep and --check do not go together");
    }
    int loaders = Math.min(DEFAULT_LOAD_WORKERS_MAX, Runtime.getRuntime().availableProcessors());
    List<RunPlan> plans = plans(file);
    if (report != null && plans.size() > 1) {
      throw new IllegalArgumentException("--report shows one run, of one number of terminals");
    }
    if (warmSeconds < 0) {
      throw new IllegalArgumentException("--warmup-seconds cannot be negative");
    }
    return new TpccSettings(
        where.target(file.url(), file.driver(), file.user(), file.password()),
        atLeastOne("warehouses", first(warehouses, first(file.warehouses(), 1))),
        atLeastOne("load workers", first(loadWorkers, first(file.loadWorkers(), loaders))),
        Scale.SPECIFICATION,
        plans,
        warmSeconds,
        check == null ? keep : check,
        check != null,
        json,
        report);
  }

  private List<RunPlan> plans(PropsFile file) {
    int transactions = seconds == null ? file.transactionsPerTerminal() : 0;
    int length = first(seconds, file.minutes() * 60);
    if (length == 0 && transactions == 0) {
      length = DEFAULT_SECONDS;
    }
    List<RunPlan> plans = new ArrayList<>();
    for (int number : first(terminals, List.of(first(file.terminals(), 1)))) {
      plans.add(
          new RunPlan(
              number,
              length,
              transactions,
              file.limitPerMinute(),
              file.warehouseFixed(),
              file.mix(),
              retries,
              seed + plans.size()));
    }
    return plans;
  }

  private static int atLeastOne(String what, int number) {
    if (number < 1) {
      throw new IllegalArgumentException("at least one is needed of: " + what);
    }
    return number;
  }

  private static <T> T first(@Nullable T value, T otherwise) {
    return value == null ? otherwise : value;
  }
}
