package io.mosql.server.process;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.Clock;
import io.mosql.engine.Node;
import io.mosql.engine.options.InitialAdministrator;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command that runs a server until it receives a stop request. */
@Command(
    name = "server",
    description = {
      "Runs a server. Each setting below can also stand in a file (key = value) and in the environment"
          + " (MOSQL_ and the key in capitals with _ for -); the command line wins over the"
          + " environment, and that over the file."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:Stopped when it was told to; or the settings are good (--check-config).",
      "1:It could not start, or had to stop; the last lines say why.",
      "2:The command line or the settings make no sense."
    })
public final class ServerCommand implements Callable<Integer> {
  private static final int REFUSED = 2;
  private static final int FAILED = 1;
  private static final int WATCH_MILLIS = 1_000;

  /**
   * Drain time after a failure, for responses in flight, such as that of the statement which
   * removes this node.
   */
  private static final Duration FAILED_DRAIN = Duration.ofSeconds(2);

  @Option(names = "--config", paramLabel = "FILE", description = "File of settings.")
  private @Nullable Path file;

  @Option(names = "--check-config", description = "Prints the settings and where each stands.")
  private boolean check;

  @Spec private CommandSpec spec;

  private final Map<ServerSetting, String> flags = new EnumMap<>(ServerSetting.class);
  private final Map<String, String> environment;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  public ServerCommand() {
    this(System.getenv());
  }

  @SuppressWarnings("NullAway.Init")
  ServerCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Adds an option for each setting to a command created from this object. */
  public void addSettings(CommandSpec command) {
    for (ServerSetting setting : ServerSetting.values()) {
      String otherwise = setting.defaultValue();
      command.addOption(
          OptionSpec.builder("--" + setting.key())
              .paramLabel(setting.parameter())
              .type(String.class)
              .description(
                  setting.description()
                      + (otherwise == null ? "" : " (default: " + otherwise + ")"))
              .setter(
                  new ISetter() {
                    @Override
                    @SuppressWarnings("TypeParameterUnusedInFormals")
                    public <T> T set(T value) {
                      if (value != null) {
                        flags.put(setting, (String) value);
                      }
                      return value;
                    }
                  })
              .build());
    }
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    ServerConfig config;
    try {
      ServerSettings settings = ServerSettings.of(settingsFile(), environment, flags);
      config = ServerConfig.of(settings);
      if (check) {
        settings.lines(text -> text).forEach(out::println);
        out.flush();
        return 0;
      }
    } catch (SettingsException e) {
      e.problems().forEach(problem -> err.println("mosql server: " + problem));
      err.flush();
      return REFUSED;
    }
    ServerLogging.bind();
    return run(config, Clock.SYSTEM, out, err);
  }

  private @Nullable SettingsFile settingsFile() throws SettingsException {
    Path given = file;
    if (given == null) {
      String variable = environment.get("MOSQL_CONFIG");
      given = variable == null ? null : Path.of(variable);
    }
    return given == null ? null : SettingsFile.read(given);
  }

  /**
   * Runs the server and returns when it has stopped.
   *
   * @return exit code of the process
   */
  static int run(ServerConfig config, Clock clock, PrintWriter out, PrintWriter err) {
    long began = System.nanoTime();
    ServerLogging.configure(config.log());
    Logger log = LoggerFactory.getLogger(ServerCommand.class);
    Node.useWholeHeap();
    Stop stop = new Stop();
    TerminationSignals.deliverTo(stop::signalled);
    try (ServerProcess process =
        ServerProcess.start(
            config,
            clock,
            new AuditLogger(),
            made -> printInitialPassword(made, out),
            stop::signalled,
            stop::isAsked)) {
      printAddresses(process, config, out);
      out.printf("Ready in %.1f s%n", (System.nanoTime() - began) / 1e9);
      out.flush();
      log.info("listening on {}", process.address());
      while (!stop.await(WATCH_MILLIS)) {
        String failure = process.failure();
        if (failure != null) {
          log.error("the server cannot go on: {}", failure);
          process.drain(FAILED_DRAIN);
          return FAILED;
        }
      }
      process.drain(config.drain());
      log.info("stopped");
      return 0;
    } catch (SettingsException | IOException | RuntimeException e) {
      // Unexpected exceptions are logged with their stack trace, expected errors with their message
      // only.
      log.error(
          "the server did not start: {}",
          e.getMessage(),
          e instanceof RuntimeException && !(e instanceof MosqlException) ? e : null);
      err.println("mosql server: " + e.getMessage());
      err.flush();
      return FAILED;
    }
  }

  /** Prints the initial password to standard output, not to the log: it is shown only once. */
  private static void printInitialPassword(InitialAdministrator made, PrintWriter out) {
    out.println("New data directory; administrator " + made.name());
    if (made.password() != null) {
      out.println(
          "Password of "
              + made.name()
              + ": "
              + made.password()
              + "   (told only now; change it with ALTER USER)");
    }
    out.flush();
  }

  private static void printAddresses(ServerProcess process, ServerConfig config, PrintWriter out) {
    out.println("Data directory " + config.dataDirectory());
    out.println("Listening on " + shown(process.address()) + (config.tls() == null ? "" : ", TLS"));
    InetSocketAddress admin = process.adminAddress();
    if (admin != null) {
      out.println("Health, metrics and console on http://" + shown(admin) + "/");
    }
  }

  private static String shown(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  /** Stop request; a second request halts the process immediately. */
  private static final class Stop {
    private final AtomicBoolean asked = new AtomicBoolean();
    private final CountDownLatch stopping = new CountDownLatch(1);

    void signalled() {
      if (asked.getAndSet(true)) {
        // No data is lost: acknowledged commits are durable in the log.
        Runtime.getRuntime().halt(FAILED);
      }
      stopping.countDown();
    }

    boolean isAsked() {
      return asked.get();
    }

    /** Waits for a stop request for at most the given time; returns whether there is one. */
    boolean await(long millis) {
      try {
        return stopping.await(millis, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        return true;
      }
    }
  }
}
