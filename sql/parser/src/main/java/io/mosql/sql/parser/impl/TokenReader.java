package io.mosql.sql.parser.impl;

import io.mosql.sql.parser.error.ParserErrorMessage;
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
 * A reader of the generated parser's tokens for the hand-written grammar, which compares tokens by
 * their words. An unquoted word matches whether or not it is a keyword of the generated parser.
 * Used by one thread for one text.
 */
final class TokenReader {
  /** A position after the last character of any text. */
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

  /** Skips these words if all of them come next; else skips none. */
  boolean accept(String words) {
    if (!at(words)) {
      return false;
    }
    for (int i = words.split(" ").length; i > 0; i--) {
      parser.getNextToken();
    }
    return true;
  }

  /** Skips one of these alternatives if one comes next. */
  boolean acceptAny(String... alternatives) {
    for (String words : alternatives) {
      if (accept(words)) {
        return true;
      }
    }
    return false;
  }

  /** Skips these words, or throws a syntax error if they do not come next. */
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

  /** Returns the next token in upper case, as written (with quotes, if any). */
  String peek() {
    return parser.getToken(1).image.toUpperCase(Locale.ROOT);
  }

  int peekKind() {
    return parser.getToken(1).kind;
  }

  /** Returns the kind of the token at this distance; 1 is the next one. */
  int peekKind(int ahead) {
    return parser.getToken(ahead).kind;
  }

  /** Returns the token at this distance in upper case; 1 is {@link #peek()}. */
  String peek(int ahead) {
    return parser.getToken(ahead).image.toUpperCase(Locale.ROOT);
  }

  /** Skips and returns the next token. */
  String next() {
    return parser.getNextToken().image;
  }

  /** Whether the last token read is this word. */
  boolean previousIs(String word) {
    return parser.getToken(0).image.equalsIgnoreCase(word);
  }

  /** Returns the position of the next token. */
  SqlParserPos mark() {
    return position(parser.getToken(1));
  }

  /** Returns the position of the last token read. */
  SqlParserPos previousPosition() {
    return position(parser.getToken(0));
  }

  /** Returns the range from a mark to the end of the last token read. */
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
   * Returns the error for text that no rule matches. The generated parser scans ahead before it
   * consumes tokens, so the token where it stops is often too early; the invalid token is the
   * furthest one that it scanned.
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
   * Returns an error for text that no rule matches because one of these words comes next; else
   * null.
   */
  @Nullable GrammarException refusedAt(Set<String> words, ParserErrorMessage message) {
    Token furthest = furthest();
    return words.contains(furthest.image.toUpperCase(Locale.ROOT))
        ? new GrammarException(position(furthest), message)
        : null;
  }

  GrammarException unexpected(String hint) {
    return unexpected(parser.getToken(1), hint);
  }

  private static GrammarException unexpected(Token token, String hint) {
    SqlParserPos pos = position(token);
    if (token.kind == MosqlParserImplConstants.EOF) {
      return hint.isEmpty()
          ? new GrammarException(pos, ParserErrorMessage.SYNTAX_ERROR_AT_END)
          : new GrammarException(pos, ParserErrorMessage.SYNTAX_ERROR_AT_END_EXPECTED, hint);
    }
    return hint.isEmpty()
        ? new GrammarException(pos, ParserErrorMessage.SYNTAX_ERROR_AT, token.image)
        : new GrammarException(pos, ParserErrorMessage.SYNTAX_ERROR_AT_EXPECTED, token.image, hint);
  }

  /** Reads a name of one part. */
  SqlIdentifier name() throws ParseException {
    return parser.SimpleIdentifier();
  }

  /** Reads the name of a relation, index or sequence, of one or more parts. */
  SqlIdentifier qualifiedName() throws ParseException {
    return DatabaseParser.relation(parser.CompoundTableIdentifier(), parser);
  }

  /** Reads the name of a column, of one or more parts. */
  SqlIdentifier columnName() throws ParseException {
    return DatabaseParser.column(parser.CompoundTableIdentifier(), parser);
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

  /** Reads a string literal and returns its value. */
  String string() {
    if (peekKind() != MosqlParserImplConstants.QUOTED_STRING) {
      throw unexpected("expected a string");
    }
    return SqlParserUtil.parseString(next());
  }

  /** Reads an integer, with or without a sign. */
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
      throw new GrammarException(pos, ParserErrorMessage.NUMBER_OUT_OF_RANGE, digits);
    }
  }

  /** Reads one or more items separated by commas. */
  <T> List<T> list(Item<T> item) throws ParseException {
    List<T> items = new ArrayList<>();
    do {
      items.add(item.parse());
    } while (accept(","));
    return items;
  }

  /** Reads a list as {@link #list} does, in parentheses. */
  <T> List<T> parenthesized(Item<T> item) throws ParseException {
    expect("(");
    List<T> items = list(item);
    expect(")");
    return items;
  }

  /** Skips a balanced pair of parentheses, which must come next. */
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

  /** Makes all tokens after the next one be read by the {@link DmlTokenManager}. */
  void reserveDmlWords() {
    parser.token_source = new DmlTokenManager(parser.token_source);
  }

  /** Removes the INTO clause of a query from the tokens after the next one. */
  SelectIntoTokenManager extractInto() {
    SelectIntoTokenManager into = new SelectIntoTokenManager(parser.token_source);
    parser.token_source = into;
    return into;
  }

  /** A parser of one list item. */
  @FunctionalInterface
  interface Item<T> {
    T parse() throws ParseException;
  }
}
