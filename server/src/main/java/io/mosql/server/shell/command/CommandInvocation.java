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
 * @param words its arguments; see {@code CommandArguments}
 * @param rest what stands after the name, as it stands
 * @param pieces with the statement that may have been begun
 * @param previous the statement that was run last, or null
 * @param place where it stands
 */
public record CommandInvocation(
    String name,
    List<String> words,
    String rest,
    InputSplitter pieces,
    @Nullable SqlText previous,
    InputSource place) {
  /** The argument at a place, from 0, or null. */
  @Nullable String word(int index) {
    return index < words.size() ? words.get(index) : null;
  }

  /** Refuses more arguments than these. */
  void atMost(int count) throws ShellException {
    if (words.size() > count) {
      throw new ShellException("\\" + name + " takes no " + words.get(count) + " here");
    }
  }

  /** An argument that has to be there. */
  String need(int index, String what) throws ShellException {
    String word = word(index);
    if (word == null) {
      throw new ShellException("\\" + name + " needs " + what);
    }
    return word;
  }

  /**
   * The statement that has been begun, which is this command's then; else the one that ran last.
   */
  SqlText statement() throws ShellException {
    SqlText pending = pieces.pending();
    pieces.clear();
    SqlText found = pending == null ? previous : pending;
    if (found == null) {
      throw new ShellException("there is no statement before \\" + name);
    }
    return found;
  }

  /** On, off, or the opposite of what is. */
  boolean toggled(boolean now) throws ShellException {
    atMost(1);
    String word = word(0);
    if (word == null) {
      return !now;
    }
    return switch (word) {
      case "on" -> true;
      case "off" -> false;
      default -> throw new ShellException("\\" + name + " is on or off");
    };
  }
}
