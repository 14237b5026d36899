package io.mosql.server.shell.command;

import io.mosql.server.shell.input.CommandArguments;
import io.mosql.server.shell.input.InputSource;
import io.mosql.server.shell.input.InputSplitter;
import io.mosql.server.shell.input.InputSplitter.Item;
import io.mosql.server.shell.input.InputSplitter.MetaCommand;
import io.mosql.server.shell.input.InputSplitter.SqlText;
import io.mosql.server.shell.input.ShellException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Interpreter of shell input: executes statements and backslash commands one by one. Confined to
 * one thread.
 */
public final class Interpreter {
  private static final int DEPTH_MAX = 16;

  private final ShellContext workspace;
  private final StatementPrinter runner;
  private final boolean stopOnError;
  private final Map<String, ShellCommand> commands = new TreeMap<>();
  private final List<ShellCommand> helpOrder = new ArrayList<>();
  private @Nullable SqlText previous;

  /**
   * @param stopOnError whether the first error ends a script
   */
  public Interpreter(ShellContext workspace, boolean stopOnError) {
    this.workspace = workspace;
    this.stopOnError = stopOnError;
    this.runner = new StatementPrinter(workspace);
    add(new QueryCommands(workspace, runner, this::helpOrder).all());
    add(new DescribeCommands(workspace).all());
    add(new SettingCommands(workspace).all());
    add(new FileCommands(workspace, this).all());
    add(new ConnectionCommands(workspace).all());
  }

  private void add(List<ShellCommand> more) {
    for (ShellCommand command : more) {
      commands.put(command.name(), command);
      helpOrder.add(command);
    }
  }

  /** Lists all commands in the order of the help text. */
  public List<ShellCommand> helpOrder() {
    return helpOrder;
  }

  /**
   * Executes a script until its end, or until the first error if errors end scripts. The last
   * statement needs no semicolon.
   *
   * @return {@link ScriptOutcome#FAILED} if any item failed; never {@link ScriptOutcome#QUIT},
   *     which ends only the script
   */
  public ScriptOutcome script(BufferedReader script, InputSource place) throws IOException {
    return script(script, place, stopOnError);
  }

  /**
   * Executes a script with an explicit error mode.
   *
   * @param stop whether the first error ends this script
   */
  public ScriptOutcome script(BufferedReader script, InputSource place, boolean stop)
      throws IOException {
    if (place.depth() > DEPTH_MAX) {
      printError(place, 1, "\\i nested too deeply");
      return ScriptOutcome.FAILED;
    }
    InputSplitter pieces = new InputSplitter();
    ScriptOutcome worst = ScriptOutcome.DONE;
    while (true) {
      String line;
      try {
        line = script.readLine();
      } catch (CharacterCodingException e) {
        printError(place, 1, "invalid UTF-8");
        return ScriptOutcome.FAILED;
      }
      ScriptOutcome outcome;
      if (line == null) {
        SqlText rest = pieces.pending();
        outcome = rest == null ? ScriptOutcome.DONE : run(rest, pieces, place);
      } else {
        pieces.addLine(line);
        outcome = runAll(pieces, place, stop);
      }
      if (outcome == ScriptOutcome.FAILED) {
        worst = ScriptOutcome.FAILED;
      }
      boolean enough = outcome == ScriptOutcome.FAILED && stop;
      if (line == null
          || enough
          || outcome == ScriptOutcome.QUIT
          || workspace.interrupts().isInterrupted()) {
        return workspace.interrupts().isInterrupted() ? ScriptOutcome.FAILED : worst;
      }
    }
  }

  /** Executes an interactive entry; an error ends only its own statement. */
  public ScriptOutcome entry(String text, InputSplitter pieces) throws IOException {
    ScriptOutcome outcome = ScriptOutcome.DONE;
    for (String line : text.split("\r?\n", -1)) {
      pieces.addLine(line);
      ScriptOutcome next = runAll(pieces, InputSource.HERE, false);
      if (next == ScriptOutcome.QUIT) {
        return next;
      }
      outcome = next == ScriptOutcome.FAILED ? next : outcome;
      if (workspace.interrupts().isInterrupted()) {
        pieces.clear();
        break;
      }
    }
    return outcome;
  }

  private ScriptOutcome runAll(InputSplitter pieces, InputSource place, boolean stop)
      throws IOException {
    ScriptOutcome outcome = ScriptOutcome.DONE;
    for (Item piece = pieces.poll(); piece != null; piece = pieces.poll()) {
      ScriptOutcome next = run(piece, pieces, place);
      if (next == ScriptOutcome.QUIT || next == ScriptOutcome.FAILED && stop) {
        return next;
      }
      outcome = next == ScriptOutcome.FAILED ? next : outcome;
      if (workspace.interrupts().isInterrupted()) {
        return ScriptOutcome.FAILED;
      }
    }
    return outcome;
  }

  private ScriptOutcome run(Item piece, InputSplitter pieces, InputSource place)
      throws IOException {
    try {
      if (piece instanceof SqlText sql) {
        previous = sql;
        return runner.run(sql, place, workspace.settings().format());
      }
      return command((MetaCommand) piece, pieces, place);
    } catch (ShellException e) {
      printError(place, piece.line(), String.valueOf(e.getMessage()));
    } catch (SQLException e) {
      workspace.output().flush();
      workspace.errors().error(e);
    } catch (RuntimeException e) {
      // Unexpected error of a driver or of the shell: execution continues with the next statement.
      printError(place, piece.line(), "internal error: " + e);
    }
    return ScriptOutcome.FAILED;
  }

  private ScriptOutcome command(MetaCommand command, InputSplitter pieces, InputSource place)
      throws ShellException, SQLException, IOException {
    String text = command.text().substring(1);
    int end = 0;
    while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    String name = text.substring(0, end);
    if (name.endsWith(";")) {
      name = name.substring(0, name.length() - 1);
    }
    ShellCommand known = commands.get(name);
    if (known == null && name.endsWith("+")) {
      known = commands.get(name.substring(0, name.length() - 1));
    }
    if (known == null) {
      throw new ShellException("invalid command \\" + name + "; try \\? for help");
    }
    String rest = text.substring(end).strip();
    List<String> words =
        switch (known.name()) {
          case "copy" -> List.of(); // The command parses its arguments itself.
          case "echo" -> CommandArguments.splitKeepingSemicolon(rest);
          default -> CommandArguments.split(rest);
        };
    ScriptOutcome outcome =
        known.action().run(new CommandInvocation(name, words, rest, pieces, previous, place));
    workspace.output().flush();
    return outcome;
  }

  private void printError(InputSource place, int line, String message) {
    workspace.output().flush();
    workspace.output().messages().println(place.prefix(line) + "ERROR: " + message);
    workspace.output().messages().flush();
  }
}
