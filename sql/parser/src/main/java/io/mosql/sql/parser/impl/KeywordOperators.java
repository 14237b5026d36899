package io.mosql.sql.parser.impl;

import io.mosql.sql.parser.ast.operator.IsNormalizedOperator;
import io.mosql.sql.parser.ast.operator.KeywordOperator;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlOperator;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes words that are operators after a value when another value follows, and names
 * elsewhere: {@code SELECT a div FROM t} has a column {@code div}. Stateless.
 */
final class KeywordOperators {
  /** Words that may follow the name of a result column. */
  private static final Set<String> BEHIND_NAMES =
      Set.of(
          "EXCEPT",
          "FETCH",
          "FOR",
          "FROM",
          "GROUP",
          "HAVING",
          "INTERSECT",
          "INTO",
          "LIMIT",
          "LOCK",
          "OFFSET",
          "ON",
          "ORDER",
          "QUALIFY",
          "RETURNING",
          "UNION",
          "WHERE",
          "WINDOW",
          "WITH");

  private KeywordOperators() {}

  /** Whether such an operator comes next. */
  static boolean begins(MosqlParserImpl parser) {
    return operator(parser.getToken(1)) != null && beginsValue(parser.getToken(2));
  }

  /** Whether NOT and such an operator come next. */
  static boolean beginsNegated(MosqlParserImpl parser) {
    return parser.getToken(1).kind == MosqlParserImplConstants.NOT
        && KeywordOperator.REGEXP.equals(operator(parser.getToken(2)))
        && beginsValue(parser.getToken(3));
  }

  /** Whether IS [NOT] [form] NORMALIZED comes next. */
  static boolean beginsNormalized(MosqlParserImpl parser) {
    if (parser.getToken(1).kind != MosqlParserImplConstants.IS) {
      return false;
    }
    int next = parser.getToken(2).kind == MosqlParserImplConstants.NOT ? 3 : 2;
    return parser
        .getToken(isForm(parser.getToken(next)) ? next + 1 : next)
        .image
        .equalsIgnoreCase("NORMALIZED");
  }

  /** Whether a word is a normal form of Unicode. */
  static boolean isForm(Token token) {
    return switch (token.image.toUpperCase(Locale.ROOT)) {
      case "NFC", "NFD", "NFKC", "NFKD" -> true;
      default -> false;
    };
  }

  static SqlOperator normalized(boolean negated, String form) {
    return new IsNormalizedOperator(negated, form.toUpperCase(Locale.ROOT));
  }

  /** Returns the operator of a keyword, or null. */
  static @Nullable SqlOperator operator(Token token) {
    if (token.kind != MosqlParserImplConstants.IDENTIFIER) {
      return null;
    }
    return switch (token.image.toUpperCase(Locale.ROOT)) {
      case "DIV" -> KeywordOperator.DIV;
      case "XOR" -> KeywordOperator.XOR;
      case "REGEXP" -> KeywordOperator.REGEXP;
      default -> null;
    };
  }

  private static boolean beginsValue(Token token) {
    return switch (token.kind) {
      case MosqlParserImplConstants.EOF,
          MosqlParserImplConstants.COMMA,
          MosqlParserImplConstants.RPAREN,
          MosqlParserImplConstants.SEMICOLON ->
          false;
      default -> !BEHIND_NAMES.contains(token.image.toUpperCase(Locale.ROOT));
    };
  }
}
