package io.mosql.server.shell.input;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Lexer that splits input into statements, which end with a semicolon, and backslash commands,
 * which end with their line. Text in strings, quoted names and comments never ends a statement or
 * begins a command. A semicolon between parentheses ends the statement: it is never valid there,
 * and so the syntax error is reported immediately. Not thread-safe.
 */
public final class InputSplitter {
  /** Complete item of input. */
  public sealed interface Item {
    /** Line number of its beginning, from 1. */
    int line();
  }

  /**
   * Statement without its semicolon.
   *
   * @param text non-blank text, including comments in and before the statement
   */
  public record SqlText(String text, int line) implements Item {}

  /**
   * Backslash command.
   *
   * @param text from the backslash to the end of the line
   */
  public record MetaCommand(String text, int line) implements Item {}

  /** Unfinished element of the input, for the prompt. */
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

    /** Symbol shown in the prompt. */
    public String symbol() {
      return symbol;
    }
  }

  private enum Mode {
    PLAIN,
    TEXT,
    /** Text with backslash escapes: E'..'. */
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

  /** Returns a splitter in the same lexical state, without the input. */
  public InputSplitter copy() {
    InputSplitter copy = new InputSplitter();
    copy.mode = mode;
    copy.depth = depth;
    copy.hasWords = hasWords;
    return copy;
  }

  /** Adds a line, without its line terminator. */
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

  /** Processes a position outside of quotes and comments; returns the next position. */
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
    // A doubled quote is processed as the end of one string and the beginning of the next, which is
    // equivalent here, except for E'..'.
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

  /** Returns the next complete item, or null. */
  public @Nullable Item poll() {
    return pieces.poll();
  }

  /** Returns the unfinished statement, or null when there is none. */
  public @Nullable SqlText pending() {
    return hasWords ? new SqlText(statement.toString().strip(), statementLine) : null;
  }

  /** Discards the unfinished input. */
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
