package io.mosql.sql.parser.impl;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A token manager that makes the words which PostgreSQL does not reserve, and Calcite's grammar
 * does, identifiers wherever they are names: by the tokens beside them. {@code ROW (} begins a row,
 * {@code row =} is a column. Behind a dot every word is a name, and behind the value of a select
 * list every word that a comma, FROM or the end follows. Used by one thread.
 */
final class ContextualKeywords extends MosqlParserImplTokenManager {
  /** Reserved words behind which a value or a name begins. */
  private static final BitSet BEFORE_VALUES =
      kinds(
          "ALL",
          "AND",
          "ANY",
          "AS",
          "ASYMMETRIC",
          "BETWEEN",
          "BY",
          "CASE",
          "COLUMN",
          "CONSTRAINT",
          "DEFAULT",
          "DISTINCT",
          "ELSE",
          "EXCEPT",
          "FROM",
          "HAVING",
          "ILIKE",
          "IN",
          "INTERSECT",
          "INTO",
          "IS",
          "JOIN",
          "LATERAL",
          "LIKE",
          "LIMIT",
          "NOT",
          "OFFSET",
          "ON",
          "OR",
          "RETURNING",
          "SELECT",
          "SET",
          "SOME",
          "SYMMETRIC",
          "TABLE",
          "THEN",
          "UNION",
          "USING",
          "VALUES",
          "WHEN",
          "WHERE",
          "WITH");

  /** Words and symbols behind a name that do not begin a value. */
  private static final Set<String> BEHIND_NAMES =
      Set.of(
          "*", "+", "/", "<", "<=", "<>", "=", ">", ">=", "AS", "CHECK", "IN", "IS", "JOIN", "LIKE",
          "ON", "USING", "WHERE", "||");

  /** Words that end a select list. */
  private static final BitSet BEHIND_SELECT_LISTS =
      kinds(
          "EXCEPT",
          "FETCH",
          "FOR",
          "FROM",
          "GROUP",
          "HAVING",
          "INTERSECT",
          "INTO",
          "LIMIT",
          "OFFSET",
          "ORDER",
          "UNION",
          "WHERE",
          "WINDOW");

  /** Reserved words that PostgreSQL takes as names of columns of a select list without AS. */
  private static final BitSet BARE_LABELS =
      kinds(
          "ALL",
          "AND",
          "ANY",
          "ASYMMETRIC",
          "BOTH",
          "CASE",
          "CAST",
          "CHECK",
          "COLLATE",
          "COLUMN",
          "CONSTRAINT",
          "CROSS",
          "CURRENT_CATALOG",
          "CURRENT_DATE",
          "CURRENT_ROLE",
          "CURRENT_SCHEMA",
          "CURRENT_TIME",
          "CURRENT_TIMESTAMP",
          "CURRENT_USER",
          "DEFAULT",
          "DISTINCT",
          "ELSE",
          "END",
          "FALSE",
          "FOREIGN",
          "FULL",
          "IN",
          "INNER",
          "IS",
          "JOIN",
          "LATERAL",
          "LEADING",
          "LEFT",
          "LIKE",
          "LOCALTIME",
          "LOCALTIMESTAMP",
          "NATURAL",
          "NOT",
          "NULL",
          "OR",
          "OUTER",
          "PRIMARY",
          "REFERENCES",
          "RIGHT",
          "SELECT",
          "SESSION_USER",
          "SOME",
          "SYMMETRIC",
          "TABLE",
          "TABLESAMPLE",
          "THEN",
          "TRAILING",
          "TRUE",
          "UNIQUE",
          "USER",
          "USING",
          "WHEN");

  /** Words that are names, or functions in FROM, by what stands beside them. */
  private static final BitSet UNRESERVED =
      kinds(
          "BETWEEN",
          "BY",
          "CURRENT",
          "CURRENT_CATALOG",
          "CURRENT_ROLE",
          "CURRENT_SCHEMA",
          "CURRENT_USER",
          "CURSOR",
          "DELETE",
          "EXISTS",
          "GROUPING",
          "INSERT",
          "INTERVAL",
          "INTO",
          "MERGE",
          "NEW",
          "OVER",
          "PARTITION",
          "RANGE",
          "ROLLUP",
          "ROW",
          "ROWS",
          "SESSION_USER",
          "SET",
          "UNKNOWN",
          "UPDATE",
          "USER",
          "VALUES");

  private static final BitSet KEYWORDS = keywords();

  private final MosqlParserImplTokenManager tokens;
  private final List<Token> ahead = new ArrayList<>();
  private final Deque<Parentheses> outer = new ArrayDeque<>();
  private Parentheses inner = new Parentheses(false, false);
  private final String statement;
  private Token previous;
  private Token beforePrevious;
  private boolean endsValue;
  private boolean endedValue;

  ContextualKeywords(MosqlParserImplTokenManager tokens) {
    super(new SimpleCharStream(new StringReader("")));
    this.tokens = tokens;
    this.previous = new Token();
    previous.image = "";
    this.beforePrevious = previous;
    this.statement = word(peek(1));
  }

  private static BitSet kinds(String... words) {
    BitSet kinds = new BitSet();
    for (int kind = 0; kind < MosqlParserImplConstants.tokenImage.length; kind++) {
      String image = MosqlParserImplConstants.tokenImage[kind];
      if (List.of(words).contains(image.substring(1, image.length() - 1))) {
        kinds.set(kind);
      }
    }
    return kinds;
  }

  private static BitSet keywords() {
    BitSet kinds = new BitSet();
    for (int kind = 0; kind < MosqlParserImplConstants.tokenImage.length; kind++) {
      String image = MosqlParserImplConstants.tokenImage[kind];
      if (image.charAt(0) == '"' && Character.isLetter(image.charAt(1))) {
        kinds.set(kind);
      }
    }
    return kinds;
  }

  private static boolean is(BitSet kinds, Token token) {
    return kinds.get(token.kind);
  }

  /** What is known of the tokens between two parentheses. */
  private static final class Parentheses {
    /** Whether these are the parentheses of a window. */
    private final boolean ofWindow;

    /** Whether these are the parentheses of MATCH_RECOGNIZE, which is not supported. */
    private final boolean ofPattern;

    private boolean windowClause;
    private boolean selectList;
    private int cases;

    Parentheses(boolean ofWindow, boolean ofPattern) {
      this.ofWindow = ofWindow;
      this.ofPattern = ofPattern;
    }
  }

  @Override
  public Token getNextToken() {
    Token token = peek(1);
    if (isName(token)) {
      token.kind = MosqlParserImplConstants.IDENTIFIER;
    }
    ahead.remove(0);
    follow(token);
    endedValue = endsValue;
    endsValue = endsValue(token);
    beforePrevious = previous;
    previous = token;
    return token;
  }

  /** Returns a token without reading it; 1 is the next one. */
  private Token peek(int distance) {
    while (ahead.size() < distance) {
      ahead.add(tokens.getNextToken());
    }
    return ahead.get(distance - 1);
  }

  private static String word(Token token) {
    return token.image.toUpperCase(Locale.ROOT);
  }

  private void follow(Token token) {
    switch (token.kind) {
      case MosqlParserImplConstants.LPAREN -> {
        boolean window =
            previous.kind == MosqlParserImplConstants.OVER
                || inner.windowClause && previous.kind == MosqlParserImplConstants.AS;
        outer.push(inner);
        inner = new Parentheses(window, previous.kind == MosqlParserImplConstants.MATCH_RECOGNIZE);
      }
      case MosqlParserImplConstants.RPAREN -> {
        if (!outer.isEmpty()) {
          inner = outer.pop();
        }
      }
      case MosqlParserImplConstants.SELECT -> inner.selectList = true;
      case MosqlParserImplConstants.CASE -> inner.cases++;
      case MosqlParserImplConstants.END -> inner.cases--;
      default -> {
        if (inner.selectList && is(BEHIND_SELECT_LISTS, token)) {
          inner.selectList = token.kind == MosqlParserImplConstants.FROM && isDistinctFrom(token);
        }
        inner.windowClause |= token.kind == MosqlParserImplConstants.WINDOW;
      }
    }
  }

  private boolean isDistinctFrom(Token token) {
    return token.kind == MosqlParserImplConstants.FROM
        && previous.kind == MosqlParserImplConstants.DISTINCT
        && (beforePrevious.kind == MosqlParserImplConstants.IS
            || beforePrevious.kind == MosqlParserImplConstants.NOT);
  }

  /** Whether a value or a name ends with this token, so that an operator or a clause follows. */
  private static boolean endsValue(Token token) {
    return switch (token.kind) {
      case MosqlParserImplConstants.RPAREN,
          MosqlParserImplConstants.RBRACKET,
          MosqlParserImplConstants.HOOK,
          MosqlParserImplConstants.IDENTIFIER ->
          true;
      default -> {
        char first = token.image.isEmpty() ? ',' : token.image.charAt(0);
        yield first == '\''
            || first == '"'
            || first == '`'
            || Character.isDigit(first)
            || first == '.' && token.image.length() > 1
            || Character.isLetter(first) && !is(BEFORE_VALUES, token);
      }
    };
  }

  /** Whether a keyword of the generated parser is a name here. */
  private boolean isName(Token token) {
    if (previous.kind == MosqlParserImplConstants.DOT) {
      return is(KEYWORDS, token);
    }
    boolean label = inner.selectList && endsValue && is(BARE_LABELS, token);
    if (!label && !is(UNRESERVED, token) || previous.image.isEmpty() || inner.ofPattern) {
      return false;
    }
    Token next = peek(2);
    return switch (word(token)) {
      // what follows AS is read as INTO before the generated parser reads it
      case "INTO" -> inner.selectList && previous.kind == MosqlParserImplConstants.AS;
      case "CURRENT_CATALOG",
          "CURRENT_ROLE",
          "CURRENT_SCHEMA",
          "CURRENT_USER",
          "SESSION_USER",
          "USER" ->
          isFunctionInFrom(next) || label && isBareLabel(token, next);
      default ->
          label
              ? isBareLabel(token, next)
              : next.kind == MosqlParserImplConstants.DOT
                  || isNameOfQuery(next)
                  || isUnreservedName(token, next);
    };
  }

  private boolean isFunctionInFrom(Token next) {
    return next.kind == MosqlParserImplConstants.LPAREN
        && (previous.kind == MosqlParserImplConstants.FROM
            || previous.kind == MosqlParserImplConstants.JOIN
            || previous.kind == MosqlParserImplConstants.LPAREN
                && beforePrevious.kind == MosqlParserImplConstants.TABLE);
  }

  /** Whether the next token is behind the name of a query in WITH. */
  private boolean isNameOfQuery(Token next) {
    return previous.kind == MosqlParserImplConstants.WITH
        && (next.kind == MosqlParserImplConstants.AS
            || next.kind == MosqlParserImplConstants.LPAREN);
  }

  private boolean isUnreservedName(Token token, Token next) {
    boolean parenthesis = next.kind == MosqlParserImplConstants.LPAREN && !isRelation();
    return switch (word(token)) {
      case "BETWEEN" -> !isBetween(next);
      case "BY" ->
          previous.kind != MosqlParserImplConstants.GROUP
              && previous.kind != MosqlParserImplConstants.ORDER
              && previous.kind != MosqlParserImplConstants.PARTITION;
      case "CURRENT" ->
          next.kind != MosqlParserImplConstants.ROW
              && !(word(next).equals("VALUE") && word(peek(3)).equals("FOR"));
      case "EXISTS", "GROUPING" -> !parenthesis && !word(next).equals("SETS");
      case "ROLLUP" -> !parenthesis && previous.kind != MosqlParserImplConstants.WITH;
      case "DELETE", "INSERT", "MERGE", "UPDATE" -> !beginsStatement(token, next);
      case "INTERVAL" -> !parenthesis && !isInterval(next);
      case "OVER" ->
          previous.kind != MosqlParserImplConstants.RPAREN && !word(previous).equals("NULLS");
      case "PARTITION" ->
          next.kind != MosqlParserImplConstants.BY
              || !endsValue && previous.kind != MosqlParserImplConstants.LPAREN;
      case "RANGE" -> !isFrame();
      case "ROW" -> !parenthesis && !isCounted(next);
      case "ROWS" -> !isFrame() && !isCounted(next);
      case "UNKNOWN" ->
          !(next.kind == MosqlParserImplConstants.ON && word(peek(3)).equals("ERROR"))
              && previous.kind != MosqlParserImplConstants.IS
              && !(previous.kind == MosqlParserImplConstants.NOT
                  && beforePrevious.kind == MosqlParserImplConstants.IS);
      case "SET" ->
          !endsValue
              || isRelation()
              || word(previous).equals("UPDATE")
              || endsSelectItem(next)
              || BEHIND_NAMES.contains(word(next));
      case "VALUES" ->
          !parenthesis
              && !beginsConstant(next)
              && !(next.kind == MosqlParserImplConstants.EOF && statement.equals("INSERT"));
      default -> true; // CURSOR and NEW begin nothing that is supported
    };
  }

  /** Whether a change of rows begins, or JDBC's function INSERT. */
  private boolean beginsStatement(Token token, Token next) {
    if (previous.kind == MosqlParserImplConstants.LBRACE_FN) {
      return true;
    }
    return previous.kind == MosqlParserImplConstants.LPAREN
        && (next.kind == MosqlParserImplConstants.INTO
            || next.kind == MosqlParserImplConstants.FROM
            || token.kind == MosqlParserImplConstants.UPDATE
                && !endsSelectItem(next)
                && isSetAhead());
  }

  /** Whether SET comes behind a name with an alias. */
  private boolean isSetAhead() {
    for (int distance = 3; distance <= 6; distance++) {
      if (word(peek(distance)).equals("SET")) {
        return true;
      }
    }
    return false;
  }

  /** Whether a relation is named here, whose columns may follow in parentheses. */
  private boolean isRelation() {
    return switch (word(previous)) {
      case "INTO", "JOIN", "ONLY", "REFERENCES", "TABLE" -> true;
      case "FROM" -> beforePrevious.kind != MosqlParserImplConstants.DISTINCT;
      case "ON" -> statement.equals("CREATE");
      case "EXISTS" -> word(beforePrevious).equals("IF") || word(beforePrevious).equals("NOT");
      case "TRUNCATE", "UPDATE", "VIEW" ->
          statement.equals("CREATE") || statement.equals(word(previous));
      default -> false;
    };
  }

  private boolean isBetween(Token next) {
    boolean behindValue =
        endsValue || previous.kind == MosqlParserImplConstants.NOT && endedValue || frameUnit();
    return behindValue
        && !isRelation()
        && !endsSelectItem(next)
        && (next.kind == MosqlParserImplConstants.PLUS || !BEHIND_NAMES.contains(word(next)));
  }

  private boolean frameUnit() {
    return previous.kind == MosqlParserImplConstants.ROWS
        || previous.kind == MosqlParserImplConstants.RANGE
        || previous.kind == MosqlParserImplConstants.GROUPS;
  }

  private boolean isFrame() {
    return inner.ofWindow && (endsValue || previous.kind == MosqlParserImplConstants.LPAREN);
  }

  /** Whether ROW or ROWS is part of FETCH, OFFSET or CURRENT ROW. */
  private boolean isCounted(Token next) {
    return switch (word(previous)) {
      case "CURRENT", "PERCENT" -> true;
      case "FIRST", "NEXT" -> next.kind == MosqlParserImplConstants.ONLY || isTies(next);
      default ->
          switch (word(beforePrevious)) {
            case "OFFSET", "FIRST", "NEXT" -> endsValue;
            default -> false;
          };
    };
  }

  private boolean isTies(Token next) {
    return next.kind == MosqlParserImplConstants.WITH && word(peek(3)).equals("TIES");
  }

  /** Whether the value of an interval comes next: a text, a number, or a column and a unit. */
  private boolean isInterval(Token next) {
    if (next.kind == MosqlParserImplConstants.PLUS || next.kind == MosqlParserImplConstants.MINUS) {
      return peek(3).kind == MosqlParserImplConstants.QUOTED_STRING;
    }
    if (beginsConstant(next)) {
      return true;
    }
    int behind = 3;
    while (peek(behind).kind == MosqlParserImplConstants.DOT) {
      behind += 2;
    }
    return endsValue(next) && IntervalGrammar.isUnit(word(peek(behind)));
  }

  private static boolean beginsConstant(Token next) {
    return switch (next.kind) {
      case MosqlParserImplConstants.HOOK,
          MosqlParserImplConstants.ROW,
          MosqlParserImplConstants.NULL,
          MosqlParserImplConstants.TRUE,
          MosqlParserImplConstants.FALSE ->
          true;
      default -> {
        char first = next.image.isEmpty() ? ',' : next.image.charAt(0);
        yield Character.isDigit(first)
            || next.image.indexOf('\'') >= 0
            || first == '.' && next.image.length() > 1;
      }
    };
  }

  /** Whether a reserved word names a column of a select list without AS. */
  private boolean isBareLabel(Token token, Token next) {
    return endsSelectItem(next) && !(token.kind == MosqlParserImplConstants.END && inner.cases > 0);
  }

  private static boolean endsSelectItem(Token next) {
    return switch (next.kind) {
      case MosqlParserImplConstants.COMMA,
          MosqlParserImplConstants.EOF,
          MosqlParserImplConstants.FROM,
          MosqlParserImplConstants.RPAREN,
          MosqlParserImplConstants.SEMICOLON ->
          true;
      default -> false;
    };
  }
}
