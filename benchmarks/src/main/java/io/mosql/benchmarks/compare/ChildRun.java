package io.mosql.benchmarks.compare;

import io.mosql.benchmarks.measure.ChildJvm;
import io.mosql.benchmarks.tpcc.TpccCommand;
import io.mosql.benchmarks.tpcc.report.JsonReport;
import io.mosql.benchmarks.tpcc.report.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs tpcc for one contestant in a JVM of its own, so that no contestant meets a heap or compiled
 * code that another one left.
 */
final class ChildRun {
  private final ChildJvm child;
  private final List<String> options;
  private final Consumer<String> output;

  /**
   * @param result null when the child wrote none
   */
  record Outcome(int exitCode, @Nullable RunResult result) {}

  /**
   * @param options of tpcc, the same for all contestants
   */
  ChildRun(String mainClass, List<String> options, Consumer<String> output) {
    this.child = new ChildJvm(mainClass, List.of());
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
                  environment.remove(TpccCommand.PASSWORD_VARIABLE);
                } else {
                  environment.put(TpccCommand.PASSWORD_VARIABLE, password);
                }
              },
              line -> output.accept(line.isEmpty() ? "" : "[" + contestant.name() + "] " + line));
      int exitCode = ended.exitCode();
      return new Outcome(exitCode, Files.size(json) == 0 ? null : JsonReport.read(json));
    } finally {
      Files.deleteIfExists(json);
    }
  }

  private List<String> arguments(Contestant contestant, Path json) {
    List<String> arguments = new ArrayList<>();
    arguments.add("tpcc");
    arguments.addAll(List.of("--url", contestant.url(), "--json", json.toString()));
    String user = contestant.user();
    if (user != null) {
      arguments.addAll(List.of("--user", user));
    }
    arguments.addAll(options);
    return arguments;
  }
}
