package io.mosql.benchmarks.tpch;

import io.mosql.benchmarks.compare.ComparedDatabase;
import io.mosql.benchmarks.measure.BenchmarkJvm;
import io.mosql.benchmarks.testbed.ExitCode;
import io.mosql.benchmarks.testbed.ProgressConsole;
import io.mosql.benchmarks.testbed.TargetOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Comparison of TPC-H times on several databases, each run in a separate JVM. */
final class TpchComparison {
  private static final String OURSELVES = "mosql";

  private final BenchmarkJvm child;
  private final List<ComparedDatabase> contestants = new ArrayList<>();
  private final List<String> arguments;
  private final ProgressConsole console;

  /**
   * @param others names or URLs of the compared databases
   * @param arguments arguments of each run, without the database
   * @throws IllegalArgumentException for a text that is neither a name nor a URL
   */
  TpchComparison(
      String mainClass, List<String> others, List<String> arguments, ProgressConsole console) {
    this.child = new BenchmarkJvm(mainClass, List.of());
    this.arguments = arguments;
    this.console = console;
    contestants.add(ComparedDatabase.of(OURSELVES, System.getenv()));
    others.forEach(other -> contestants.add(ComparedDatabase.of(other.strip(), System.getenv())));
  }

  /**
   * Runs the comparison; returns the exit code of the run on the first database, since others may
   * fail.
   */
  int run() throws IOException, InterruptedException {
    Map<String, Map<Integer, Double>> times = new LinkedHashMap<>();
    int exitCode = ExitCode.OK;
    for (ComparedDatabase contestant : contestants) {
      Path file = Files.createTempFile("mosql-tpch-", ".times");
      try {
        int ended = run(contestant, file);
        exitCode = times.isEmpty() ? ended : exitCode;
        times.put(contestant.name(), read(file));
      } finally {
        Files.deleteIfExists(file);
      }
    }
    table(times).forEach(console::line);
    return exitCode;
  }

  private int run(ComparedDatabase contestant, Path file) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of("--url", contestant.url(), "--times", file.toString()));
    String user = contestant.user();
    if (user != null) {
      all.addAll(List.of("--user", user));
    }
    String password = contestant.password();
    return child
        .run(
            all,
            environment -> {
              if (password != null) {
                environment.put(TargetOptions.PASSWORD_VARIABLE, password);
              }
            },
            line -> console.line("%s", "[" + contestant.name() + "] " + line))
        .exitCode();
  }

  private static Map<Integer, Double> read(Path file) throws IOException {
    Map<Integer, Double> times = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ");
      times.put(Integer.valueOf(words[0]), Double.valueOf(words[1]));
    }
    return times;
  }

  /**
   * Table of the milliseconds of each query, and of the ratio of the other databases' times to
   * those of the first.
   */
  static List<String> table(Map<String, Map<Integer, Double>> times) {
    Map<Integer, Double> ours = times.values().iterator().next();
    List<String> lines = new ArrayList<>();
    StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "%-4s", "ms"));
    times.keySet().forEach(name -> head.append(String.format(Locale.ROOT, "%14s", name)));
    lines.add(head.toString());
    Map<String, Double> sums = new LinkedHashMap<>();
    for (Integer query : ours.keySet()) {
      StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "Q%-3d", query));
      times.forEach(
          (name, all) -> {
            double millis = all.getOrDefault(query, Double.NaN);
            sums.merge(name, millis, Double::sum);
            line.append(cell(millis));
          });
      lines.add(line.toString());
    }
    StringBuilder sum = new StringBuilder("Sum ");
    times.keySet().forEach(name -> sum.append(cell(Objects.requireNonNull(sums.get(name)))));
    lines.add(sum.toString());
    return lines;
  }

  private static String cell(double millis) {
    return Double.isNaN(millis)
        ? "%14s".formatted("-")
        : String.format(Locale.ROOT, "%14.1f", millis);
  }
}
