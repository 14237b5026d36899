package io.mosql.benchmarks.compare;

import io.mosql.benchmarks.tpcc.TpccCommand;
import io.mosql.benchmarks.tpcc.report.JsonReport;
import io.mosql.benchmarks.tpcc.report.RunResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs tpcc for one contestant in a JVM of its own with this one's class path and flags, so that no
 * contestant meets a heap or compiled code that another one left.
 */
final class ChildRun {
  private final String mainClass;
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
    this.mainClass = mainClass;
    this.options = options;
    this.output = output;
  }

  Outcome run(Contestant contestant) throws IOException, InterruptedException {
    Path json = Files.createTempFile("mosql-compare-", ".json");
    try {
      ProcessBuilder builder = new ProcessBuilder(command(contestant, json));
      String password = contestant.password();
      Map<String, String> environment = builder.environment();
      if (password == null) {
        environment.remove(TpccCommand.PASSWORD_VARIABLE);
      } else {
        environment.put(TpccCommand.PASSWORD_VARIABLE, password);
      }
      Process process = builder.redirectErrorStream(true).start();
      Thread killer = new Thread(process::destroy);
      Runtime.getRuntime().addShutdownHook(killer);
      process.getOutputStream().close();
      try (BufferedReader reader = process.inputReader(Charset.defaultCharset())) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          output.accept(line.isEmpty() ? "" : "[" + contestant.name() + "] " + line);
        }
      }
      int exitCode = process.waitFor();
      Runtime.getRuntime().removeShutdownHook(killer);
      return new Outcome(exitCode, Files.size(json) == 0 ? null : JsonReport.read(json));
    } finally {
      Files.deleteIfExists(json);
    }
  }

  private List<String> command(Contestant contestant, Path json) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass, "tpcc"));
    command.addAll(List.of("--url", contestant.url(), "--json", json.toString()));
    String user = contestant.user();
    if (user != null) {
      command.addAll(List.of("--user", user));
    }
    command.addAll(options);
    return command;
  }
}
