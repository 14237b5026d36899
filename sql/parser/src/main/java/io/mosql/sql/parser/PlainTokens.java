package io.mosql.sql.parser;

import io.mosql.core.lexer.Keywords;
import io.mosql.core.lexer.SqlLexer;
import io.mosql.core.lexer.SqlToken.Kind;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the tokens of a plain statement, for readers that recognize frequent statements
 * without the grammar. It accepts only tokens that mean the same wherever they stand: ASCII names
 * without quotes that are no keywords of PostgreSQL but unreserved ones, numbers, and strings
 * without escapes. At any other token every method returns false or null, and the reader leaves the
 * statement to the grammar. Needs none of Calcite's tables. Not thread-safe.
 */
public final class PlainTokens {
  /** Maximum length of a plain statement; the parser limits and accounts for longer ones. */
  private static final int MAX_LENGTH = 10_000;

  /** Digits of numbers that fit into a long. */
  private static final int MAX_DIGITS = 18;

  /** Words that the grammar reserves and PostgreSQL does not know. */
  private static final Set<String> GRAMMAR_WORDS =
      Set.of(
          "asof",
          "current_default_transform_group",
          "current_path",
          "current_transform_group_for_type",
          "match_condition",
          "match_recognize",
          "minus",
          "multiset",
          "qualify",
          "system_user",
          "unnest");

  private final String sql;
  private final SqlLexer token;

  /** Whether there is a token that was not accepted yet. */
  private boolean present;

  /** Offset behind the last accepted token. */
  private int acceptedEnd;

  /** Offset of the last accepted token. */
  private int acceptedStart;

  private PlainTokens(String sql) {
    this.sql = sql;
    this.token = new SqlLexer(sql);
    advance();
  }

  /** Returns a cursor at the first token; null when the text is too long to be plain. */
  public static @Nullable PlainTokens of(String sql) {
    return sql.length() > MAX_LENGTH ? null : new PlainTokens(sql);
  }

  private void advance() {
    do {
      present = token.next();
    } while (present && token.kind() == Kind.WHITESPACE);
  }

  private boolean accept(boolean matches) {
    if (present && matches) {
      acceptedStart = token.start();
      acceptedEnd = token.end();
      advance();
      return true;
    }
    return false;
  }

  /** Accepts a keyword. */
  public boolean word(String keyword) {
    return accept(token.isWord(keyword));
  }

  /** Accepts keywords; returns false behind the first ones when not all follow. */
  public boolean words(String first, String second) {
    return word(first) && word(second);
  }

  /** Accepts a symbol of one character. */
  public boolean symbol(char symbol) {
    return accept(token.isSymbol(symbol));
  }

  /** Whether the next token is this symbol. */
  public boolean atSymbol(char symbol) {
    return present && token.isSymbol(symbol);
  }

  /** Accepts a parameter. */
  public boolean parameter() {
    return accept(token.kind() == Kind.PARAMETER);
  }

  /** Accepts a name and returns it in lower case; returns null at any other token. */
  public @Nullable String name() {
    if (!present
        || token.kind() != Kind.WORD
        || token.end() - token.start() > MosqlParser.MAX_IDENTIFIER_LENGTH) {
      return null;
    }
    for (int i = token.start(); i < token.end(); i++) {
      char c = sql.charAt(i);
      if (c == '$' || c >= 0x80) {
        return null;
      }
    }
    String name = token.text().toLowerCase(Locale.ROOT);
    return !Keywords.isKeyword(name) && !GRAMMAR_WORDS.contains(name) && accept(true) ? name : null;
  }

  /** Accepts a string and returns its value; null at one with a prefix, or any other token. */
  public @Nullable String string() {
    if (!present
        || token.kind() != Kind.STRING
        || token.missing() != null
        || sql.charAt(token.start()) != '\'') {
      return null;
    }
    for (int i = token.start() + 1; i < token.end() - 1; i++) {
      char c = sql.charAt(i);
      if (c < ' ' || c > '~' || c == '\'' || c == '\\') {
        return null;
      }
    }
    String value = sql.substring(token.start() + 1, token.end() - 1);
    accept(true);
    // Two strings one after the other may be one.
    return present && token.kind() == Kind.STRING ? null : value;
  }

  /** Accepts a number of digits only, and returns them; null at any other token. */
  public @Nullable String digits() {
    if (!present || token.kind() != Kind.NUMBER || token.end() - token.start() > MAX_DIGITS) {
      return null;
    }
    for (int i = token.start(); i < token.end(); i++) {
      if (sql.charAt(i) < '0' || sql.charAt(i) > '9') {
        return null;
      }
    }
    // 1a is one token of the grammar.
    if (token.end() < sql.length() && Character.isLetter(sql.charAt(token.end()))) {
      return null;
    }
    String digits = token.text();
    accept(true);
    return digits;
  }

  /** Accepts the end of the statement, with or without semicolon. */
  public boolean end() {
    accept(present && token.kind() == Kind.SEMICOLON);
    return !present;
  }

  /** Offset of the last accepted token. */
  int start() {
    return acceptedStart;
  }

  /** Position of the text from an offset to the end of the last accepted token. */
  SqlParserPos since(int start) {
    int line = 1;
    int lineStart = 0;
    int startLine = 1;
    int startColumn = start + 1;
    for (int i = 0; i < acceptedEnd - 1; i++) {
      if (sql.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
        if (i < start) {
          startLine = line;
          startColumn = start - i;
        }
      }
    }
    return new SqlParserPos(startLine, startColumn, line, acceptedEnd - lineStart);
  }
}
