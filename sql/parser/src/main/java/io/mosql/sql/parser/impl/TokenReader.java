package io.mosql.sql.parser.impl;

import io.mosql.core.error.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tokens of the generated parser for the hand-written grammar, by word. A word counts
 * whether or not the generated parser knows it as a keyword, unless it is quoted. Used by one
 * thread for one text.
 */
final class TokenReader {
  /** Behind the last character, wherever that is. */
  private static final SqlParserPos END = new SqlParserPos(Integer.MAX_VALUE, 1);

  private final MosqlParserImpl parser;

  TokenReader(MosqlParserImpl parser) {
    this.parser = parser;
  }

  /** Whether the next words are these, separated by blanks. */
  boolean at(String words) {
    int i = 1;
    for (String word : words.split(" ")) {
      if (!parser.getToken(i++).image.equalsIgnoreCase(word)) {
        return false;
      }
    }
    return true;
  }

  /** Skips these words if they come next, all or none. */
  boolean accept(String words) {
    if (!at(words)) {
      return false;
    }
    for (int i = words.split(" ").length; i > 0; i--) {
      parser.getNextToken();
    }
    return true;
  }

  /** Skips one of these words if one comes next. */
  boolean acceptAny(String... alternatives) {
    for (String words : alternatives) {
      if (accept(words)) {
        return true;
      }
    }
    return false;
  }

  /** Skips these words, which must come next. */
  void expect(String words) {
    for (String word : words.split(" ")) {
      if (!accept(word)) {
        throw unexpected("expected " + (isSymbol(word) ? "\"" + word + "\"" : word));
      }
    }
  }

  private static boolean isSymbol(String word) {
    return !Character.isLetter(word.charAt(0));
  }

  /** The next token in upper case, as the user wrote it (with quotes, if any). */
  String peek() {
    return parser.getToken(1).image.toUpperCase(Locale.ROOT);
  }

  int peekKind() {
    return parser.getToken(1).kind;
  }

  /** The kind of the token this many ahead; 1 is the next. */
  int peekKind(int ahead) {
    return parser.getToken(ahead).kind;
  }

  /** The token this many ahead in upper case, as {@link #peek()} for 1. */
  String peek(int ahead) {
    return parser.getToken(ahead).image.toUpperCase(Locale.ROOT);
  }

  /** Skips the next token, whatever it is. */
  String next() {
    return parser.getNextToken().image;
  }

  /** Whether the token just read is this word. */
  boolean previousIs(String word) {
    return parser.getToken(0).image.equalsIgnoreCase(word);
  }

  /** Where the next token begins. */
  SqlParserPos mark() {
    return position(parser.getToken(1));
  }

  /** Where the token just read is. */
  SqlParserPos previousPosition() {
    return position(parser.getToken(0));
  }

  /** From a mark to the end of the last token read. */
  SqlParserPos since(SqlParserPos start) {
    Token last = parser.getToken(0);
    return new SqlParserPos(start.getLineNum(), start.getColumnNum(), last.endLine, last.endColumn);
  }

  private static SqlParserPos position(Token token) {
    if (token.kind == MosqlParserImplConstants.EOF) {
      return END;
    }
    return new SqlParserPos(token.beginLine, token.beginColumn, token.endLine, token.endColumn);
  }

  /**
   * The error for text that no rule matches. The generated parser looks ahead before it goes on, so
   * what it stopped at is often a token too early: the furthest token that it looked at is the one
   * that fits nowhere.
   */
  GrammarException unmatched() {
    return unexpected(furthest(), "");
  }

  private Token furthest() {
    Token furthest = parser.getToken(1);
    while (furthest.next != null) {
      furthest = furthest.next;
    }
    return furthest;
  }

  /**
   * An error for text that no rule matches because it goes on with one of these words, or else
   * null.
   */
  @Nullable GrammarException refusedAt(Set<String> words, String message) {
    Token furthest = furthest();
    return words.contains(furthest.image.toUpperCase(Locale.ROOT))
        ? new GrammarException(position(furthest), SqlState.FEATURE_NOT_SUPPORTED, message)
        : null;
  }

  GrammarException unexpected(String hint) {
    return unexpected(parser.getToken(1), hint);
  }

  private static GrammarException unexpected(Token token, String hint) {
    String found =
        token.kind == MosqlParserImplConstants.EOF
            ? "syntax error at end of input"
            : "syntax error at or near \"" + token.image + "\"";
    return new GrammarException(position(token), hint.isEmpty() ? found : found + ": " + hint);
  }

  /** A name of one part. */
  SqlIdentifier name() throws ParseException {
    return parser.SimpleIdentifier();
  }

  /** A name of one or more parts. */
  SqlIdentifier qualifiedName() throws ParseException {
    return parser.CompoundTableIdentifier();
  }

  SqlNode expression() throws ParseException {
    return parser.ScalarExpression();
  }

  SqlNode query() throws ParseException {
    return parser.WholeQuery();
  }

  MosqlParserImpl parser() {
    return parser;
  }

  /** A string literal's content. */
  String string() {
    if (peekKind() != MosqlParserImplConstants.QUOTED_STRING) {
      throw unexpected("expected a string");
    }
    return SqlParserUtil.parseString(next());
  }

  /** A whole number, with or without sign. */
  long number() {
    boolean negative = accept("-");
    if (!negative) {
      accept("+");
    }
    SqlParserPos pos = mark();
    if (peekKind() != MosqlParserImplConstants.UNSIGNED_INTEGER_LITERAL) {
      throw unexpected("expected a number");
    }
    String digits = next();
    try {
      return Long.parseLong(negative ? "-" + digits : digits);
    } catch (NumberFormatException e) {
      throw new GrammarException(pos, "number out of range: " + digits);
    }
  }

  /** One or more items with commas between. */
  <T> List<T> list(Item<T> item) throws ParseException {
    List<T> items = new ArrayList<>();
    do {
      items.add(item.parse());
    } while (accept(","));
    return items;
  }

  /** Like {@link #list}, in parentheses. */
  <T> List<T> parenthesized(Item<T> item) throws ParseException {
    expect("(");
    List<T> items = list(item);
    expect(")");
    return items;
  }

  /** Skips a balanced parenthesis, which must come next. */
  void skipParentheses() {
    expect("(");
    int depth = 1;
    while (depth > 0) {
      if (peekKind() == MosqlParserImplConstants.EOF) {
        throw unexpected("expected \")\"");
      }
      String token = next();
      if (token.equals("(")) {
        depth++;
      } else if (token.equals(")")) {
        depth--;
      }
    }
  }

  /** What comes after the next token is read as statements that change rows have it. */
  void reserveDmlWords() {
    parser.token_source = new DmlTokenManager(parser.token_source);
  }

  /** Takes the INTO of a query out of what comes after the next token. */
  SelectIntoTokenManager extractInto() {
    SelectIntoTokenManager into = new SelectIntoTokenManager(parser.token_source);
    parser.token_source = into;
    return into;
  }

  /** Parses one thing. */
  @FunctionalInterface
  interface Item<T> {
    T parse() throws ParseException;
  }
}
