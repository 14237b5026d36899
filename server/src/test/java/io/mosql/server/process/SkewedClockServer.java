package io.mosql.server.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mosql.core.port.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Server {@code mosql server} with a skewed wall clock: the offset in milliseconds is the first
 * number of the latest line of standard input. Elapsed time is measured correctly, as on a machine
 * whose clock is set. The command line contains settings only.
 */
public final class SkewedClockServer {
  private static final long MICROS_PER_MILLI = 1_000;

  private final AtomicLong offMicros = new AtomicLong();

  private SkewedClockServer() {}

  /** Main method; no library that mosql.jar relocates is used here. */
  public static void main(String[] args) throws SettingsException {
    ServerConfig config = ServerConfig.of(ServerCommand.settings(Map.of(), args));
    SkewedClockServer server = new SkewedClockServer();
    Thread reader = new Thread(server::read, "sets the clock");
    reader.setDaemon(true);
    reader.start();
    ServerLogging.bind();
    System.exit(
        ServerCommand.run(
            config,
            server.clock(),
            new PrintWriter(System.out, true, UTF_8),
            new PrintWriter(System.err, true, UTF_8)));
  }

  private void read() {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        offMicros.set(Long.parseLong(line.split(" ")[0]) * MICROS_PER_MILLI);
        System.out.println("clock is off by " + line);
      }
    } catch (IOException e) {
      System.out.println("clock stays as it is: " + e);
    }
  }

  private Clock clock() {
    return new Clock() {
      @Override
      public long wallMicros() {
        return Clock.SYSTEM.wallMicros() + offMicros.get();
      }

      @Override
      public long nanoTime() {
        return Clock.SYSTEM.nanoTime();
      }
    };
  }
}
