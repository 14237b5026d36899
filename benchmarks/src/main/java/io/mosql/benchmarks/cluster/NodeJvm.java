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
 * A node in a JVM of its own, which can be started again. What it writes goes to a file. It does
 * not outlive this JVM. Used by one thread, but for {@link #isAlive}.
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
   * @param port where clients come
   * @param arguments of the server
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

  /** As kill -9 does; returns when it is gone. */
  void kill() throws InterruptedException {
    Process running = process;
    if (running != null) {
      running.destroyForcibly().waitFor();
    }
  }

  /** What it wrote last. */
  String outputTail() throws IOException {
    // Whatever is no text is replaced: a kill may cut a character.
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

  /** Asks it to end. */
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
      // This JVM is ending already, and the hook does its work.
      return;
    }
  }
}
