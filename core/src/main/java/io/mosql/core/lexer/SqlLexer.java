package io.mosql.core.lexer;

import io.mosql.core.lexer.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the tokens of SQL text. The texts of all tokens, one after the other, are the text
 * itself: white space and comments are tokens as well. Every text has tokens, also one that is not
 * valid SQL; a string, quoted name or comment without an end reaches to the end of the text.
 *
 * <p>The rules are those of the parser's grammar, except that the grammar accepts fewer characters
 * in names. Block comments nest. Linear in the text, without recursion, and without an object for
 * each token. Not thread-safe.
 */
public final class SqlLexer {
  /** Operators of several characters; one that another one begins with comes after it. */
  private static final String[] OPERATORS = {
    "<=>", "->>", "#>>", "@??", "<=", "<>", "<<", "<@", ">=", ">>", "->", "#>", "#-", "@>", "@?",
    "&&", "@@", "!=", "||", "=>", ":=", "::", "..", "??"
  };

  private final String sql;
  private Kind kind = Kind.WHITESPACE;
  private int start;
  private int end;

  /** What ends the current token, if that has no end. */
  private @Nullable String missing;

  /** The number of block comments that the current one is in, and itself. */
  private int depth;

  /** Whether a backslash hides the quote behind it. */
  private boolean escapes;

  public SqlLexer(String sql) {
    this(sql, 0);
  }

  /**
   * @param from offset at which a token begins
   */
  public SqlLexer(String sql, int from) {
    this.sql = sql;
    this.start = from;
    this.end = from;
  }

  /** Returns all tokens of a text. */
  public static List<SqlToken> tokens(String sql) {
    List<SqlToken> tokens = new ArrayList<>();
    SqlLexer lexer = new SqlLexer(sql);
    while (lexer.next()) {
      tokens.add(new SqlToken(lexer.kind, lexer.text(), lexer.start));
    }
    return tokens;
  }

  /**
   * Returns a lexer for the text that comes next, such as another line. Its first token is the rest
   * of the last token of this one, if that has no end.
   */
  public SqlLexer continuedBy(String text) {
    SqlLexer next = new SqlLexer(text, 0);
    next.kind = kind;
    next.missing = missing;
    next.escapes = escapes;
    next.depth = depth;
    return next;
  }

  /** Moves to the next token; returns false at the end of the text. */
  public boolean next() {
    start = end;
    if (start >= sql.length()) {
      return false;
    }
    if (missing != null) {
      if (kind == Kind.COMMENT) {
        skipComment(start);
      } else {
        skipThrough(missing, start);
      }
      return true;
    }
    char c = sql.charAt(start);
    if (isLetter(c)) {
      word(c);
    } else if (Character.isWhitespace(c)) {
      kind = Kind.WHITESPACE;
      end++;
      while (end < sql.length() && Character.isWhitespace(sql.charAt(end))) {
        end++;
      }
    } else if (isDigit(start) || c == '.' && isDigit(start + 1)) {
      number();
    } else {
      symbol(c);
    }
    return true;
  }

  public Kind kind() {
    return kind;
  }

  /** Offset of the token's first character, from 0. */
  public int start() {
    return start;
  }

  /** Offset behind the token's last character. */
  public int end() {
    return end;
  }

  public String text() {
    return sql.substring(start, end);
  }

  /** Whether the token is the keyword, in upper or lower case. */
  public boolean isWord(String word) {
    return kind == Kind.WORD
        && end - start == word.length()
        && sql.regionMatches(true, start, word, 0, word.length());
  }

  /** Whether the token is the symbol of one character. */
  public boolean isSymbol(char symbol) {
    return kind == Kind.SYMBOL && end - start == 1 && sql.charAt(start) == symbol;
  }

  /**
   * Returns what is missing at the end of the current string, quoted name or comment, such as its
   * quote; null when the token is complete.
   */
  public @Nullable String missing() {
    return missing;
  }

  /**
   * Returns the end of the opening delimiter of a dollar-quoted string that begins at a dollar
   * sign, or -1 when there is none; a tag is empty or a name without dollar signs.
   */
  public static int dollarDelimiter(CharSequence text, int start) {
    int i = start + 1;
    while (i < text.length()
        && text.charAt(i) != '$'
        && (isLetter(text.charAt(i)) || i > start + 1 && isDigit(text.charAt(i)))) {
      i++;
    }
    return i < text.length() && text.charAt(start) == '$' && text.charAt(i) == '$' ? i + 1 : -1;
  }

