package io.mosql.benchmarks.storage;

import io.mosql.benchmarks.storage.step.StepInput;
import io.mosql.benchmarks.storage.step.StepMain;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command bench copy. */
@Command(
    name = "copy",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "COPY from and to csv files.",
    description = {
      "COPY of rows of 200 bytes from a CSV file into a table with a primary key, into one with a",
      "secondary index, and back to a file, which is compared with the first."
    })
@SuppressWarnings("NullAway.Init")
final class CopyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private StorageBenchOptions ground;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "rows (default: 1000000)")
  private long rows;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "3",
      description = "runs in one JVM, of which the first is cold (default: 3)")
  private int runs;

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    try (StepRunner site = ground.open(spec.commandLine().getOut(), null, null)) {
      String directory = Files.createDirectory(site.directory().resolve("csv")).toString();
      StepInput given =
          StepInput.of(site.url(), site.supportedProperties(Map.of("copyDirectory", directory)))
              .with("directory", directory)
              .with("rows", rows)
              .with("runs", runs);
      StepRunner.Outcome outcome = site.run(StepMain.COPY, given);
      if (outcome.figures().containsKey("unsupported")) {
        return StepRunner.REFUSED;
      }
      site.line("Rows/s of %,d rows, %d runs: first, median", rows, runs);
      print(site, "COPY FROM", outcome, "plain-");
      print(site, "COPY FROM, with a secondary index", outcome, "indexed-");
      print(site, "COPY TO", outcome, "back-");
      return site.end((long) all(outcome, "errors-").stream().mapToDouble(n -> n).sum());
    }
  }

  private List<Double> all(StepRunner.Outcome outcome, String name) {
    List<Double> values = new ArrayList<>();
    for (int run = 1; run <= runs; run++) {
      values.add(outcome.metric(name + run));
    }
    return values;
  }

  private void print(StepRunner site, String title, StepRunner.Outcome outcome, String name) {
    List<Double> values = all(outcome, name);
    site.printMetric(title, "%,10.0f %,10.0f", values.get(0), MinMedianMax.of(values).median());
  }
}
