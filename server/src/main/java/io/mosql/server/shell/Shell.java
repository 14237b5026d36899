package io.mosql.server.shell;

import io.mosql.server.result.ResultFormat;
import io.mosql.server.result.Style;
import io.mosql.server.shell.Console.Entry;
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
 * The shell. Runs what the command line names and ends, or talks to a person until they leave.
 *
 * <p>Exit codes: 0 done, 1 a statement, a command or the connection failed. Statements that a
 * person types fail without effect on the exit code.
 */
public final class Shell {
  /** Where the shell goes when nobody says anything else. */
  public static final String DEFAULT_URL = "jdbc:mosql://127.0.0.1:7433/mosql";

  /** Environment variable of the URL. */
  public static final String URL_VARIABLE = "MOSQL_URL";

  /** Environment variable of the password. */
  public static final String PASSWORD_VARIABLE = "MOSQL_PASSWORD";

  private static final int OK = 0;
  private static final int FAILED = 1;

  private final ShellOptions options;
  private final ShellIo io;
  private final Settings settings;
  private final Link link;
  private final MetadataCache metadata;
  private final Interrupts interrupts = new Interrupts();

  private Shell(ShellOptions options, ShellIo io, boolean talks) {
    this.options = options;
    this.io = io;
    ResultFormat usual = io.outputIsTerminal() ? ResultFormat.ALIGNED : ResultFormat.PLAIN;
    this.settings =
        new Settings(
            options.format() == null ? usual : options.format(),
            talks ? new Style("NULL") : Style.PLAIN,
            options.echo(),
            options.quiet(),
            talks);
    this.link = new Link(target());
    this.metadata = new MetadataCache(link);
  }

  private Target target() {
    String variable = io.environment().apply(URL_VARIABLE);
    String otherwise = variable == null || variable.isBlank() ? DEFAULT_URL : variable;
    String url = options.url() == null ? otherwise : options.url();
    return new Target(url, options.user(), io.environment().apply(PASSWORD_VARIABLE));
  }

  /**
   * Runs the shell to its end.
   *
   * @param passwords answers questions for passwords before a person can type, null when it cannot
   * @return the exit code
   */
  public static int run(
      ShellOptions options, ShellIo io, Function<String, @Nullable String> passwords) {
    boolean scripts = !options.commands().isEmpty() || !options.files().isEmpty();
    boolean talks = !scripts && io.inputIsTerminal() && io.outputIsTerminal();
    Shell shell = new Shell(options, io, talks);
    return talks ? shell.talk(new SystemConsoles()) : shell.batch(passwords);
  }

  /** Makes consoles. */
  @FunctionalInterface
  interface Consoles {
    /**
     * @param history the file of what was typed
     */
    Console open(Path history, Completion completion, Interrupts interrupts) throws IOException;
  }

  /** Consoles at the process's terminal; loads JLine. */
  private static final class SystemConsoles implements Consoles {
    @Override
    public Console open(Path history, Completion completion, Interrupts interrupts)
        throws IOException {
      return new JlineConsole(JlineConsole.systemTerminal(), history, completion, interrupts);
    }
  }

  /** Talks at another console; for tests. */
  static int talk(ShellOptions options, ShellIo io, Consoles consoles) {
    return new Shell(options, io, true).talk(consoles);
  }

  // ---- scripts ----

  private int batch(Function<String, @Nullable String> passwords) {
    link.passwords(passwords);
    // Buffered, whatever the writer that we are given does at line ends.
    PrintWriter out = new PrintWriter(io.out(), false);
    ErrorPrinter errors = new ErrorPrinter(io.err());
    try (Output output = new Output(out, io.err());
        link) {
      Workspace workspace = new Workspace(settings, output, link, interrupts, errors, metadata);
      boolean stop = options.stopOnError() == null || options.stopOnError();
      Interpreter interpreter = new Interpreter(workspace, stop);
      connect(options.askPassword());
      return scripts(interpreter, stop) == Outcome.FAILED ? FAILED : OK;
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
        ? "there is no file " + e.getMessage()
        : String.valueOf(e.getMessage());
  }

  private Outcome scripts(Interpreter interpreter, boolean stop) throws IOException {
    Outcome worst = Outcome.DONE;
    for (String command : options.commands()) {
      worst = worse(worst, interpreter.script(reader(command), Place.HERE));
      if (worst == Outcome.FAILED && stop) {
        return worst;
      }
    }
    for (String file : options.files()) {
      try (BufferedReader script =
          file.equals("-")
              ? input()
              : Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8)) {
        String name = file.equals("-") ? "stdin" : file;
        worst = worse(worst, interpreter.script(script, Place.HERE.inside(name)));
      }
      if (worst == Outcome.FAILED && stop) {
        return worst;
      }
    }
    if (options.commands().isEmpty() && options.files().isEmpty()) {
      worst = interpreter.script(input(), Place.HERE.inside("stdin"));
    }
    return worst;
  }

  private static Outcome worse(Outcome before, Outcome now) {
    return now == Outcome.FAILED ? now : before;
  }

  private static BufferedReader reader(String text) {
    return new BufferedReader(new StringReader(text));
  }

  private BufferedReader input() {
    return new BufferedReader(new InputStreamReader(io.in(), StandardCharsets.UTF_8));
  }

  private void connect(boolean ask) throws SQLException, ShellException {
    Target target = link.target();
    if (ask) {
      String password = link.ask(target.user());
      if (password == null) {
        throw new ShellException("no password was given");
      }
      target = target.withPassword(password);
    }
    link.open(target);
  }

  // ---- a person ----

  private int talk(Consoles consoles) {
    Path history = io.home().resolve(".mosql_history");
    // Completion asks for the commands later, when there is an interpreter.
    Interpreter[] made = new Interpreter[1];
    Completion completion = new Completion(metadata, () -> made[0].helpOrder());
    try (Console console = consoles.open(history, completion, interrupts)) {
      PrintWriter writer = console.writer();
      ErrorPrinter errors = new ErrorPrinter(writer);
      try (Output output = new Output(writer, writer);
          link) {
        Workspace workspace = new Workspace(settings, output, link, interrupts, errors, metadata);
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
      writer.println("Statements end with a semicolon. \\? shows the commands, \\q leaves.");
      writer.flush();
    }
  }

  /** Runs ~/.mosqlrc if there is one; its errors end nothing. */
  private void readSettings(Interpreter interpreter, Output output) throws IOException {
    Path file = io.home().resolve(".mosqlrc");
    if (!options.rc() || !Files.isReadable(file)) {
      return;
    }
    try (BufferedReader script = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      interpreter.script(script, Place.HERE.inside("~/.mosqlrc"), false);
    }
    output.flush();
  }

  private void converse(Console console, Interpreter interpreter, Output output)
      throws IOException {
    Pieces pieces = new Pieces();
    while (true) {
      Prompt prompt = new Prompt(link.name(), link.transaction().isOpen());
      Entry entry = console.read(prompt, pieces);
      if (entry instanceof Entry.End) {
        return;
      }
      interrupts.clear();
      if (entry instanceof Entry.Text text) {
        if (enter(text.text(), interpreter, pieces, output) == Outcome.QUIT) {
          return;
        }
      } else {
        pieces.clear();
      }
    }
  }

  /** Runs an entry. Results that cannot be written into their file go to the terminal again. */
  private Outcome enter(String text, Interpreter interpreter, Pieces pieces, Output output) {
    try {
      Outcome outcome = interpreter.entry(text, pieces);
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
      return Outcome.FAILED;
    }
  }
}
