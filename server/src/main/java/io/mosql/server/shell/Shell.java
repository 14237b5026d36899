package io.mosql.server.shell;

import io.mosql.server.result.DisplayStyle;
import io.mosql.server.result.ResultFormat;
import io.mosql.server.shell.command.Interpreter;
import io.mosql.server.shell.command.InterruptHandler;
import io.mosql.server.shell.command.ScriptOutcome;
import io.mosql.server.shell.command.ShellContext;
import io.mosql.server.shell.connection.ConnectionTarget;
import io.mosql.server.shell.connection.MetadataCache;
import io.mosql.server.shell.connection.ShellConnection;
import io.mosql.server.shell.input.InputSource;
import io.mosql.server.shell.input.InputSplitter;
import io.mosql.server.shell.input.ShellException;
import io.mosql.server.shell.output.DisplaySettings;
import io.mosql.server.shell.output.ErrorPrinter;
import io.mosql.server.shell.output.ShellOutput;
import io.mosql.server.shell.terminal.Completer;
import io.mosql.server.shell.terminal.JlineConsole;
import io.mosql.server.shell.terminal.Prompt;
import io.mosql.server.shell.terminal.ShellConsole;
import io.mosql.server.shell.terminal.ShellConsole.Entry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The SQL shell: executes the statements and files of the command line and exits, or reads input
 * interactively until the user quits.
 *
 * <p>Exit codes: 0 success, 1 a statement, a command or the connection failed. Failures of
 * statements entered interactively do not affect the exit code.
 */
public final class Shell {
  /** Default database URL. */
  public static final String DEFAULT_URL = "jdbc:mosql://127.0.0.1:7433/mosql";

  /** Environment variable of the URL. */
  public static final String URL_VARIABLE = "MOSQL_URL";

  /** Environment variable of the password. */
  public static final String PASSWORD_VARIABLE = "MOSQL_PASSWORD";

  private static final int OK = 0;
  private static final int FAILED = 1;

  private final ShellOptions options;
  private final ShellIo io;
  private final DisplaySettings settings;
  private final ShellConnection link;
  private final MetadataCache metadata;
  private final InterruptHandler interrupts = new InterruptHandler();

  private Shell(ShellOptions options, ShellIo io, boolean talks) {
    this.options = options;
    this.io = io;
    ResultFormat usual = io.outputIsTerminal() ? ResultFormat.ALIGNED : ResultFormat.PLAIN;
    this.settings =
        new DisplaySettings(
            options.format() == null ? usual : options.format(),
            talks ? new DisplayStyle("NULL") : DisplayStyle.PLAIN,
            options.echo(),
            options.quiet(),
            talks);
    this.link = new ShellConnection(target());
    this.metadata = new MetadataCache(link);
  }

  private ConnectionTarget target() {
    String variable = io.environment().apply(URL_VARIABLE);
    String otherwise = variable == null || variable.isBlank() ? DEFAULT_URL : variable;
    String url = options.url() == null ? otherwise : options.url();
    return new ConnectionTarget(url, options.user(), io.environment().apply(PASSWORD_VARIABLE));
  }

  /**
   * Runs the shell until it ends.
   *
   * @param passwords prompts for passwords before the console is open, null when that is not
   *     possible
   * @return the exit code
   */
  public static int run(
      ShellOptions options, ShellIo io, Function<String, @Nullable String> passwords) {
    boolean scripts = !options.commands().isEmpty() || !options.files().isEmpty();
    boolean talks = !scripts && io.inputIsTerminal() && io.outputIsTerminal();
    Shell shell = new Shell(options, io, talks);
    return talks ? shell.runInteractively(new SystemConsoles()) : shell.batch(passwords);
  }

  /** Factory of consoles. */
  @FunctionalInterface
  public interface Consoles {
    /**
     * @param history history file
     */
    ShellConsole open(Path history, Completer completion, InterruptHandler interrupts)
        throws IOException;
  }

  /** Factory of consoles on the terminal of the process; loads JLine. */
  private static final class SystemConsoles implements Consoles {
    @Override
    public ShellConsole open(Path history, Completer completion, InterruptHandler interrupts)
        throws IOException {
      return new JlineConsole(JlineConsole.systemTerminal(), history, completion, interrupts);
    }
  }

  /** Runs the shell interactively on another console; for tests. */
  public static int runInteractively(ShellOptions options, ShellIo io, Consoles consoles) {
    return new Shell(options, io, true).runInteractively(consoles);
  }

  // ---- scripts ----

  private int batch(Function<String, @Nullable String> passwords) {
    link.passwords(passwords);
    // Buffered, independently of the line-end behaviour of the given writer.
    PrintWriter out = new PrintWriter(io.out(), false);
    ErrorPrinter errors = new ErrorPrinter(io.err());
    try (ShellOutput output = new ShellOutput(out, io.err());
        link) {
      ShellContext workspace =
          new ShellContext(settings, output, link, interrupts, errors, metadata);
      boolean stop = options.stopOnError() == null || options.stopOnError();
      Interpreter interpreter = new Interpreter(workspace, stop);
      connect(options.askPassword());
      return scripts(interpreter, stop) == ScriptOutcome.FAILED ? FAILED : OK;
    } catch (SQLException e) {
      out.flush();
      errors.error(e);
    } catch (ShellException | IOException e) {
      out.flush();
      io.err().println("ERROR: " + describe(e));
      io.err().flush();
    }
    return FAILED;
  }

