package io.mosql.benchmarks.storage;

import io.mosql.benchmarks.storage.step.ItemTable;
import io.mosql.benchmarks.storage.step.StepInput;
import io.mosql.benchmarks.storage.step.StepMain;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command bench open. */
@Command(
    name = "open",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Opening a large database.",
    description = {
      "Time from getConnection to the result of the first query on a large database that was"
          + " closed",
      "cleanly, each time in a new JVM."
    })
@SuppressWarnings("NullAway.Init")
final class OpenCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private StorageBenchOptions ground;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      defaultValue = "2g",
      converter = ByteSize.class,
      description = "size of keys and rows (default: 2g)")
  private long bytes;

  @Option(names = "--runs", paramLabel = "N", defaultValue = "7", description = "runs (default: 7)")
  private int runs;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "keep the database in DIR and use it in later runs")
  private @Nullable Path keep;

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    long rows = Math.max(1, bytes / ItemTable.BYTES_PER_ROW);
    try (StepRunner site = ground.open(spec.commandLine().getOut(), keep, null)) {
      new PreparedDatabase(site).ensure(rows, true);
      site.line("Files of the database: %s MB", StepRunner.megabytes(site.bytesOnDisk()));
      site.line("The operating system's cache keeps what it holds of them.");
      List<Double> connect = new ArrayList<>();
      List<Double> answer = new ArrayList<>();
      List<Double> fromJvm = new ArrayList<>();
      List<Double> process = new ArrayList<>();
      long errors = 0;
      StepInput given = StepInput.of(site.url(), Map.of()).with("rows", rows);
      for (int run = 0; run < runs; run++) {
        StepRunner.Outcome outcome = site.run(StepMain.OPEN, given);
        connect.add(outcome.metric("connect-ms"));
        answer.add(outcome.metric("answer-ms"));
        fromJvm.add(outcome.metric("jvm-to-answer-ms"));
        process.add(outcome.processNanos() / 1e6);
        errors += (long) outcome.metric("errors");
      }
      site.line("Of %d runs, ms: median, max", runs);
      print(site, "getConnection", connect);
      print(site, "getConnection and first query", answer);
      print(site, "start of the JVM to first answer", fromJvm);
      print(site, "whole process, closing the database too", process);
      return site.end(errors);
    }
  }

  private static void print(StepRunner site, String name, List<Double> values) {
    MinMedianMax spread = MinMedianMax.of(values);
    site.printMetric(name, "%,8.0f %,8.0f", spread.median(), spread.max());
  }
}
