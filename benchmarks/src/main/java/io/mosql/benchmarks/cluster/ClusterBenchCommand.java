package io.mosql.benchmarks.cluster;

import io.mosql.benchmarks.measure.BenchmarkDirectory;
import io.mosql.benchmarks.measure.DiskProbe;
import io.mosql.benchmarks.testbed.ExitCode;
import io.mosql.benchmarks.tpcc.load.TpccLoader;
import io.mosql.benchmarks.tpcc.model.Scale;
import io.mosql.benchmarks.tpcc.schema.LoadConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command bench cluster, with its measurement. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Three nodes beside one server, on this machine, in turns.",
    description = {
      "Measures a server and a cluster of three nodes in turns, each node in its own JVM: TPC-C,"
          + " the",
      "commit latency of one client, and the cost of follower reads for the leader. All nodes"
          + " share",
      "the processors of one machine; the result is the ratio."
    },
    exitCodeListHeading = ExitCode.HEADING,
    exitCodeList = {
      ExitCode.OK_TEXT,
      ExitCode.FAILED_TEXT,
      ExitCode.USAGE_TEXT,
      ExitCode.REFUSED_TEXT
    })
@SuppressWarnings("NullAway.Init")
final class ClusterBenchCommand implements Callable<Integer> {
  private static final Duration START = Duration.ofSeconds(60);
  private static final int LOAD_WORKERS = 2;
  private static final int UPDATES = 2_000;
  private static final int READS = 1_000;
  private static final int SHOWN_MAX = 5;
  private static final long SEED = 1;

  @Spec private CommandSpec spec;

  @Option(
      names = "--terminals",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,10",
      description = "concurrent clients of TPC-C, a list (default: 1,10)")
  private List<Integer> terminals;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "length of a round of TPC-C (default: 10)")
  private int seconds;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "rounds, of which the median is reported (default: 3)")
  private int rounds;

  @Option(
      names = "--warehouses",
      paramLabel = "N",
      defaultValue = "1",
      description = "warehouses (default: 1)")
  private int warehouses;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "1g",
      description = "heap of a node, as in -Xmx (default: 1g)")
  private String heap;

  @Option(names = "--dir", paramLabel = "DIR", description = "parent of the new directories")
  private @Nullable Path place;

  @Option(names = "--small", hidden = true, description = "small tables, for tests")
  private boolean small;

  private PrintWriter out;

  @Override
  public Integer call() throws SQLException, IOException, InterruptedException {
    out = spec.commandLine().getOut();
    try (BenchmarkDirectory workplace =
        place == null ? BenchmarkDirectory.fresh() : BenchmarkDirectory.freshIn(place)) {
      Path directory = workplace.directory();
      String fileSystem = DiskProbe.fileSystem(directory);
      if (DiskProbe.isInMemory(fileSystem)) {
        spec.commandLine().getErr().println(directory + " is in memory: fsync means nothing there");
        return ExitCode.REFUSED;
      }
      line(
          "%d processors, %s, fdatasync %.0f us; %d turns of %d s, heap %s",
          Runtime.getRuntime().availableProcessors(),
          fileSystem,
          DiskProbe.fdatasyncMicros(directory),
          rounds,
          seconds,
          heap);
      try (LocalCluster alone = cluster(directory.resolve("alone"), 1);
          LocalCluster three = cluster(directory.resolve("three"), 3)) {
        return measure(load("one server", alone), load("three nodes", three));
      }
    }
  }

  private LocalCluster cluster(Path directory, int nodes) throws IOException, InterruptedException {
    LocalCluster cluster = LocalCluster.in(Files.createDirectories(directory), nodes, heap);
    boolean started = false;
    try {
      cluster.start(START);
      started = true;
      return cluster;
    } finally {
      if (!started) {
        cluster.close();
      }
    }
  }

  private MeasuredSystem load(String name, LocalCluster cluster)
      throws SQLException, InterruptedException {
    long start = System.nanoTime();
    Scale scale = small ? new Scale(1_000, 10, 30, 30, 9) : Scale.SPECIFICATION;
    LoadConfig loaded =
        new TpccLoader(cluster.database(), scale, warehouses, LOAD_WORKERS, SEED).load(rows -> {});
    line("%s: TPC-C loaded in %.1f s", name, (System.nanoTime() - start) / 1e9);
    return new MeasuredSystem(cluster, loaded);
  }

  private int measure(MeasuredSystem alone, MeasuredSystem three)
      throws SQLException, IOException, InterruptedException {
    int most = terminals.stream().mapToInt(Integer::intValue).max().orElse(1);
    alone.tpmC(most, seconds, SEED);
    three.tpmC(most, seconds, SEED);
    line("");
    line("%-34s %12s %12s %8s", "", "one server", "three nodes", "ratio");
    for (int count : terminals) {
      double[] one = new double[rounds];
      double[] many = new double[rounds];
      for (int i = 0; i < rounds; i++) {
        one[i] = alone.tpmC(count, seconds, SEED + 1 + i);
        many[i] = three.tpmC(count, seconds, SEED + 1 + i);
      }
      row("tpmC, " + count + " terminals", one, many);
    }
    double[] one = new double[rounds];
    double[] many = new double[rounds];
    try (SingleRowUpdates here = SingleRowUpdates.on(alone.cluster());
        SingleRowUpdates there = SingleRowUpdates.on(three.cluster())) {
      here.medianMicros(UPDATES);
      there.medianMicros(UPDATES);
      for (int i = 0; i < rounds; i++) {
        one[i] = here.medianMicros(UPDATES);
        many[i] = there.medianMicros(UPDATES);
      }
    }
    row("commit of one row, p50 us", one, many);
    FollowerReads reads = FollowerReads.measure(three.cluster(), READS);
    line(
        "%,d session reads on follower %s, p50 %.0f us: leader %s ran %d statements and wrote %d"
            + " log entries meanwhile",
        READS,
        reads.follower(),
        reads.medianMicros(),
        reads.leader(),
        reads.statements(),
        reads.entries());
    List<String> errors = new ArrayList<>(alone.errors());
    errors.addAll(three.errors());
    line("errors: %d", errors.size());
    errors.stream().distinct().limit(SHOWN_MAX).forEach(text -> line("  %s", text));
    boolean fine = errors.isEmpty() && reads.statements() == 0 && reads.entries() == 0;
    return fine ? ExitCode.OK : ExitCode.FAILED;
  }

  private void row(String what, double[] one, double[] many) {
    double[] ratios = each(many, one, (a, b) -> a / b);
    line(
        "%-34s %,12.0f %,12.0f %8.2f   (%.2f to %.2f)",
        what,
        median(one),
        median(many),
        median(ratios),
        Arrays.stream(ratios).min().orElse(0),
        Arrays.stream(ratios).max().orElse(0));
  }

  private static double[] each(double[] a, double[] b, DoubleBinaryOperator operator) {
    double[] result = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      result[i] = operator.applyAsDouble(a[i], b[i]);
    }
    return result;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private void line(String format, Object... arguments) {
    out.println(String.format(Locale.ROOT, format, arguments));
    out.flush();
  }
}
