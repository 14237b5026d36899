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
    description = "The shell: runs SQL statements and prints their results.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Without -c and -f it talks at a terminal, or reads statements from a pipe.",
      "Exit codes: 0 done, 1 a statement or the connection failed, 2 the command",
      "line was wrong. More is in docs/shell.md."
    })
final class SqlCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "URL",
      description = {
        "Any JDBC URL, such as jdbc:mosql:file:path",
        "(default: the variable MOSQL_URL, else",
        Shell.DEFAULT_URL + ")."
      })
  private @Nullable String url;

  @Option(
      names = {"-c", "--command"},
      paramLabel = "SQL",
      description = "Statements to run, separated by semicolons. May be given several times.")
  private List<String> commands = new ArrayList<>();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "Files of statements to run after those of -c; - is standard input.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = {"-u", "--user"},
      paramLabel = "NAME",
      description = "Who connects.")
  private @Nullable String user;

  @Option(
      names = "--password",
      description = {
        "Ask for the password. It is never an argument, which others could read;",
        "the variable MOSQL_PASSWORD holds it where nobody can be asked."
      })
  private boolean askPassword;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "${COMPLETION-CANDIDATES} (default: aligned on a terminal, else plain: tab-separated"
              + " values without headings).")
  private @Nullable ResultFormat format;

  @Option(
      names = "--stop-on-error",
      negatable = true,
      description = "The first error ends a script (the default), or does not.")
  private @Nullable Boolean stopOnError;

  @Option(names = "--echo", description = "Show statements before they run.")
  private boolean echo;

  @Option(
      names = {"-q", "--quiet"},
      description = "Nothing but results and errors.")
  private boolean quiet;

  @Option(names = "--no-rc", description = "Do not read ~/.mosqlrc.")
  private boolean noRc;

  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  SqlCommand() {}

  @Override
  public Integer call() {
    for (String file : files) {
      if (!file.equals("-") && !Files.isReadable(Path.of(file))) {
        throw new ParameterException(spec.commandLine(), "There is no file " + file);
      }
    }
    boolean scripts = !commands.isEmpty() || !files.isEmpty();
    boolean talks = !scripts && terminal() != null;
    // Set by the launcher: a JVM cannot distinguish redirected output from redirected input.
    boolean outputIsTerminal = talks || Boolean.getBoolean("mosql.terminal");
    if (askPassword && terminal() == null) {
      throw new ParameterException(
          spec.commandLine(),
          "--password needs a terminal to ask at; set " + Shell.PASSWORD_VARIABLE + " instead");
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
