package io.mosql.server.shell.input;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Splits input into statements, which end with a semicolon, and backslash commands, which end with
 * their line. Strings, quoted names and comments are known: nothing in them ends a statement or
 * begins a command. A semicolon between parentheses does: nobody can mean it, and the error comes
 * at once. Not thread-safe.
 */
public final class InputSplitter {
  /** What a line of input came to. */
  public sealed interface Item {
    /** The line that it begins at, from 1. */
    int line();
  }

  /**
   * A statement without its semicolon.
   *
   * @param text not blank, with the comments in and before it
   */
  public record SqlText(String text, int line) implements Item {}

  /**
   * A command.
   *
   * @param text from the backslash to the end of the line
   */
  public record MetaCommand(String text, int line) implements Item {}

  /** What has been begun and not ended. */
  public enum PromptStatus {
    READY(""),
    CONTINUE("-"),
    PARENTHESIS("("),
    SINGLE_QUOTE("'"),
    DOUBLE_QUOTE("\""),
    BACKQUOTE("`"),
    COMMENT("/");

    private final String symbol;

    PromptStatus(String sign) {
      this.symbol = sign;
    }

    /** As prompts show it. */
    public String symbol() {
      return symbol;
    }
  }

  private enum Mode {
    PLAIN,
    TEXT,
    /** A text whose backslashes escape: E'..'. */
    ESCAPED_TEXT,
    NAME,
    BACKQUOTE,
    COMMENT
  }

  private final StringBuilder statement = new StringBuilder();
  private final Deque<Item> pieces = new ArrayDeque<>();
  private Mode mode = Mode.PLAIN;
  private int depth;
  private boolean begun;
  private boolean hasWords;
  private int line;
  private int statementLine;

  /** One that is inside of the same things; it has none of the pieces. */
  public InputSplitter copy() {
    InputSplitter copy = new InputSplitter();
    copy.mode = mode;
    copy.depth = depth;
    copy.hasWords = hasWords;
    return copy;
  }

  /** Takes a line without its end. */
  public void addLine(String text) {
    line++;
    if (statement.length() > 0) {
      statement.append('\n');
    }
    int at = 0;
    while (at < text.length()) {
      at = mode == Mode.PLAIN ? plain(text, at) : quoted(text, at);
    }
  }

  /** Reads at a place outside of quotes and comments; gives the place after. */
  private int plain(String text, int at) {
    char c = text.charAt(at);
    if (c == '\\') {
      if (!hasWords) {
        clear();
      }
      pieces.add(new MetaCommand(text.substring(at).strip(), line));
      return text.length();
    }
    if (c == ';') {
      end();
      return at + 1;
    }
    if (text.startsWith("--", at)) {
      return take(text, at, text.length());
    }
    if (text.startsWith("/*", at)) {
      mode = Mode.COMMENT;
      return take(text, at, at + 2);
    }
    switch (c) {
      case '\'' -> mode = isEscaped(text, at) ? Mode.ESCAPED_TEXT : Mode.TEXT;
      case '"' -> mode = Mode.NAME;
      case '`' -> mode = Mode.BACKQUOTE;
      case '(' -> depth++;
      case ')' -> depth = Math.max(0, depth - 1);
      default -> {}
    }
    hasWords |= !Character.isWhitespace(c);
    return take(text, at, at + 1);
  }

  private static boolean isEscaped(String text, int quote) {
    return quote > 0
        && (text.charAt(quote - 1) == 'E' || text.charAt(quote - 1) == 'e')
        && (quote == 1 || !Character.isJavaIdentifierPart(text.charAt(quote - 2)));
  }

  private int quoted(String text, int at) {
    char c = text.charAt(at);
    if (mode == Mode.COMMENT) {
      if (text.startsWith("*/", at)) {
        mode = Mode.PLAIN;
        return take(text, at, at + 2);
      }
      return take(text, at, at + 1);
    }
    if (mode == Mode.ESCAPED_TEXT && c == '\\') {
      return take(text, at, Math.min(text.length(), at + 2));
    }
    char end =
        switch (mode) {
          case NAME -> '"';
          case BACKQUOTE -> '`';
          default -> '\'';
        };
    // A doubled quote ends one piece and begins the next; the same, but for E'..', to us.
    if (c == end) {
      boolean doubled = text.startsWith("''", at) && mode == Mode.ESCAPED_TEXT;
      if (doubled) {
        return take(text, at, at + 2);
      }
      mode = Mode.PLAIN;
    }
    return take(text, at, at + 1);
  }

  private int take(String text, int from, int to) {
    if (!begun && !Character.isWhitespace(text.charAt(from))) {
      begun = true;
      statementLine = line;
    }
    statement.append(text, from, to);
    return to;
  }

  private void end() {
    if (hasWords) {
      pieces.add(new SqlText(statement.toString().strip(), statementLine));
    }
    clear();
  }

  /** The next piece that is whole, or null. */
  public @Nullable Item poll() {
    return pieces.poll();
  }

  /** The statement that has been begun, or null when there is none. */
  public @Nullable SqlText pending() {
    return hasWords ? new SqlText(statement.toString().strip(), statementLine) : null;
  }

  /** Forgets what has been begun. */
  public void clear() {
    statement.setLength(0);
    mode = Mode.PLAIN;
    depth = 0;
    begun = false;
    hasWords = false;
  }

  public PromptStatus promptStatus() {
    return switch (mode) {
      case TEXT, ESCAPED_TEXT -> PromptStatus.SINGLE_QUOTE;
      case NAME -> PromptStatus.DOUBLE_QUOTE;
      case BACKQUOTE -> PromptStatus.BACKQUOTE;
      case COMMENT -> PromptStatus.COMMENT;
      case PLAIN -> {
        if (!hasWords) {
          yield PromptStatus.READY;
        }
        yield depth > 0 ? PromptStatus.PARENTHESIS : PromptStatus.CONTINUE;
      }
    };
  }
}
