package io.mosql.benchmarks.compare;

import io.mosql.benchmarks.measure.BenchmarkJvm;
import io.mosql.benchmarks.report.BenchmarkResult;
import io.mosql.benchmarks.testbed.TargetOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Run of a benchmark on one database in a separate JVM. */
final class ChildBenchmark {
  private final BenchmarkJvm child;
  private final ComparableBenchmark benchmark;
  private final List<String> options;
  private final Consumer<String> output;

  /**
   * Outcome of a run.
   *
   * @param results one per number of clients; empty when the child wrote no results
   */
  record Outcome(int exitCode, List<? extends BenchmarkResult> results) {}

  /**
   * @param options benchmark options, identical for all compared databases
   */
  ChildBenchmark(
      String mainClass,
      ComparableBenchmark benchmark,
      List<String> options,
      Consumer<String> output) {
    this.child = new BenchmarkJvm(mainClass, List.of());
    this.benchmark = benchmark;
    this.options = options;
    this.output = output;
  }

  Outcome run(ComparedDatabase contestant) throws IOException, InterruptedException {
    Path json = Files.createTempFile("mosql-compare-", ".json");
    try {
      String password = contestant.password();
      BenchmarkJvm.Ended ended =
          child.run(
              arguments(contestant, json),
              environment -> {
                if (password == null) {
                  environment.remove(TargetOptions.PASSWORD_VARIABLE);
                } else {
                  environment.put(TargetOptions.PASSWORD_VARIABLE, password);
                }
              },
              line -> output.accept(line.isEmpty() ? "" : "[" + contestant.name() + "] " + line));
      return new Outcome(
          ended.exitCode(), Files.size(json) == 0 ? List.of() : benchmark.read(json));
    } finally {
      Files.deleteIfExists(json);
    }
  }

  private List<String> arguments(ComparedDatabase contestant, Path json) {
    List<String> arguments = new ArrayList<>();
    arguments.add(benchmark.command());
    arguments.addAll(List.of("--url", contestant.url(), "--json", json.toString()));
    String user = contestant.user();
    if (user != null) {
      arguments.addAll(List.of("--user", user));
    }
    arguments.addAll(options);
    return arguments;
  }
}
