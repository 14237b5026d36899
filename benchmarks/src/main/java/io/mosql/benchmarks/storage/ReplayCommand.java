package io.mosql.benchmarks.storage;

import io.mosql.benchmarks.storage.step.StepInput;
import io.mosql.benchmarks.storage.step.StepMain;
import io.mosql.benchmarks.storage.step.StorageStatus;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command bench replay. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Opening a database whose process died.",
    description = {
      "Time to open a database after a crash, with all rows in the log, compared with the load by",
      "JDBC batches that wrote the log."
    })
@SuppressWarnings("NullAway.Init")
final class ReplayCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private StorageBenchOptions ground;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "2000000",
      description = "rows of 200 bytes, with a secondary index (default: 2000000)")
  private long rows;

  @Option(names = "--runs", paramLabel = "N", defaultValue = "3", description = "runs (default: 3)")
  private int runs;

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    try (StepRunner site = ground.open(spec.commandLine().getOut(), null, null)) {
      StepInput given =
          StepInput.of(site.url(), site.supportedProperties(StorageStatus.NONE))
              .with("rows", rows)
              .with("indexed", true);
      double load = site.run(StepMain.FILL_AND_HALT, given).metric("seconds");
      site.printMetric("load, s and rows/s", "%,8.2f %,12.0f", load, rows / load);
      site.line("Files of the database: %s MB", StepRunner.megabytes(site.bytesOnDisk()));
      List<Double> replays = new ArrayList<>();
      long errors = 0;
      for (int run = 0; run < runs; run++) {
        StepRunner.Outcome replay = site.run(StepMain.REPLAY, given);
        replays.add(replay.metric("answer-seconds"));
        errors += (long) replay.metric("errors");
      }
      MinMedianMax replay = MinMedianMax.of(replays);
      site.line("Opening, from getConnection to count(*), of %d runs: median, max", runs);
      site.printMetric("replay, s", "%,8.2f %,8.2f", replay.median(), replay.max());
      site.printMetric("replay is faster than the load by", "%8.2f", load / replay.median());
      return site.end(errors);
    }
  }
}
