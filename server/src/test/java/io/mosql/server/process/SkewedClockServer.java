package io.mosql.server.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mosql.core.port.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * {@code mosql server} whose clock is wrong: by the milliseconds that the newest line of standard
 * input begins with. What has passed is measured right, as it is on a machine whose time is set.
 * The command line has settings alone.
 */
public final class SkewedClockServer {
  private static final long MICROS_PER_MILLI = 1_000;

  private final AtomicLong offMicros = new AtomicLong();

  private SkewedClockServer() {}

  /** A server's process; no library that mosql.jar has under other names is used here. */
  public static void main(String[] args) throws SettingsException {
    Map<ServerSetting, String> flags = new EnumMap<>(ServerSetting.class);
    for (int i = 0; i < args.length; i += 2) {
      flags.put(setting(args[i]), args[i + 1]);
    }
    ServerConfig config = ServerConfig.of(ServerSettings.of(null, Map.of(), flags));
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

  private static ServerSetting setting(String option) {
    for (ServerSetting setting : ServerSetting.values()) {
      if (option.equals("--" + setting.key())) {
        return setting;
      }
    }
    throw new IllegalArgumentException(option);
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
