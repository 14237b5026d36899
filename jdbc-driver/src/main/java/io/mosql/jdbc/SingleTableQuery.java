package io.mosql.jdbc;

import io.mosql.core.lexer.SqlLexer;
import io.mosql.core.lexer.SqlToken.Kind;
import java.util.Locale;
import java.util.Set;

/**
 * Decides whether a text is a SELECT of one table whose rows are rows of that table: without joins,
 * grouping, DISTINCT, set operations and WITH. Sub-queries in parentheses are not looked at.
 * Stateless.
 */
final class SingleTableQuery {
  private static final Set<String> NOT_UPDATABLE =
      Set.of("JOIN", "GROUP", "HAVING", "UNION", "INTERSECT", "EXCEPT", "MINUS", "WINDOW", "APPLY");
  private static final Set<String> CLAUSES =
      Set.of("WHERE", "ORDER", "LIMIT", "OFFSET", "FETCH", "FOR");

  private final SqlLexer token;
  private int depth;
  private int words;

  /** Whether FROM was read, and no clause after it. */
  private boolean inFrom;

  private boolean hasFrom;

  private SingleTableQuery(String sql) {
    this.token = new SqlLexer(sql);
  }

  static boolean matches(String sql) {
    return new SingleTableQuery(sql).isSingle();
  }

  private boolean isSingle() {
    while (token.next()) {
      if (token.kind() == Kind.WHITESPACE || token.kind() == Kind.COMMENT) {
        continue;
      }
      if (token.isSymbol('(')) {
        if (inFrom && depth == 0) {
          return false;
        }
        depth++;
      } else if (token.isSymbol(')')) {
        depth--;
      } else if (depth == 0 && !take()) {
        return false;
      }
    }
    return hasFrom;
  }

  private boolean take() {
    if (token.isSymbol(',')) {
      return !inFrom;
    }
    if (token.kind() != Kind.WORD) {
      return words > 0;
    }
    String word = token.text().toUpperCase(Locale.ROOT);
    words++;
    if (words == 1) {
      return word.equals("SELECT");
    }
    if (words == 2 && word.equals("DISTINCT") || NOT_UPDATABLE.contains(word)) {
      return false;
    }
    if (word.equals("FROM")) {
      boolean first = !hasFrom;
      hasFrom = true;
      inFrom = true;
      return first;
    }
    inFrom = inFrom && !CLAUSES.contains(word);
    return true;
  }
}
