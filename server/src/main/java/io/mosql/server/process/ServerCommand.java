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
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command that runs a server until it receives a stop request. */
@Command(
    name = "server",
    description = {
      "Runs a server. Each setting is an option, an environment variable (MOSQL_MAX_CONNECTIONS for"
          + " max-connections) and a line of the settings file (max-connections = 500), in this"
          + " order of precedence."
    },
    modelTransformer = ServerCommand.AddSettings.class,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:Stopped on request, or valid settings (--check-config).",
      "1:Failure at start or while running; see the last lines of the output.",
      "2:Invalid command line or settings."
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

  // ServerSettings, the source of defaults, reads it from the parsed command line.
  @SuppressWarnings("UnusedVariable")
  @Option(names = ServerSettings.CONFIG, paramLabel = "FILE", description = "file of settings")
  private @Nullable Path file;

  @Option(names = "--check-config", description = "print the settings with their sources and exit")
  private boolean check;

  @Spec private CommandSpec spec;

  private final ServerSettings sources;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  public ServerCommand() {
    this(System.getenv());
  }

  @SuppressWarnings("NullAway.Init")
  private ServerCommand(Map<String, String> environment) {
    this.sources = new ServerSettings(environment);
  }

  /** Adds an option for each setting; errors are collected, so that all are reported at once. */
  static final class AddSettings implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      for (ServerSetting setting : ServerSetting.values()) {
        command.addOption(setting.option());
      }
      command.parser().collectErrors(true);
      return command.defaultValueProvider(((ServerCommand) command.userObject()).sources);
    }
  }

  /** Returns the settings of a command line. */
  static ParsedSettings settings(Map<String, String> environment, String... arguments) {
    ServerCommand command = new ServerCommand(environment);
    return new ParsedSettings(new CommandLine(command).parseArgs(arguments), command.sources);
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    ParsedSettings settings = new ParsedSettings(spec.commandLine().getParseResult(), sources);
    ServerConfig config;
    try {
      config = ServerConfig.of(settings);
    } catch (SettingsException e) {
      e.problems().forEach(problem -> err.println("mosql server: " + problem));
      err.flush();
      return REFUSED;
    }
    if (check) {
      settings.lines().forEach(out::println);
      out.flush();
      return 0;
    }
    ServerLogging.bind();
    return run(config, Clock.SYSTEM, out, err);
  }

  /**
   * Runs the server and returns when it has stopped.
   *
   * @return exit code of the process
   */
  static int run(ServerConfig config, Clock clock, PrintWriter out, PrintWriter err) {
    long began = clock.nanoTime();
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
      out.printf("Ready in %.1f s%n", (clock.nanoTime() - began) / 1e9);
      out.flush();
      log.info("listening on {}", process.address());
      while (!stop.await(WATCH_MILLIS)) {
        String failure = process.failure();
        if (failure != null) {
          log.error("server stopped by an unrecoverable error: {}", failure);
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
          "could not start server: {}",
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
              + "   (shown once; change it with ALTER USER)");
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
