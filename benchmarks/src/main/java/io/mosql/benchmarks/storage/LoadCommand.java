package io.mosql.benchmarks.storage;

import io.mosql.benchmarks.database.Dialect;
import io.mosql.benchmarks.storage.step.LoadStep;
import io.mosql.benchmarks.storage.step.StepInput;
import io.mosql.benchmarks.storage.step.StepMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command bench load. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Rows by JDBC batches, beside H2.",
    description = {
      "Loads rows of 200 bytes by JDBC batches, a transaction per batch, into a new table with a",
      "primary key and a secondary index, or builds both afterwards. Alternates with H2, with a",
      "sync after each commit (CHECKPOINT SYNC), each in a new JVM."
    })
@SuppressWarnings("NullAway.Init")
final class LoadCommand implements Callable<Integer> {
  private static final String H2 = "h2, synced";
  private static final String H2_DEFAULT = "h2, default";

  @Spec private CommandSpec spec;
  @Mixin private StorageBenchOptions ground;

  @Option(
      names = "--rows",
      defaultValue = "1000000",
      description = "rows (default: ${DEFAULT-VALUE})")
  private long rows;

  @Option(
      names = "--batch",
      defaultValue = "1000",
      description = "rows of a batch (default: ${DEFAULT-VALUE})")
  private int batch;

  @Option(
      names = "--warmup",
      defaultValue = "200000",
      description = "rows loaded into another table before (default: ${DEFAULT-VALUE})")
  private long warmUp;

  @Option(names = "--no-index", description = "no secondary index")
  private boolean noIndex;

  @Option(names = "--random-order", description = "keys in random order instead of ascending order")
  private boolean scattered;

  @Option(
      names = "--build",
      description = "load without primary key and index, then add both, each measured")
  private boolean build;

  @Option(names = "--seed", defaultValue = "1", description = "seed (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      description = "rounds (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(names = "--alone", description = "no H2")
  private boolean alone;

  @Option(
      names = "--h2-default",
      description = "also H2 with its defaults, where commits do not wait for the disk")
  private boolean h2Default;

  /**
   * Variant of a load.
   *
   * @param url with the placeholder {dir}
   * @param afterCommit statement executed after each commit, or empty
   */
  private record LoadVariant(String url, String afterCommit) {}

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    try (StepRunner site = ground.open(spec.commandLine().getOut(), null, null)) {
      Map<String, LoadVariant> contestants = contestants(site);
      Map<String, List<Double>> inserts = new LinkedHashMap<>();
      long errors = 0;
      for (int round = 1; round <= rounds; round++) {
        for (Map.Entry<String, LoadVariant> entry : contestants.entrySet()) {
          site.line("round %d, %s", round, entry.getKey());
          StepRunner.Outcome outcome = run(site, entry.getValue());
          inserts
              .computeIfAbsent(entry.getKey(), name -> new ArrayList<>())
              .add(outcome.metric(LoadStep.INSERT));
          errors += (long) outcome.metric("errors");
        }
      }
      print(site, inserts);
      return site.end(errors);
    }
  }

  private Map<String, LoadVariant> contestants(StepRunner site) {
    Map<String, LoadVariant> contestants = new LinkedHashMap<>();
    contestants.put(
        Dialect.ofUrl(site.url()).id(), new LoadVariant(site.url(Path.of("{dir}")), ""));
    if (!alone) {
      contestants.put(
          H2, new LoadVariant("jdbc:h2:file:{dir}/h2;WRITE_DELAY=0", "CHECKPOINT SYNC"));
    }
    if (h2Default) {
      contestants.put(H2_DEFAULT, new LoadVariant("jdbc:h2:file:{dir}/h2", ""));
    }
    return contestants;
  }

  private StepRunner.Outcome run(StepRunner site, LoadVariant contestant)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory(site.directory(), "load-");
    String url = contestant.url.replace("{dir}", directory.toString());
    return site.run(
        StepMain.LOAD,
        StepInput.of(url, Map.of())
            .with("after-commit", contestant.afterCommit)
            .with("rows", rows)
            .with("warm-up", warmUp)
            .with("batch", batch)
            .with("indexed", !noIndex)
            .with("scattered", scattered)
            .with("build", build)
            .with("seed", seed));
  }

  private void print(StepRunner site, Map<String, List<Double>> inserts) {
    site.line(
        "Rows/s by batches of %d, each committed, of %d rounds: median, least", batch, rounds);
    double first = Double.NaN;
    for (Map.Entry<String, List<Double>> entry : inserts.entrySet()) {
      MinMedianMax spread = MinMedianMax.of(entry.getValue());
      site.printMetric(entry.getKey(), "%,12.0f %,12.0f", spread.median(), spread.min());
      if (Double.isNaN(first)) {
        first = spread.median();
      } else {
        site.printMetric(
            "faster than " + entry.getKey() + ", by medians", "%12.2f", first / spread.median());
      }
    }
  }
}
