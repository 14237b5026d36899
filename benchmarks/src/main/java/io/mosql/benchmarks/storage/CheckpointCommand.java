package io.mosql.benchmarks.storage;

import io.mosql.benchmarks.database.Database;
import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.storage.CommitLatencies.Phase;
import io.mosql.benchmarks.storage.step.StepInput;
import io.mosql.benchmarks.storage.step.StorageStatus;
import io.mosql.benchmarks.tpcc.check.ConsistencyCheck;
import io.mosql.benchmarks.tpcc.load.TpccLoader;
import io.mosql.benchmarks.tpcc.model.Scale;
import io.mosql.benchmarks.tpcc.run.RunPlan;
import io.mosql.benchmarks.tpcc.run.TpccRun;
import io.mosql.benchmarks.tpcc.run.TransactionMix;
import io.mosql.benchmarks.tpcc.schema.LoadConfig;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command bench checkpoint. */
@Command(
    name = "checkpoint",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "TPC-C beside checkpoints.",
    description = {
      "Throughput of TPC-C and latency of commit() during CHECKPOINT and between checkpoints, in"
          + " turns",
      "within one run. All commits count, including those of read-only transactions."
    })
@SuppressWarnings("NullAway.Init")
final class CheckpointCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private StorageBenchOptions ground;

  @Option(names = "--warehouses", paramLabel = "N", defaultValue = "1", description = "default: 1")
  private int warehouses;

  @Option(
      names = "--terminals",
      paramLabel = "N",
      defaultValue = "1",
      description = "concurrent clients, each with one warehouse (default: 1)")
  private int terminals;

  @Option(names = "--seconds", paramLabel = "N", defaultValue = "240", description = "default: 240")
  private int seconds;

  @Option(
      names = "--warmup-seconds",
      paramLabel = "N",
      defaultValue = "20",
      description = "warm-up, not counted (default: 20)")
  private int warmSeconds;

  @Option(
      names = "--quiet-seconds",
      paramLabel = "N",
      defaultValue = "30",
      description = "time between two checkpoints (default: 30)")
  private int quietSeconds;

  @Option(
      names = "--background",
      description = "observe automatic checkpoints instead of requesting them")
  private boolean background;

  @Option(
      names = "--log-bytes",
      paramLabel = "SIZE",
      defaultValue = "256m",
      converter = ByteSize.class,
      description = "log between automatic checkpoints, with --background (default: 256m)")
  private long logBytes;

  @Option(
      names = "--retries",
      paramLabel = "N",
      description = "retries after a serialization failure (default: 0)")
  private int retries;

  @Option(names = "--small", description = "small database, for tests")
  private boolean small;

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    try (StepRunner site = ground.open(spec.commandLine().getOut(), null, null)) {
      Map<String, String> properties =
          background ? Map.of("checkpointLogBytes", Long.toString(logBytes)) : StorageStatus.NONE;
      try (Connection connection =
          StepInput.of(site.url(), site.supportedProperties(properties)).connect()) {
        return isSupported(site, connection) ? run(site, connection) : StepRunner.REFUSED;
      }
    }
  }

  private boolean isSupported(StepRunner site, Connection connection) {
    try {
      if (background) {
        AutomaticCheckpoints.probe(connection);
      } else {
        StorageStatus.checkpoint(connection);
      }
      return true;
    } catch (SQLException e) {
      site.line("Checkpoints are not supported by this database: %s", e);
      return false;
    }
  }

  private int run(StepRunner site, Connection connection)
      throws SQLException, InterruptedException, IOException {
    Database database = Database.of(site.url(), null, null);
    Scale scale = small ? new Scale(200, 10, 30, 30, 9) : Scale.SPECIFICATION;
    LoadConfig loaded =
        new TpccLoader(database, scale, warehouses, Math.min(2, warehouses), 1).load(rows -> {});
    site.line("TPC-C: %d warehouses, %d terminals, %d s", warehouses, terminals, seconds);
    CommitLatencies times = new CommitLatencies();
    CheckpointPhases phases =
        background
            ? new AutomaticCheckpoints(connection, times, warmSeconds)
            : new RequestedCheckpoints(connection, times, warmSeconds, quietSeconds);
    FutureTask<List<Double>> checkpoints = new FutureTask<>(phases);
    new Thread(checkpoints, "checkpoints").start();
    TpccRun.Result run;
    try {
      RunPlan plan =
          new RunPlan(terminals, seconds, 0, 0, true, TransactionMix.STANDARD, retries, 1);
      run =
          new TpccRun(() -> times.timed(database.open()), loaded, warehouses, plan, null)
              .execute((elapsed, newOrders, total) -> {});
    } finally {
      phases.stop();
    }
    print(site, times, times.lastCommit(), await(checkpoints));
    StorageStatus.view(connection).ifPresent(line -> site.line("%s", line));
    long errors = run.measurements().failures().count();
    List<ConditionResult> conditions = new ConsistencyCheck(connection).run(null, each -> {});
    long broken = conditions.stream().filter(condition -> !condition.holds()).count();
    site.line(
        "Failed transactions: %d, tried again: %d; consistency conditions: %d of %d hold",
        errors,
        run.measurements().failures().retries(),
        conditions.size() - broken,
        conditions.size());
    return site.end(errors + broken);
  }

  private static List<Double> await(FutureTask<List<Double>> checkpoints)
      throws InterruptedException, SQLException {
    try {
      return checkpoints.get();
    } catch (ExecutionException e) {
      throw new SQLException("a checkpoint failed", e.getCause());
    }
  }

  private static void print(
      StepRunner site, CommitLatencies times, long end, List<Double> checkpoints) {
    if (!checkpoints.isEmpty()) {
      MinMedianMax spread = MinMedianMax.of(checkpoints);
      site.printMetric(
          "checkpoints: number, median s, max s",
          "%8d %8.2f %8.2f",
          checkpoints.size(),
          spread.median(),
          spread.max());
    }
    double without = print(site, "without a checkpoint", times, Phase.QUIET, end);
    double during = print(site, "during one", times, Phase.CHECKPOINT, end);
    site.printMetric(
        "throughput lost during a checkpoint, %", "%8.1f", 100 * (1 - during / without));
  }

  /** Prints the results and returns transactions per second. */
  private static double print(
      StepRunner site, String name, CommitLatencies times, Phase phase, long end) {
    Histogram latency = times.latency(phase);
    double length = times.seconds(phase, end);
    double rate = latency.getTotalCount() / length;
    site.printMetric("transactions/s " + name, "%,8.0f  (in %.1f s)", rate, length);
    site.printMetric(
        "commit() " + name + ", ms: p50 p99 p99.9 max",
        "%8.3f %8.3f %8.3f %8.3f",
        latency.getValueAtPercentile(50) / 1e6,
        latency.getValueAtPercentile(99) / 1e6,
        latency.getValueAtPercentile(99.9) / 1e6,
        latency.getMaxValue() / 1e6);
    return rate;
  }
}