  private void word(char first) {
    kind = Kind.WORD;
    if (first == '$') {
      int opened = dollarDelimiter(sql, start);
      if (opened >= 0) {
        kind = Kind.STRING;
        escapes = false;
        skipThrough(sql.substring(start, opened), opened);
        return;
      }
    }
    end++;
    if ((first == 'u' || first == 'U')
        && sql.startsWith("&", end)
        && (sql.startsWith("'", end + 1) || sql.startsWith("\"", end + 1))) {
      quoted(end + 1, false);
      return;
    }
    while (end < sql.length() && (isLetter(sql.charAt(end)) || isDigit(end))) {
      end++;
    }
    boolean prefix =
        first == '_' ? end - start > 1 : end - start == 1 && "eExXnN".indexOf(first) >= 0;
    if (prefix && sql.startsWith("'", end)) {
      quoted(end, first == 'e' || first == 'E');
    }
  }

  private void number() {
    kind = Kind.NUMBER;
    skipDigits();
    if (sql.startsWith(".", end)) {
      end++;
      skipDigits();
    }
    if (end < sql.length() && (sql.charAt(end) == 'e' || sql.charAt(end) == 'E')) {
      boolean signed = sql.startsWith("+", end + 1) || sql.startsWith("-", end + 1);
      int exponent = end + (signed ? 2 : 1);
      if (isDigit(exponent)) {
        end = exponent;
        skipDigits();
      }
    }
  }

  private void skipDigits() {
    while (isDigit(end)) {
      end++;
    }
  }

  private void symbol(char c) {
    switch (c) {
      case '\'', '"', '`' -> quoted(start, false);
      case ';' -> single(Kind.SEMICOLON);
      case '?' -> {
        if (sql.startsWith("??", start)) {
          operator();
        } else {
          single(Kind.PARAMETER);
        }
      }
      case '-' -> {
        if (sql.startsWith("--", start)) {
          kind = Kind.COMMENT;
          while (end < sql.length() && sql.charAt(end) != '\n' && sql.charAt(end) != '\r') {
            end++;
          }
        } else {
          operator();
        }
      }
      case '/' -> {
        if (sql.startsWith("/*", start)) {
          kind = Kind.COMMENT;
          depth = 1;
          skipComment(start + 2);
        } else {
          single(Kind.SYMBOL);
        }
      }
      default -> operator();
    }
  }

  private void single(Kind of) {
    kind = of;
    end = start + 1;
  }

  private void operator() {
    single(Kind.SYMBOL);
    for (String operator : OPERATORS) {
      if (sql.startsWith(operator, start)) {
        end = start + operator.length();
        return;
      }
    }
  }

  /** A string or quoted name, whose opening quote is here. */
  private void quoted(int quote, boolean hasEscapes) {
    kind = sql.charAt(quote) == '\'' ? Kind.STRING : Kind.QUOTED_NAME;
    escapes = hasEscapes;
    skipThrough(sql.substring(quote, quote + 1), quote + 1);
  }

  /** Ends the token behind the end of the outermost comment. */
  private void skipComment(int from) {
    int i = from;
    while (depth > 0) {
      i = sql.indexOf('*', i);
      if (i < 0) {
        end = sql.length();
        missing = "*/";
        return;
      }
      if (sql.startsWith("/", i + 1)) {
        depth--;
        i += 2;
      } else if (i > from && sql.charAt(i - 1) == '/') {
        depth++;
        i++;
      } else {
        i++;
      }
    }
    end = i;
    missing = null;
  }

  /** Ends the token behind the delimiter; a doubled quote is none. */
  private void skipThrough(String delimiter, int from) {
    boolean quote = delimiter.length() == 1;
    int i = from;
    while (true) {
      int found = escapes ? unescaped(delimiter, i) : sql.indexOf(delimiter, i);
      if (found < 0) {
        end = sql.length();
        missing = delimiter;
        return;
      }
      i = found + delimiter.length();
      if (!quote || !sql.startsWith(delimiter, i)) {
        end = i;
        missing = null;
        return;
      }
      i++;
    }
  }

  /** Returns the offset of the first quote that no backslash escapes, or -1. */
  private int unescaped(String quote, int from) {
    int i = from;
    while (i < sql.length() && sql.charAt(i) != quote.charAt(0)) {
      i += sql.charAt(i) == '\\' ? 2 : 1;
    }
    return i < sql.length() ? i : -1;
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c == '_'
        || c == '$'
        || c >= 0x80 && !Character.isWhitespace(c);
  }

  private boolean isDigit(int i) {
    return i < sql.length() && isDigit(sql.charAt(i));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
