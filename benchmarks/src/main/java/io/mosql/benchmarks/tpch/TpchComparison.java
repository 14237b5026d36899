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
import java.util.Map;

/** Comparison of TPC-H times on several databases, each run in a separate JVM. */
final class TpchComparison {
  private static final String OURSELVES = "mosql";

  private final BenchmarkJvm child;
  private final List<ComparedDatabase> contestants;
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
    List<String> all = new ArrayList<>(List.of(OURSELVES));
    all.addAll(others);
    contestants = ComparedDatabase.all(all, System.getenv());
  }

  /**
   * Runs the comparison; returns the exit code of the run on the first database, since others may
   * fail.
   */
  int run() throws IOException, InterruptedException {
    Map<String, TpchTimes> times = new LinkedHashMap<>();
    int exitCode = ExitCode.OK;
    for (ComparedDatabase contestant : contestants) {
      Path file = Files.createTempFile("mosql-tpch-", ".times");
      try {
        int ended = run(contestant, file);
        exitCode = times.isEmpty() ? ended : exitCode;
        times.put(contestant.name(), TpchTimes.read(file));
      } finally {
        Files.deleteIfExists(file);
      }
    }
    TpchTimes.table(times).forEach(console::line);
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
}
