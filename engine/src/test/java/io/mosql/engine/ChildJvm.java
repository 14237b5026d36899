package io.mosql.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A child process with this class path, whose output is read line by line. */
final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  ChildJvm(Class<?> main, String... arguments) throws IOException {
    this(List.of(), main, arguments);
  }

  /**
   * @param options of the JVM
   */
  ChildJvm(List<String> options, Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.addAll(options);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** The next line, or null when the process has ended. */
  @Nullable String readLine() throws IOException {
    return output.readLine();
  }

  /** Kills the process like kill -9. */
  void kill() {
    // By its handle: destroying the process object would close the output before it was read.
    process.toHandle().destroyForcibly();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    process.onExit().join();
    output.close();
  }
}