  private static String describe(Exception e) {
    return e instanceof NoSuchFileException
        ? "no such file: " + e.getMessage()
        : String.valueOf(e.getMessage());
  }

  private ScriptOutcome scripts(Interpreter interpreter, boolean stop) throws IOException {
    ScriptOutcome worst = ScriptOutcome.DONE;
    for (String command : options.commands()) {
      worst = worse(worst, interpreter.script(reader(command), InputSource.HERE));
      if (worst == ScriptOutcome.FAILED && stop) {
        return worst;
      }
    }
    for (String file : options.files()) {
      try (BufferedReader script =
          file.equals("-")
              ? input()
              : Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8)) {
        String name = file.equals("-") ? "stdin" : file;
        worst = worse(worst, interpreter.script(script, InputSource.HERE.inside(name)));
      }
      if (worst == ScriptOutcome.FAILED && stop) {
        return worst;
      }
    }
    if (options.commands().isEmpty() && options.files().isEmpty()) {
      worst = interpreter.script(input(), InputSource.HERE.inside("stdin"));
    }
    return worst;
  }

  private static ScriptOutcome worse(ScriptOutcome before, ScriptOutcome now) {
    return now == ScriptOutcome.FAILED ? now : before;
  }

  private static BufferedReader reader(String text) {
    return new BufferedReader(new StringReader(text));
  }

  private BufferedReader input() {
    return new BufferedReader(new InputStreamReader(io.in(), StandardCharsets.UTF_8));
  }

  private void connect(boolean ask) throws SQLException, ShellException {
    ConnectionTarget target = link.target();
    if (ask) {
      String password = link.askPassword(target.user());
      if (password == null) {
        throw new ShellException("no password supplied");
      }
      target = target.withPassword(password);
    }
    link.open(target);
  }

  // ---- interactive ----

  private int runInteractively(Consoles consoles) {
    Path history = io.home().resolve(".mosql_history");
    // Completion reads the commands later, when the interpreter exists.
    Interpreter[] made = new Interpreter[1];
    Completer completion = new Completer(metadata, () -> made[0].helpOrder());
    try (ShellConsole console = consoles.open(history, completion, interrupts)) {
      PrintWriter writer = console.writer();
      ErrorPrinter errors = new ErrorPrinter(writer);
      try (ShellOutput output = new ShellOutput(writer, writer);
          link) {
        ShellContext workspace =
            new ShellContext(settings, output, link, interrupts, errors, metadata);
        boolean stop = options.stopOnError() == null || options.stopOnError();
        made[0] = new Interpreter(workspace, stop);
        link.passwords(console::readSecret);
        connect(options.askPassword());
        greet(writer);
        readSettings(made[0], output);
        converse(console, made[0], output);
        return OK;
      } catch (SQLException e) {
        errors.error(e);
      } catch (ShellException e) {
        writer.println("ERROR: " + e.getMessage());
        writer.flush();
      }
    } catch (IOException e) {
      io.err().println("ERROR: " + e.getMessage());
      io.err().flush();
    }
    return FAILED;
  }

  private void greet(PrintWriter writer) throws SQLException, ShellException {
    if (!options.quiet()) {
      DatabaseMetaData meta = link.connection().getMetaData();
      writer.println(
          meta.getDatabaseProductName()
              + " "
              + meta.getDatabaseProductVersion()
              + ", "
              + link.target().shown());
      writer.println("A statement ends with a semicolon. Type \\? for help, \\q to quit.");
      writer.flush();
    }
  }

  /** Executes ~/.mosqlrc if it exists; its errors do not end the shell. */
  private void readSettings(Interpreter interpreter, ShellOutput output) throws IOException {
    Path file = io.home().resolve(".mosqlrc");
    if (!options.rc() || !Files.isReadable(file)) {
      return;
    }
    try (BufferedReader script = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      interpreter.script(script, InputSource.HERE.inside("~/.mosqlrc"), false);
    }
    output.flush();
  }

  private void converse(ShellConsole console, Interpreter interpreter, ShellOutput output)
      throws IOException {
    InputSplitter pieces = new InputSplitter();
    while (true) {
      Prompt prompt = new Prompt(link.name(), link.transaction().isOpen());
      Entry entry = console.read(prompt, pieces);
      if (entry instanceof Entry.End) {
        return;
      }
      interrupts.clear();
      if (entry instanceof Entry.Text text) {
        if (runEntry(text.text(), interpreter, pieces, output) == ScriptOutcome.QUIT) {
          return;
        }
      } else {
        pieces.clear();
      }
    }
  }

  /**
   * Executes an entry. After an error in writing results to their file, output returns to the
   * terminal.
   */
  private ScriptOutcome runEntry(
      String text, Interpreter interpreter, InputSplitter pieces, ShellOutput output) {
    try {
      ScriptOutcome outcome = interpreter.entry(text, pieces);
      output.flush();
      return outcome;
    } catch (IOException e) {
      output.messages().println("ERROR: " + e.getMessage());
      output.flush();
      try {
        output.toConsole();
      } catch (IOException second) {
        output.messages().println("ERROR: " + second.getMessage());
      }
      return ScriptOutcome.FAILED;
    }
  }
}
