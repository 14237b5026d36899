package io.mosql.benchmarks.cluster;

import io.mosql.benchmarks.measure.BenchmarkJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Node in a separate JVM, which can be restarted. Its output is written to a file. It is killed at
 * the latest when this JVM ends. Confined to one thread, except for {@link #isAlive}.
 */
final class NodeJvm implements AutoCloseable {
  private static final String SERVER = "io.mosql.server.Cli";
  private static final int STOP_SECONDS = 15;
  private static final int LINES_SHOWN = 12;

  private final String name;
  private final Path output;
  private final BenchmarkJvm jvm;
  private final List<String> arguments;
  private final int port;
  private final AdminClient admin;
  private final Thread killer = new Thread(this::killAtExit, "ends a node");
  private volatile @Nullable Process process;

  /**
   * @param port port for clients
   * @param arguments arguments of the server command
   */
  NodeJvm(
      String name,
      Path output,
      List<String> flags,
      List<String> arguments,
      int port,
      AdminClient pages) {
    this.name = name;
    this.output = output;
    this.jvm = new BenchmarkJvm(SERVER, flags);
    this.arguments = List.copyOf(arguments);
    this.port = port;
    this.admin = pages;
    Runtime.getRuntime().addShutdownHook(killer);
  }

  String name() {
    return name;
  }

  int port() {
    return port;
  }

  AdminClient admin() {
    return admin;
  }

  void start() throws IOException {
    process = jvm.start(arguments, output);
  }

  boolean isAlive() {
    Process running = process;
    return running != null && running.isAlive();
  }

  /** Kills the process as kill -9 does; returns when it has ended. */
  void kill() throws InterruptedException {
    Process running = process;
    if (running != null) {
      running.destroyForcibly().waitFor();
    }
  }

  /** Last lines of its output. */
  String outputTail() throws IOException {
    // Malformed input is replaced: a kill may truncate a character.
    String text = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
    List<String> lines = text.lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
  }

  private void killAtExit() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly();
    }
  }

  /** Requests termination. */
  void stop() {
    Process running = process;
    if (running != null) {
      running.destroy();
    }
  }

  @Override
  public void close() {
    stop();
    Process running = process;
    try {
      if (running != null && !running.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        running.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      running.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(killer);
    } catch (IllegalStateException e) {
      // This JVM is shutting down, and the hook stops the node.
      return;
    }
  }
}
