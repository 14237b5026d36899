package io.mosql.sql.parser;

import io.mosql.core.error.MosqlException;
import io.mosql.core.lexer.SqlLexer;
import io.mosql.core.lexer.SqlToken.Kind;
import io.mosql.sql.parser.error.ParserErrorMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pass over the tokens of SQL text before the parser: it limits nesting, since the parser is
 * recursive, turns hints into comments, and splits scripts into statements. Linear in the text.
 */
final class SqlScanner {
  /** Maximum nesting depth of parentheses and CASE expressions. */
  static final int MAX_NESTING = 100;

  /**
   * Maximum number of operators in one expression without a comma: the parser's precedence climbing
   * takes quadratic time in it.
   */
  static final int MAX_OPERATORS = 5_000;

  /**
   * Maximum number of tokens (words, numbers, strings and symbols) of one statement: each one
   * becomes objects in syntax trees.
   */
  static final int MAX_TOKENS = 1_000_000;

  /** Maximum number of digits of a number: parsing a number takes quadratic time in it. */
  static final int MAX_DIGITS = 4_000;

  private final SqlLexer token;
  private int tokens;
  private int operators;
  private int depth;

  private SqlScanner(String sql) {
    this.token = new SqlLexer(sql);
  }

  /**
   * Returns the text for the parser: of the same length, with hints turned into comments.
   *
   * @throws MosqlException 54001 when the text is nested too deeply or is too long
   */
  static String prepare(String sql) {
    return new SqlScanner(sql).prepared(sql);
  }

  /**
   * Counts the tokens of a text (words, numbers, strings and symbols), up to the point where a
   * limit is exceeded.
   */
  static int tokens(String sql) {
    SqlLexer token = new SqlLexer(sql);
    int tokens = 0;
    while (tokens < MAX_TOKENS && token.next()) {
      tokens += isBlank(token) ? 0 : 1;
    }
    return tokens;
  }

  /** Whether a text is nothing but blanks, complete comments and semicolons. */
  static boolean isEmpty(String sql) {
    SqlLexer token = new SqlLexer(sql);
    while (token.next()) {
      if (token.missing() != null || !isBlank(token) && token.kind() != Kind.SEMICOLON) {
        return false;
      }
    }
    return true;
  }

  /** Returns the statements of a script. */
  static List<String> split(String script) {
    List<String> statements = new ArrayList<>();
    SqlLexer token = new SqlLexer(script);
    int start = 0;
    boolean empty = true;
    while (token.next()) {
      if (token.kind() == Kind.SEMICOLON) {
        if (!empty) {
          statements.add(script.substring(start, token.start()).strip());
        }
        start = token.end();
        empty = true;
      } else {
        empty &= isBlank(token);
      }
    }
    if (!empty) {
      statements.add(script.substring(start).strip());
    }
    return statements;
  }

  private static boolean isBlank(SqlLexer token) {
    return token.kind() == Kind.WHITESPACE || token.kind() == Kind.COMMENT;
  }

  private String prepared(String sql) {
    StringBuilder changed = null;
    while (token.next()) {
      checkComplete();
      switch (token.kind()) {
        case WHITESPACE -> {}
        case COMMENT -> {
          if (sql.startsWith("/*", token.start())) {
            changed = plain(sql, changed);
          }
        }
        case NUMBER -> {
          countToken();
          checkDigits(sql);
        }
        case WORD -> {
          countToken();
          word();
        }
        case SYMBOL -> {
          countToken();
          symbol(sql.charAt(token.start()));
        }
        default -> countToken();
      }
    }
    return changed == null ? sql : changed.toString();
  }

  /**
   * Blanks what the parser does not take for the text of a comment: the sign of a hint, stars, and
   * the ends of comments within it.
   */
  private @Nullable StringBuilder plain(String sql, @Nullable StringBuilder changed) {
    int from = token.start() + 2;
    int to = token.end() - 2;
    StringBuilder made = changed;
    if (sql.startsWith("+", from)) {
      made = made == null ? new StringBuilder(sql) : made;
      made.setCharAt(from, ' ');
    }
    for (int i = sql.indexOf('*', from); i >= 0 && i < to; i = sql.indexOf('*', i + 1)) {
      made = made == null ? new StringBuilder(sql) : made;
      made.setCharAt(i, ' ');
    }
    return made;
  }

  private void countToken() {
    if (++tokens > MAX_TOKENS) {
      throw ParserErrorMessage.TOO_MANY_TOKENS.at(token.start() + 1, MAX_TOKENS);
    }
  }

  private void checkDigits(String sql) {
    if (token.end() - token.start() > MAX_DIGITS
        && sql.substring(token.start(), token.end()).chars().filter(Character::isDigit).count()
            > MAX_DIGITS) {
      throw ParserErrorMessage.TOO_MANY_DIGITS.error(MAX_DIGITS);
    }
  }

  /** CASE increases the nesting depth, END decreases it. */
  private void word() {
    if (token.isWord("case")) {
      enter();
    } else if (token.isWord("end")) {
      leave();
    } else if (token.isWord("or") || token.isWord("and")) {
      addOperator();
    }
  }

  private void symbol(char first) {
    switch (first) {
      case '(', '[' -> enter();
      case ')', ']' -> leave();
      case ',' -> operators = 0;
      case '+', '-', '*', '/', '<', '>', '=', '|', '%' -> addOperator();
      default -> {}
    }
  }

  private void addOperator() {
    if (++operators > MAX_OPERATORS) {
      throw ParserErrorMessage.TOO_MANY_OPERATORS.at(token.start() + 1, MAX_OPERATORS);
    }
  }

  private void enter() {
    if (++depth > MAX_NESTING) {
      throw ParserErrorMessage.NESTED_DEEPER_THAN.at(token.start() + 1, MAX_NESTING);
    }
  }

  private void leave() {
    depth = Math.max(depth - 1, 0);
  }

  private void checkComplete() {
    String missing = token.missing();
    if (missing != null) {
      String what =
          switch (missing.charAt(0)) {
            case '\'' -> "string";
            case '$' -> "dollar-quoted string";
            case '*' -> "comment";
            default -> "quoted name";
          };
      throw ParserErrorMessage.UNTERMINATED.at(token.start() + 1, what);
    }
  }
}
