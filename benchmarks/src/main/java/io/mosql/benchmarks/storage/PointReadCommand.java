package io.mosql.benchmarks.storage;

import io.mosql.benchmarks.storage.step.ItemTable;
import io.mosql.benchmarks.storage.step.StepInput;
import io.mosql.benchmarks.storage.step.StepMain;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command bench point-reads. */
@Command(
    name = "point-reads",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Random reads of a database larger than the heap.",
    description = {
      "Random reads by primary key on a database several times larger than the heap: on a"
          + " contiguous",
      "hot fifth, on all rows, and on the hot fifth during and after a scan of the table. All rows",
      "that are read are verified."
    })
@SuppressWarnings("NullAway.Init")
final class PointReadCommand implements Callable<Integer> {
  private static final String DEFAULT_HEAP = "1g";

  @Spec private CommandSpec spec;
  @Mixin private StorageBenchOptions ground;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      defaultValue = "4g",
      converter = ByteSize.class,
      description = "size of keys and rows (default: 4g); the default heap is 1g")
  private long bytes;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "length of each measurement (default: 10)")
  private int seconds;

  @Option(
      names = "--warmup-seconds",
      paramLabel = "N",
      defaultValue = "30",
      description = "warm-up on the hot fifth (default: 30)")
  private int warmSeconds;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "keep the database in DIR and use it in later runs")
  private @Nullable Path keep;

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    long rows = Math.max(1, bytes / ItemTable.BYTES_PER_ROW);
    try (StepRunner site = ground.open(spec.commandLine().getOut(), keep, DEFAULT_HEAP)) {
      new PreparedDatabase(site).ensure(rows, false);
      site.line("Files of the database: %s MB", StepRunner.megabytes(site.bytesOnDisk()));
      StepInput given =
          StepInput.of(site.url(), Map.of())
              .with("rows", rows)
              .with("seconds", seconds)
              .with("warmup-seconds", warmSeconds);
      StepRunner.Outcome outcome = site.run(StepMain.POINT_READS, given);
      site.line("Reads/s");
      print(site, "hot fifth, one thread", outcome.metric("hot-1"));
      print(site, "hot fifth, two threads", outcome.metric("hot-2"));
      print(site, "scattered over everything, one thread", outcome.metric("scattered-1"));
      print(site, "scattered over everything, two threads", outcome.metric("scattered-2"));
      print(site, "hot fifth, one thread, warmed again", outcome.metric("hot-1-before-scan"));
      print(site, "the same during a full scan", outcome.metric("hot-1-during-scan"));
      print(site, "the same after it", outcome.metric("hot-1-after-scan"));
      print(site, "that scan, rows/s", outcome.metric("scan-rows"));
      site.printMetric(
          "after the scan to before it",
          "%12.2f",
          outcome.metric("hot-1-after-scan") / outcome.metric("hot-1-before-scan"));
      return site.end((long) outcome.metric("errors"));
    }
  }

  private static void print(StepRunner site, String name, double value) {
    site.printMetric(name, "%,12.0f", value);
  }
}
