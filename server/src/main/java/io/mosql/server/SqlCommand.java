package io.mosql.server;

import io.mosql.server.result.ResultFormat;
import io.mosql.server.shell.Shell;
import io.mosql.server.shell.ShellIo;
import io.mosql.server.shell.ShellOptions;
import java.io.Console;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command that executes statements over one JDBC connection and prints their results: statements of
 * the command line, of files or of standard input, or entered interactively at a terminal. Each
 * statement commits by itself unless the script opens a transaction. By default the first error
 * ends a script: the error is printed with its SQLSTATE, transactions committed before it remain,
 * and the exit code is 1.
 */
@Command(
    name = "sql",
    description = "Interactive shell; executes SQL statements and prints their results.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Without -c and -f, statements are read from the terminal or from standard input.",
      "Exit codes: 0 success, 1 error of a statement or of the connection, 2 invalid",
      "command line. See docs/shell.md."
    })
final class SqlCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "URL",
      description = {
        "JDBC URL, such as jdbc:mosql:file:path",
        "(default: environment variable MOSQL_URL, else",
        Shell.DEFAULT_URL + ")"
      })
  private @Nullable String url;

  @Option(
      names = {"-c", "--command"},
      paramLabel = "SQL",
      description = "statements to execute, separated by semicolons; repeatable")
  private List<String> commands = new ArrayList<>();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "files of statements to execute after those of -c; - for standard input")
  private List<String> files = new ArrayList<>();

  @Option(
      names = {"-u", "--user"},
      paramLabel = "NAME",
      description = "user name")
  private @Nullable String user;

  @Option(
      names = "--password",
      description = {
        "prompt for the password; without a terminal the password is taken from",
        "the environment variable MOSQL_PASSWORD"
      })
  private boolean askPassword;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "output format: ${COMPLETION-CANDIDATES} (default: aligned on a terminal, else plain:"
              + " tab-separated values without headings)")
  private @Nullable ResultFormat format;

  @Option(
      names = "--stop-on-error",
      negatable = true,
      description = "stop a script at the first error (default), or continue")
  private @Nullable Boolean stopOnError;

  @Option(names = "--echo", description = "print statements before their execution")
  private boolean echo;

  @Option(
      names = {"-q", "--quiet"},
      description = "print results and errors only")
  private boolean quiet;

  @Option(names = "--no-rc", description = "do not read ~/.mosqlrc")
  private boolean noRc;

  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  SqlCommand() {}

  @Override
  public Integer call() {
    for (String file : files) {
      if (!file.equals("-") && !Files.isReadable(Path.of(file))) {
        throw new ParameterException(spec.commandLine(), "no such file: " + file);
      }
    }
    boolean scripts = !commands.isEmpty() || !files.isEmpty();
    boolean talks = !scripts && terminal() != null;
    // Set by the launcher: a JVM cannot distinguish redirected output from redirected input.
    boolean outputIsTerminal = talks || Boolean.getBoolean("mosql.terminal");
    if (askPassword && terminal() == null) {
      throw new ParameterException(
          spec.commandLine(),
          "--password requires a terminal; set " + Shell.PASSWORD_VARIABLE + " instead");
    }
    ShellOptions options =
        new ShellOptions(
            url, user, askPassword, commands, files, format, stopOnError, echo, quiet, !noRc);
    ShellIo io =
        new ShellIo(
            System.in,
            spec.commandLine().getOut(),
            spec.commandLine().getErr(),
            talks,
            outputIsTerminal,
            System::getenv,
            Path.of(System.getProperty("user.home")));
    return Shell.run(options, io, SqlCommand::readPassword);
  }

  /**
   * Returns the console that can prompt the user, or null; newer JVMs return a console that is not
   * a terminal.
   */
  @SuppressWarnings("SystemConsoleNull")
  private static @Nullable Console terminal() {
    Console console = System.console();
    if (console == null) {
      return null;
    }
    try {
      boolean real = (Boolean) Console.class.getMethod("isTerminal").invoke(console);
      return real ? console : null;
    } catch (NoSuchMethodException e) {
      return console; // Before JDK 22 a console exists only at a terminal.
    } catch (IllegalAccessException | InvocationTargetException e) {
      return null;
    }
  }

  private static @Nullable String readPassword(String question) {
    Console console = terminal();
    char[] password = console == null ? null : console.readPassword("%s", question);
    return password == null ? null : new String(password);
  }

  /** Prints an error and the errors chained to it. */
  static void report(SQLException failure, PrintWriter err) {
    for (SQLException e = failure; e != null; e = e.getNextException()) {
      err.println("ERROR " + e.getSQLState() + ": " + e.getMessage());
    }
    err.flush();
  }
}
