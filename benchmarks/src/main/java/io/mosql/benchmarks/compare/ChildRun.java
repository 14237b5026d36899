package io.mosql.benchmarks.compare;

import io.mosql.benchmarks.measure.ChildJvm;
import io.mosql.benchmarks.report.Result;
import io.mosql.benchmarks.testbed.TargetOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs a benchmark for one contestant in a JVM of its own, so that no contestant meets a heap or
 * compiled code that another one left.
 */
final class ChildRun {
  private final ChildJvm child;
  private final Benchmark benchmark;
  private final List<String> options;
  private final Consumer<String> output;

  /**
   * @param results one for each number of clients; none when the child wrote none
   */
  record Outcome(int exitCode, List<? extends Result> results) {}

  /**
   * @param options of the benchmark, the same for all contestants
   */
  ChildRun(String mainClass, Benchmark benchmark, List<String> options, Consumer<String> output) {
    this.child = new ChildJvm(mainClass, List.of());
    this.benchmark = benchmark;
    this.options = options;
    this.output = output;
  }

  Outcome run(Contestant contestant) throws IOException, InterruptedException {
    Path json = Files.createTempFile("mosql-compare-", ".json");
    try {
      String password = contestant.password();
      ChildJvm.Ended ended =
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

  private List<String> arguments(Contestant contestant, Path json) {
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
