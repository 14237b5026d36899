package io.mosql.jdbc.remote;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.Session.TransactionStatus;
import io.mosql.core.session.TransactionFate;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.wire.Request;
import io.mosql.core.wire.SessionState;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what became of a transaction when the connection is lost on the way to its commit: by
 * asking for its token, noted before, in a session of its own.
 */
final class Settling {
  private static final Set<String> SCHEMA_WORDS =
      Set.of("create", "drop", "alter", "truncate", "rename", "grant", "revoke");
  private static final Set<String> COMMIT_WORDS = Set.of("commit", "end");

  private final RemoteSessions origin;
  private final Conversation conversation;

  Settling(RemoteSessions origin, Conversation conversation) {
    this.origin = origin;
    this.conversation = conversation;
  }

  /** For a call that commits the open transaction, if there is one. */
  Stake ofCommit() {
    conversation.check();
    SessionState state = conversation.state();
    boolean open = state.transactionStatus() == TransactionStatus.ACTIVE;
    return new Stake(open || conversation.isOwed() ? state.token() : null, "transaction");
  }

  /**
   * For a statement, which may commit by itself.
   *
   * @param autoCommit whether statements are transactions of their own unless one is open
   */
  Stake ofStatement(RemoteStatement statement, boolean autoCommit) {
    SessionState state = conversation.state();
    boolean commits =
        state.transactionStatus() == TransactionStatus.ACTIVE
            ? COMMIT_WORDS.contains(firstWord(statement.sql()))
            : autoCommit && !isQuery(statement);
    return new Stake(commits ? state.token() : null, "statement");
  }

  private static boolean isQuery(RemoteStatement statement) {
    ServerStatement known = statement.server();
    return known != null
        ? known.returnsRows()
        : statement.expectation() == Request.Expectation.ROWS;
  }

  /** Whether what is known of statements may not hold after this one. */
  static boolean changesSchema(String sql) {
    return SCHEMA_WORDS.contains(firstWord(sql));
  }

  private static String firstWord(String sql) {
    int from = 0;
    while (from < sql.length() && !Character.isLetter(sql.charAt(from))) {
      from++;
    }
    int to = from;
    while (to < sql.length() && Character.isLetter(sql.charAt(to))) {
      to++;
    }
    return to - from > 8 ? "" : sql.substring(from, to).toLowerCase(Locale.ROOT);
  }

  /** What a call may leave in doubt, noted before the call. */
  final class Stake {
    private final @Nullable TransactionToken token;
    private final String what;
    private boolean committed;

    private Stake(@Nullable TransactionToken token, String what) {
      this.token = token;
      this.what = what;
    }

    /** Whether it turned out that all is well. */
    boolean isCommitted() {
      return committed;
    }

    /**
     * What to tell the caller.
     *
     * @param failure of the call
     */
    MosqlException settle(MosqlException failure) {
      TransactionToken asked = token;
      if (asked == null || !conversation.isBroken()) {
        return failure;
      }
      TransactionFate fate = conversation.isClosed() ? TransactionFate.UNKNOWN : origin.fate(asked);
      committed = fate == TransactionFate.COMMITTED;
      return switch (fate) {
        case COMMITTED ->
            new MosqlException(
                SqlState.COMMIT_OUTCOME_UNKNOWN,
                "The connection was lost; the " + what + " was committed, its result is lost",
                failure);
        case ABORTED ->
            new MosqlException(
                SqlState.SERIALIZATION_FAILURE,
                "The connection was lost; the " + what + " was rolled back",
                failure);
        case UNKNOWN ->
            new MosqlException(
                SqlState.COMMIT_OUTCOME_UNKNOWN,
                "The connection was lost; nobody can say whether the " + what + " was committed",
                failure);
      };
    }
  }
}
