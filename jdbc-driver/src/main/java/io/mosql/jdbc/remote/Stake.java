package io.mosql.jdbc.remote;

import io.mosql.core.session.Session.TransactionStatus;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.SessionState;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a call may lose when its connection is lost, noted before the call.
 *
 * @param open whether a transaction is open that the call goes on with, or ends
 * @param token of what the call may commit, to ask for later; null when it commits nothing
 * @param once whether the call does what no transaction undoes, so that it must not be made again
 *     by itself
 * @param what the call commits, for people
 */
record Stake(boolean open, @Nullable TransactionToken token, boolean once, String what) {
  private static final Set<String> SCHEMA_WORDS =
      Set.of("create", "drop", "alter", "truncate", "rename", "grant", "revoke");
  private static final Set<String> COMMIT_WORDS = Set.of("commit", "end");
  private static final Set<String> QUERY_WORDS = Set.of("select", "with", "values", "table");

  /** Of the server, or of files: never undone, and not known by a transaction's name. */
  private static final Set<String> WORDS_ONCE =
      Set.of("backup", "restore", "shutdown", "kill", "checkpoint", "copy");

  /** What accounts and databases are changed by: not of the database that the session is in. */
  private static final Set<String> OBJECTS_ONCE = Set.of("user", "role", "database");

  /** Of a call that commits the open transaction, if there is one. */
  static Stake ofCommit(NodeSession node) {
    SessionState state = node.lastState();
    boolean open = state.transactionStatus() == TransactionStatus.ACTIVE;
    return new Stake(open, open || node.isOwed() ? state.token() : null, false, "transaction");
  }

  /**
   * Of a statement, which may commit by itself.
   *
   * @param autoCommit whether statements are transactions of their own unless one is open
   */
  static Stake ofStatement(NodeSession node, RemoteStatement statement, boolean autoCommit) {
    SessionState state = node.lastState();
    String word = word(statement.sql(), 0);
    if (state.transactionStatus() == TransactionStatus.ACTIVE) {
      boolean commits = COMMIT_WORDS.contains(word);
      return new Stake(true, commits ? state.token() : null, false, "transaction");
    }
    boolean commits = autoCommit && !isQuery(node, statement, word);
    boolean once =
        WORDS_ONCE.contains(word)
            || SCHEMA_WORDS.contains(word)
                && OBJECTS_ONCE.contains(word(statement.sql(), end(statement.sql(), 0)));
    return new Stake(false, commits ? state.token() : null, once, "statement");
  }

  private static boolean isQuery(NodeSession node, RemoteStatement statement, String word) {
    ServerStatement known = statement.server(node);
    boolean rows =
        known != null ? known.returnsRows() : statement.expectation() == Request.Expectation.ROWS;
    return rows && QUERY_WORDS.contains(word);
  }

  /** Whether what is known of statements may not hold after this one. */
  static boolean changesSchema(String sql) {
    return SCHEMA_WORDS.contains(word(sql, 0));
  }

  /** Where the next run of letters begins that is in no comment. */
  private static int start(String sql, int from) {
    int at = from;
    while (at < sql.length() && !Character.isLetter(sql.charAt(at))) {
      if (sql.startsWith("--", at)) {
        at = after(sql, "\n", at + 2);
      } else if (sql.startsWith("/*", at)) {
        at = after(sql, "*/", at + 2);
      } else {
        at++;
      }
    }
    return at;
  }

  private static int after(String sql, String end, int from) {
    int at = sql.indexOf(end, from);
    return at < 0 ? sql.length() : at + end.length();
  }

  private static int end(String sql, int from) {
    int at = start(sql, from);
    while (at < sql.length() && Character.isLetter(sql.charAt(at))) {
      at++;
    }
    return at;
  }

  /** The next run of letters; empty when it is longer than any word that counts here. */
  private static String word(String sql, int from) {
    int start = start(sql, from);
    int end = end(sql, from);
    return end - start > 10 ? "" : sql.substring(start, end).toLowerCase(Locale.ROOT);
  }
}
