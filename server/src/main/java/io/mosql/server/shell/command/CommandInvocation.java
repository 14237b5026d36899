package io.mosql.server.shell.command;

import io.mosql.server.shell.input.InputSource;
import io.mosql.server.shell.input.InputSplitter;
import io.mosql.server.shell.input.InputSplitter.SqlText;
import io.mosql.server.shell.input.ShellException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Backslash command with its arguments, as typed.
 *
 * @param name without the backslash
 * @param words arguments, as split by {@code CommandArguments}
 * @param rest unparsed text after the name
 * @param pieces splitter that contains the unfinished statement, if any
 * @param previous the last executed statement, or null
 * @param place source of the command
 */
public record CommandInvocation(
    String name,
    List<String> words,
    String rest,
    InputSplitter pieces,
    @Nullable SqlText previous,
    InputSource place) {
  /** Returns the argument at an index from 0, or null. */
  @Nullable String word(int index) {
    return index < words.size() ? words.get(index) : null;
  }

  /** Fails if there are more arguments than the given number. */
  void atMost(int count) throws ShellException {
    if (words.size() > count) {
      throw new ShellException("\\" + name + ": extra argument \"" + words.get(count) + "\"");
    }
  }

  /** Returns a required argument. */
  String need(int index, String what) throws ShellException {
    String word = word(index);
    if (word == null) {
      throw new ShellException("\\" + name + ": missing argument: " + what);
    }
    return word;
  }

  /**
   * Returns the unfinished statement, which the command consumes; otherwise the last executed
   * statement.
   */
  SqlText statement() throws ShellException {
    SqlText pending = pieces.pending();
    pieces.clear();
    SqlText found = pending == null ? previous : pending;
    if (found == null) {
      throw new ShellException("no statement before \\" + name);
    }
    return found;
  }

  /** Parses on or off; without an argument, inverts the current value. */
  boolean toggled(boolean now) throws ShellException {
    atMost(1);
    String word = word(0);
    if (word == null) {
      return !now;
    }
    return switch (word) {
      case "on" -> true;
      case "off" -> false;
      default -> throw new ShellException("\\" + name + ": expected on or off");
    };
  }
}
