package io.mosql.server;

import io.mosql.server.network.CertsCommand;
import io.mosql.server.process.PasswordCommand;
import io.mosql.server.process.ServerCommand;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Entry point of the command line. Exit codes: 0 success, 1 a statement or the connection failed, 2
 * the command line is invalid.
 */
@Command(
    name = "mosql",
    description = "MoSQL, a SQL database for Java.",
    mixinStandardHelpOptions = true,
    versionProvider = Cli.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ServerCommand.class,
      PasswordCommand.class,
      SqlCommand.class,
      ImportCommand.class,
      ExportCommand.class,
      BackupCommand.class,
      RestoreCommand.class,
      VerifyCommand.class,
      CertsCommand.class,
      ClusterCommand.class,
      WarmupCommand.class
    },
    footer = {
      "",
      "Benchmarks of the mosql script:",
      "  tpcc, tpcb, tpch, compare, bench   (see ./mosql tpcc --help)",
      "  slt                          SQL logic tests of SQLite's corpus",
      "  cluster demo                 three nodes, TPC-C, and a failover",
      "mosql --rebuild                builds MoSQL from its sources."
    })
public final class Cli implements Runnable {
  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  Cli() {}

  public static void main(String[] args) {
    quietLoggingFacade();
    System.exit(commandLine().execute(args));
  }

  /** Builds the complete command line; tests set their own writers. */
  static CommandLine commandLine() {
    return new CommandLine(new Cli()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** Suppresses the message that SLF4J prints on a terminal when no logging backend is bound. */
  private static void quietLoggingFacade() {
    if (System.getProperty("slf4j.internal.verbosity") == null) {
      System.setProperty("slf4j.internal.verbosity", "ERROR");
    }
  }

  /** Without a command, prints the list of commands. */
  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    spec.commandLine().usage(out);
    out.flush();
  }

  /** Version stored in the jar by the build, and the version of the JVM. */
  static final class Version implements IVersionProvider {
    Version() {}

    @Override
    public String[] getVersion() throws Exception {
      Properties properties = new Properties();
      try (InputStream in = Cli.class.getResourceAsStream("version.properties")) {
        properties.load(in);
      }
      return new String[] {
        "MoSQL " + properties.getProperty("version"),
        "Java " + Runtime.version() + " (" + System.getProperty("java.vm.name") + ")"
      };
    }
  }
}
