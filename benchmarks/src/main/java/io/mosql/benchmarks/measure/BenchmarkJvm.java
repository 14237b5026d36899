package io.mosql.benchmarks.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Launcher of JVMs, with the class path and flags of this one unless they are given; a child never
 * outlives this process.
 */
public final class BenchmarkJvm {
  private final String mainClass;
  private final List<String> flags;
  private final String classPath;

  /**
   * End of a child JVM.
   *
   * @param nanos time from before the start of the process until its end
   */
  public record Ended(int exitCode, long nanos) {}

  /**
   * @param flags flags appended to those of this JVM; the later of two conflicting flags applies
   */
  public BenchmarkJvm(String mainClass, List<String> flags) {
    this(mainClass, inherited(flags), System.getProperty("java.class.path"));
  }

  private BenchmarkJvm(String mainClass, List<String> flags, String classPath) {
    this.mainClass = mainClass;
    this.flags = List.copyOf(flags);
    this.classPath = classPath;
  }

  /** Returns a launcher of JVMs that have these flags only, and another class path. */
  public static BenchmarkJvm plain(String mainClass, List<String> flags, String classPath) {
    return new BenchmarkJvm(mainClass, flags, classPath);
  }

  private static List<String> inherited(List<String> flags) {
    List<String> all = new ArrayList<>();
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      // The child's output is a pipe, whatever the output of this process is.
      if (!flag.startsWith("-Dmosql.terminal")) {
        all.add(flag);
      }
    }
    all.addAll(flags);
    return all;
  }

  /**
   * Runs a child and waits for its end.
   *
   * @param environment may change the child's inherited environment
   * @param output receives each line of the child's output, including errors
   */
  public Ended run(
      List<String> arguments, Consumer<Map<String, String>> environment, Consumer<String> output)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command(arguments)).redirectErrorStream(true);
    environment.accept(builder.environment());
    long start = System.nanoTime();
    Process process = builder.start();
    Thread killer = new Thread(process::destroy);
    Runtime.getRuntime().addShutdownHook(killer);
    try (BufferedReader reader = process.inputReader(Charset.defaultCharset())) {
      process.getOutputStream().close();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        output.accept(line);
      }
      return new Ended(process.waitFor(), System.nanoTime() - start);
    } finally {
      process.destroy();
      Runtime.getRuntime().removeShutdownHook(killer);
    }
  }

  /**
   * Starts a child that runs until it is closed, or its standard input is.
   *
   * @param environment as for {@link #run}
   */
  public Process start(List<String> arguments, Consumer<Map<String, String>> environment)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command(arguments)).redirectErrorStream(true);
    environment.accept(builder.environment());
    return builder.start();
  }

  /**
   * Starts a child that runs until its caller stops it.
   *
   * @param output file to which its output is appended
   */
  public Process start(List<String> arguments, Path output) throws IOException {
    return new ProcessBuilder(command(arguments))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
        .start();
  }

  private List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(arguments);
    return command;
  }
}
