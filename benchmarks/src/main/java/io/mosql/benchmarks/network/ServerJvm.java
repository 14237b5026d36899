package io.mosql.benchmarks.network;

import io.mosql.benchmarks.measure.BenchmarkJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Server in a separate JVM, which prints its address. {@link #close} ends it. */
final class ServerJvm implements AutoCloseable {
  private static final Pattern LISTENING = Pattern.compile("Listening on .*:(\\d+)\\b.*");
  private static final int STOP_SECONDS = 20;

  private final Process process;
  private final int port;
  private final Thread killer;

  private ServerJvm(Process process, int port, Thread killer) {
    this.process = process;
    this.port = port;
    this.killer = killer;
  }

  /**
   * @param flags flags of the JVM
   */
  static ServerJvm start(String mainClass, List<String> flags, List<String> arguments)
      throws IOException {
    Process process = new BenchmarkJvm(mainClass, flags).start(arguments, environment -> {});
    Thread killer = new Thread(process::destroy);
    Runtime.getRuntime().addShutdownHook(killer);
    BufferedReader reader = process.inputReader(Charset.defaultCharset());
    List<String> said = new ArrayList<>();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      said.add(line);
      Matcher listening = LISTENING.matcher(line);
      if (listening.matches()) {
        Thread rest = new Thread(() -> skip(reader));
        rest.setDaemon(true);
        rest.start();
        return new ServerJvm(process, Integer.parseInt(listening.group(1)), killer);
      }
    }
    Runtime.getRuntime().removeShutdownHook(killer);
    throw new IOException("the server did not start: " + String.join(" / ", said));
  }

  private static void skip(BufferedReader reader) {
    try {
      while (reader.readLine() != null) {
        // Its log is discarded, so that the pipe does not fill up.
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      // The process has ended.
      return;
    }
  }

  int port() {
    return port;
  }

  /** Resident memory in kilobytes; 0 where the system does not report it. */
  long residentKilobytes() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.isReadable(status)) {
      return 0;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    return 0;
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().removeShutdownHook(killer);
  }
}
