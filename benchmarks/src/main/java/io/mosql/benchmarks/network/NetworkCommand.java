package io.mosql.benchmarks.network;

import io.mosql.benchmarks.measure.BenchmarkDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command bench net, with its measurement. */
@Command(
    name = "net",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Point queries of a server over loopback, beside a bare echo of as many bytes.",
    description = {
      "Measures a server and an echo server of blocking sockets in turns, each in its own JVM,"
          + " with",
      "one connection and with many; the result is the ratio. Then measures the memory of the",
      "server for idle connections."
    })
@SuppressWarnings("NullAway.Init")
final class NetworkCommand implements Callable<Integer> {
  private static final String SERVER = "io.mosql.server.Cli";
  private static final String ADMINISTRATOR = "admin";
  private static final String PASSWORD = "of a server that is thrown away";
  private static final double WARM_UP_SECONDS = 4;
  private static final long SETTLE_MILLIS = 1_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "URL of a running server, with user and password (default: start a server)")
  private @Nullable String url;

  @Option(
      names = "--connections",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,64",
      description = "concurrent connections, a list (default: 1,64)")
  private List<Integer> connections;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "3",
      description = "length of a round (default: 3)")
  private double seconds;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "rounds, of which the median is reported (default: 5)")
  private int rounds;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "100000",
      description = "rows of the table (default: 100000)")
  private int rows;

  @Option(
      names = "--text-bytes",
      paramLabel = "N",
      defaultValue = "100",
      description = "bytes of text in a row and of an echo (default: 100)")
  private int textBytes;

  @Option(
      names = "--idle",
      paramLabel = "N",
      defaultValue = "1000",
      description = "idle connections, 0 for none (default: 1000)")
  private int idle;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "1g",
      description = "heap of the server, as in -Xmx (default: 1g)")
  private String heap;

  private PrintWriter out;

  @Override
  public Integer call() throws Exception {
    out = spec.commandLine().getOut();
    try (BenchmarkDirectory workplace = BenchmarkDirectory.fresh();
        ServerJvm echo =
            ServerJvm.start(
                EchoServer.class.getName(), List.of(), List.of(Integer.toString(textBytes)))) {
      String known = url;
      if (known != null) {
        measure(echo, known, new Properties(), null);
        return 0;
      }
      try (ServerJvm server = startServer(workplace.directory())) {
        Properties properties = new Properties();
        properties.setProperty("user", ADMINISTRATOR);
        properties.setProperty("password", PASSWORD);
        measure(
            echo,
            "jdbc:mosql://127.0.0.1:" + server.port() + "/mosql?sslmode=disable",
            properties,
            server);
      }
    }
    return 0;
  }

  private ServerJvm startServer(Path directory) throws IOException {
    Path password = Files.writeString(directory.resolve("password"), PASSWORD + "\n");
    List<String> arguments = new ArrayList<>(List.of("server", "--port", "0"));
    arguments.addAll(List.of("--data-directory", directory.resolve("data").toString()));
    arguments.addAll(List.of("--password-file", password.toString(), "--admin-port", "-1"));
    arguments.addAll(List.of("--max-connections", Integer.toString(connectionsMax())));
    return ServerJvm.start(SERVER, List.of("-Xmx" + heap), arguments);
  }

  private int connectionsMax() {
    int most = idle;
    for (int count : connections) {
      most = Math.max(most, count);
    }
    return most + 20;
  }

  private void measure(
      ServerJvm echo, String where, Properties properties, @Nullable ServerJvm server)
      throws Exception {
    PointQueries selecting = new PointQueries(where, properties, rows, textBytes);
    line(
        "%d rows with %d bytes of text; %d turns of %.0f s each", rows, textBytes, rounds, seconds);
    selecting.fill();
    try {
      for (int count : connections) {
        compare(count, echo, selecting);
      }
    } finally {
      selecting.drop();
    }
    if (server != null && idle > 0) {
      measureIdle(server, selecting);
    }
  }

  private void compare(int count, ServerJvm echo, PointQueries selecting) throws Exception {
    AtomicLong seeds = new AtomicLong();
    try (ClosedLoopLoad echoes =
            new ClosedLoopLoad(count, () -> new EchoServer.Client(echo.port(), textBytes));
        ClosedLoopLoad selects =
            new ClosedLoopLoad(count, () -> selecting.caller(seeds.incrementAndGet()))) {
      echoes.perSecond(WARM_UP_SECONDS / 2);
      selects.perSecond(WARM_UP_SECONDS);
      double[] bare = new double[rounds];
      double[] real = new double[rounds];
      double[] ratios = new double[rounds];
      for (int i = 0; i < rounds; i++) {
        bare[i] = echoes.perSecond(seconds);
        real[i] = selects.perSecond(seconds);
        ratios[i] = real[i] / bare[i];
      }
      line(
          "%5d connections: echo %,9.0f/s   point query %,9.0f/s   ratio %.2f  (%.2f to %.2f)",
          count,
          median(bare),
          median(real),
          median(ratios),
          Arrays.stream(ratios).min().orElse(0),
          Arrays.stream(ratios).max().orElse(0));
    }
  }

  private void measureIdle(ServerJvm server, PointQueries selecting) throws Exception {
    List<Connection> open = new ArrayList<>();
    try {
      open.add(selecting.connect());
      Thread.sleep(SETTLE_MILLIS);
      long before = server.residentKilobytes();
      for (int i = 0; i < idle; i++) {
        open.add(selecting.connect());
      }
      Thread.sleep(SETTLE_MILLIS);
      long after = server.residentKilobytes();
      line(
          "%5d idle connections: %.1f MB resident before, %.1f MB more with them",
          idle, before / 1024.0, (after - before) / 1024.0);
    } finally {
      for (Connection connection : open) {
        connection.close();
      }
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private void line(String format, Object... arguments) {
    out.printf(Locale.ROOT, format + "%n", arguments);
    out.flush();
  }
}
