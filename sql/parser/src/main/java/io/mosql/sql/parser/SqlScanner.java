package io.mosql.sql.parser;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.parser.impl.DollarQuotes;
import java.util.ArrayList;
import java.util.List;

/**
 * A scanner that splits SQL text into strings, quoted names, comments and everything else, without
 * parsing it: to limit nesting before the recursive parser runs, to turn hints into comments, and
 * to split scripts into statements. Linear in the text.
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

  private final String sql;
  private int i;
  private int tokens;
  private int operators;
  private int digits;

  /** Whether the limits are enforced: they apply to single statements, not to scripts. */
  private boolean bounded;

  private boolean unterminated;

  private SqlScanner(String sql) {
    this.sql = sql;
  }

  /**
   * Returns the text for the parser: of the same length, with hints turned into comments.
   *
   * @throws MosqlException 54001 when the text is nested too deeply or is too long
   */
  static String prepare(String sql) {
    return new SqlScanner(sql).prepare();
  }

  /**
   * Counts the tokens of a text (words, numbers, strings and symbols), up to the point where a
   * limit is exceeded.
   */
  static int tokens(String sql) {
    SqlScanner scanner = new SqlScanner(sql);
    while (scanner.i < sql.length() && scanner.tokens < MAX_TOKENS) {
      scanner.tokens++;
      char c = sql.charAt(scanner.i);
      if (Character.isWhitespace(c)) {
        scanner.tokens--;
        scanner.i++;
      } else if (isLetter(c) || Character.isDigit(c)) {
        scanner.word();
      } else {
        scanner.skip();
      }
    }
    return scanner.tokens;
  }

  /** Returns the statements of a script. */
  static List<String> split(String script) {
    return new SqlScanner(script).split();
  }

  private String prepare() {
    StringBuilder changed = null;
    int depth = 0;
    bounded = true;
    while (i < sql.length()) {
      char c = sql.charAt(i);
      countToken(c);
      if (c == '/' && sql.startsWith("/*+", i)) {
        changed = changed == null ? new StringBuilder(sql) : changed;
        changed.setCharAt(i + 2, ' ');
      }
      if (c == '(' || c == '[') {
        depth++;
        checkDepth(depth);
      } else if (c == ')' || c == ']') {
        depth = Math.max(depth - 1, 0);
      }
      if (isLetter(c)) {
        int start = i;
        depth = Math.max(depth + word(), 0);
        checkDepth(depth);
        checkTerminated(start);
      } else {
        countOperator(c);
        int start = i;
        skip();
        checkTerminated(start);
      }
    }
    return changed == null ? sql : changed.toString();
  }

  /** Counts the digits of a number as one token, although each one is skipped separately. */
  private void countToken(char c) {
    boolean within = Character.isDigit(c) && i > 0 && Character.isDigit(sql.charAt(i - 1));
    digits = within ? digits + 1 : 0;
    if (digits > MAX_DIGITS) {
      throw new MosqlException(
          SqlState.NUMBER_OUT_OF_RANGE, "a number has more than " + MAX_DIGITS + " digits");
    }
    if (!within && !Character.isWhitespace(c) && ++tokens > MAX_TOKENS) {
      throw new MosqlException(
          SqlState.STATEMENT_TOO_COMPLEX,
          "a statement has more than " + MAX_TOKENS + " words and signs",
          i + 1,
          null);
    }
  }

  private void countOperator(char c) {
    if (c == ',') {
      operators = 0;
    } else if ("+-*/<>=|%".indexOf(c) >= 0) {
      addOperator();
    }
  }

  private void addOperator() {
    if (bounded && ++operators > MAX_OPERATORS) {
      throw new MosqlException(
          SqlState.STATEMENT_TOO_COMPLEX,
          "an expression has more than " + MAX_OPERATORS + " operators",
          i + 1,
          null);
    }
  }

  private void checkDepth(int depth) {
    if (depth > MAX_NESTING) {
      throw new MosqlException(
          SqlState.STATEMENT_TOO_COMPLEX,
          "statement is nested more than " + MAX_NESTING + " levels deep",
          i + 1,
          null);
    }
  }

  private void checkTerminated(int start) {
    if (unterminated) {
      String what =
          switch (sql.charAt(start)) {
            case '\'' -> "string";
            case '$' -> "dollar-quoted string";
            case '/' -> "comment";
            default -> "quoted name";
          };
      throw new MosqlException(
          SqlState.SYNTAX_ERROR, "syntax error: unterminated " + what, start + 1, null);
    }
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
  }

  /** Skips a word; CASE increases the nesting depth, END decreases it. */
  private int word() {
    int start = i;
    if (sql.charAt(i) == '$' && skipDollarQuoted()) {
      return 0;
    }
    while (i < sql.length() && (isLetter(sql.charAt(i)) || Character.isDigit(sql.charAt(i)))) {
      i++;
    }
    int length = i - start;
    if (length == 1 && sql.regionMatches(true, start, "e'", 0, 2)) {
      skipEscapedString();
      return 0;
    }
    if (length == 2 && sql.regionMatches(true, start, "or", 0, 2)
        || length == 3 && sql.regionMatches(true, start, "and", 0, 3)) {
      addOperator();
    }
    if (length == 4 && sql.regionMatches(true, start, "case", 0, 4)) {
      return 1;
    }
    return length == 3 && sql.regionMatches(true, start, "end", 0, 3) ? -1 : 0;
  }

  /** Skips a string with backslash escapes, from its opening quote. */
  private void skipEscapedString() {
    i++;
    while (i < sql.length() && sql.charAt(i) != '\'') {
      i += sql.charAt(i) == '\\' ? 2 : 1;
    }
    i = Math.min(i + 1, sql.length());
  }

  private boolean skipDollarQuoted() {
    int text = DollarQuotes.opening(sql, i);
    if (text < 0) {
      return false;
    }
    int end = sql.indexOf(sql.substring(i, text), text);
    unterminated |= end < 0;
    i = end < 0 ? sql.length() : end + text - i;
    return true;
  }

  private List<String> split() {
    List<String> statements = new ArrayList<>();
    int start = 0;
    boolean empty = true;
    while (i < sql.length()) {
      char c = sql.charAt(i);
      if (c == ';') {
        if (!empty) {
          statements.add(sql.substring(start, i).strip());
        }
        start = ++i;
        empty = true;
      } else {
        boolean comment = sql.startsWith("--", i) || sql.startsWith("/*", i);
        empty &= comment || Character.isWhitespace(c);
        if (isLetter(c)) {
          word();
        } else {
          skip();
        }
      }
    }
    if (!empty) {
      statements.add(sql.substring(start).strip());
    }
    return statements;
  }

  /** Skips a string, a quoted name, a comment, or one character. */
  private void skip() {
    char c = sql.charAt(i);
    if (c == '\'' || c == '"' || c == '`') {
      int end = sql.indexOf(c, i + 1);
      unterminated |= end < 0;
      i = end < 0 ? sql.length() : end + 1;
    } else if (sql.startsWith("--", i)) {
      while (i < sql.length() && sql.charAt(i) != '\n' && sql.charAt(i) != '\r') {
        i++;
      }
    } else if (sql.startsWith("/*", i)) {
      int end = sql.indexOf("*/", i + 2);
      unterminated |= end < 0;
      i = end < 0 ? sql.length() : end + 2;
    } else {
      i++;
    }
  }
}
