package io.mosql.server.shell.terminal;

import io.mosql.core.lexer.SqlToken;
import io.mosql.core.lexer.SqlToken.Kind;
import io.mosql.server.shell.connection.MetadataCache;
import io.mosql.server.shell.connection.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Table referenced by a statement, with its alias.
 *
 * @param alias alias in the statement, or null
 */
record ReferencedTable(TableName table, @Nullable String alias) {
  private static final Set<String> BEFORE = Set.of("FROM", "JOIN", "INTO", "UPDATE", "TABLE", "ON");

  /** Keywords that cannot be an alias. */
  private static final Set<String> AFTER =
      Set.of(
          "SET",
          "WHERE",
          "ON",
          "JOIN",
          "LEFT",
          "RIGHT",
          "FULL",
          "INNER",
          "CROSS",
          "GROUP",
          "ORDER",
          "HAVING",
          "LIMIT",
          "OFFSET",
          "FETCH",
          "FOR",
          "UNION",
          "EXCEPT",
          "INTERSECT",
          "VALUES",
          "SELECT",
          "USING",
          "NATURAL",
          "AND",
          "OR",
          "DEFAULT",
          "ADD",
          "DROP",
          "ALTER",
          "RENAME");

  /** Returns the referenced tables with a known name. */
  static List<ReferencedTable> all(List<SqlToken> tokens, MetadataCache.Names names) {
    List<ReferencedTable> uses = new ArrayList<>();
    boolean inList = false;
    for (int i = 0; i < tokens.size(); i++) {
      SqlToken token = tokens.get(i);
      boolean begins = token.kind() == Kind.WORD && BEFORE.contains(token.upper());
      boolean goesOn = inList && token.is(",");
      if (begins || goesOn) {
        inList = token.is("FROM") || goesOn;
        add(uses, tokens, i + 1, names);
      } else if (token.kind() == Kind.WORD && AFTER.contains(token.upper()) || token.is("(")) {
        inList = false;
      }
    }
    return uses;
  }

  private static void add(
      List<ReferencedTable> uses, List<SqlToken> tokens, int from, MetadataCache.Names names) {
    int at = from;
    if (at >= tokens.size() || !isName(tokens.get(at))) {
      return;
    }
    String schema = null;
    String name = Completer.name(tokens.get(at));
    if (at + 2 < tokens.size() && tokens.get(at + 1).is(".") && isName(tokens.get(at + 2))) {
      schema = name;
      name = Completer.name(tokens.get(at + 2));
      at += 2;
    }
    at++;
    if (at < tokens.size() && tokens.get(at).is("AS")) {
      at++;
    }
    boolean named = at < tokens.size() && isName(tokens.get(at));
    String alias =
        named && !AFTER.contains(tokens.get(at).upper()) ? Completer.name(tokens.get(at)) : null;
    for (TableName table : names.tables()) {
      boolean here = schema == null || schema.equalsIgnoreCase(table.schema());
      if (here && table.name().equalsIgnoreCase(name)) {
        uses.add(new ReferencedTable(table, alias));
      }
    }
  }

  private static boolean isName(SqlToken token) {
    return token.kind() == Kind.WORD || token.kind() == Kind.QUOTED_NAME;
  }
}
