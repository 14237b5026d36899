package io.mosql.server.shell;

import io.mosql.server.shell.Pieces.Command;
import io.mosql.server.shell.Pieces.Piece;
import io.mosql.server.shell.Pieces.Sql;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Runs input, piece by piece. Used by one thread. */
final class Interpreter {
  private static final int DEPTH_MAX = 16;

  private final Workspace workspace;
  private final StatementRunner runner;
  private final boolean stopOnError;
  private final Map<String, ShellCommand> commands = new TreeMap<>();
  private final List<ShellCommand> helpOrder = new ArrayList<>();
  private @Nullable Sql previous;

  /**
   * @param stopOnError whether the first error ends a script
   */
  Interpreter(Workspace workspace, boolean stopOnError) {
    this.workspace = workspace;
    this.stopOnError = stopOnError;
    this.runner = new StatementRunner(workspace);
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

  /** All commands in the order in which help shows them. */
  List<ShellCommand> helpOrder() {
    return helpOrder;
  }

  /**
   * Runs a script to its end, or to the first error if that ends scripts. A statement at its end
   * needs no semicolon.
   *
   * @return {@link Outcome#FAILED} if anything failed; never {@link Outcome#QUIT}: that ends the
   *     script only
   */
  Outcome script(BufferedReader script, Place place) throws IOException {
    return script(script, place, stopOnError);
  }

  /**
   * The same.
   *
   * @param stop whether the first error ends this script
   */
  Outcome script(BufferedReader script, Place place, boolean stop) throws IOException {
    if (place.depth() > DEPTH_MAX) {
      complain(place, 1, "files that run files, too deep");
      return Outcome.FAILED;
    }
    Pieces pieces = new Pieces();
    Outcome worst = Outcome.DONE;
    while (true) {
      String line;
      try {
        line = script.readLine();
      } catch (CharacterCodingException e) {
        complain(place, 1, "this is not a text in UTF-8");
        return Outcome.FAILED;
      }
      Outcome outcome;
      if (line == null) {
        Sql rest = pieces.pending();
        outcome = rest == null ? Outcome.DONE : run(rest, pieces, place);
      } else {
        pieces.feed(line);
        outcome = drain(pieces, place, stop);
      }
      if (outcome == Outcome.FAILED) {
        worst = Outcome.FAILED;
      }
      boolean enough = outcome == Outcome.FAILED && stop;
      if (line == null || enough || outcome == Outcome.QUIT || workspace.interrupts().isWanted()) {
        return workspace.interrupts().isWanted() ? Outcome.FAILED : worst;
      }
    }
  }

  /** Runs what was typed; an error ends nothing but its own statement. */
  Outcome entry(String text, Pieces pieces) throws IOException {
    Outcome outcome = Outcome.DONE;
    for (String line : text.split("\r?\n", -1)) {
      pieces.feed(line);
      Outcome next = drain(pieces, Place.HERE, false);
      if (next == Outcome.QUIT) {
        return next;
      }
      outcome = next == Outcome.FAILED ? next : outcome;
      if (workspace.interrupts().isWanted()) {
        pieces.clear();
        break;
      }
    }
    return outcome;
  }

  private Outcome drain(Pieces pieces, Place place, boolean stop) throws IOException {
    Outcome outcome = Outcome.DONE;
    for (Piece piece = pieces.poll(); piece != null; piece = pieces.poll()) {
      Outcome next = run(piece, pieces, place);
      if (next == Outcome.QUIT || next == Outcome.FAILED && stop) {
        return next;
      }
      outcome = next == Outcome.FAILED ? next : outcome;
      if (workspace.interrupts().isWanted()) {
        return Outcome.FAILED;
      }
    }
    return outcome;
  }

  private Outcome run(Piece piece, Pieces pieces, Place place) throws IOException {
    try {
      if (piece instanceof Sql sql) {
        previous = sql;
        return runner.run(sql, place, workspace.settings().format());
      }
      return command((Command) piece, pieces, place);
    } catch (ShellException e) {
      complain(place, piece.line(), String.valueOf(e.getMessage()));
    } catch (SQLException e) {
      workspace.output().flush();
      workspace.errors().error(e);
    } catch (RuntimeException e) {
      // A fault of a driver, or of ours: the next statement may do better.
      complain(place, piece.line(), "internal error: " + e);
    }
    return Outcome.FAILED;
  }

  private Outcome command(Command command, Pieces pieces, Place place)
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
      throw new ShellException("there is no command \\" + name + "; \\? shows all");
    }
    String rest = text.substring(end).strip();
    List<String> words =
        switch (known.name()) {
          case "copy" -> List.of(); // It reads its arguments itself.
          case "echo" -> Words.written(rest);
          default -> Words.of(rest);
        };
    Outcome outcome =
        known.action().run(new Invocation(name, words, rest, pieces, previous, place));
    workspace.output().flush();
    return outcome;
  }

  private void complain(Place place, int line, String message) {
    workspace.output().flush();
    workspace.output().messages().println(place.prefix(line) + "ERROR: " + message);
    workspace.output().messages().flush();
  }
}
