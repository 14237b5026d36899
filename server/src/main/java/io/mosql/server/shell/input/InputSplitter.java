package io.mosql.server.shell.input;

import io.mosql.core.lexer.SqlLexer;
import io.mosql.core.lexer.SqlToken.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Splitter of input into statements, which end with a semicolon, and backslash commands, which end
 * with their line. Text in strings, quoted names and comments never ends a statement or begins a
 * command. A semicolon between parentheses ends the statement: it is never valid there, and so the
 * syntax error is reported immediately. Not thread-safe.
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
    DOLLAR_QUOTE("$"),
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

  private final StringBuilder statement = new StringBuilder();
  private final Deque<Item> pieces = new ArrayDeque<>();

  /** The lexer of the last line, which knows the token that has no end yet. */
  private SqlLexer token = new SqlLexer("");

  private int depth;
  private boolean begun;
  private boolean hasWords;
  private int line;
  private int statementLine;

  /** Returns a splitter in the same lexical state, without the input. */
  public InputSplitter copy() {
    InputSplitter copy = new InputSplitter();
    copy.token = token;
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
    token = token.continuedBy(text);
    while (token.next()) {
      if (token.isSymbol('\\')) {
        command(text.substring(token.start()).strip());
        return;
      }
      switch (token.kind()) {
        case SEMICOLON -> end();
        case WHITESPACE, COMMENT -> take(text);
        default -> {
          depth = token.isSymbol('(') ? depth + 1 : depth;
          depth = token.isSymbol(')') ? Math.max(0, depth - 1) : depth;
          hasWords = true;
          take(text);
        }
      }
    }
  }

  private void command(String text) {
    token = new SqlLexer("");
    if (!hasWords) {
      clear();
    }
    pieces.add(new MetaCommand(text, line));
  }

  private void take(String text) {
    if (!begun && token.kind() != Kind.WHITESPACE) {
      begun = true;
      statementLine = line;
    }
    statement.append(text, token.start(), token.end());
  }

  private void end() {
    if (hasWords) {
      pieces.add(new SqlText(statement.toString().strip(), statementLine));
    }
    begin();
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
    token = new SqlLexer("");
    begin();
  }

  private void begin() {
    statement.setLength(0);
    depth = 0;
    begun = false;
    hasWords = false;
  }

  public PromptStatus promptStatus() {
    String missing = token.missing();
    if (missing == null) {
      if (!hasWords) {
        return PromptStatus.READY;
      }
      return depth > 0 ? PromptStatus.PARENTHESIS : PromptStatus.CONTINUE;
    }
    return switch (missing.charAt(0)) {
      case '\'' -> PromptStatus.SINGLE_QUOTE;
      case '"' -> PromptStatus.DOUBLE_QUOTE;
      case '`' -> PromptStatus.BACKQUOTE;
      case '$' -> PromptStatus.DOLLAR_QUOTE;
      default -> PromptStatus.COMMENT;
    };
  }
}
