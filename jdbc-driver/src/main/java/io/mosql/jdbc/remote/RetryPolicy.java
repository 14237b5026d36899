package io.mosql.jdbc.remote;

import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.Session.TransactionStatus;
import io.mosql.core.session.StatementKind;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.wire.SessionState;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a call can be retried after its connection was lost. The decision depends on the
 * kind of the statement as reported by the server; an unknown kind is requested after the loss of
 * the connection.
 *
 * @param open whether the call continues or ends an open transaction
 * @param alone whether the call is a transaction of its own
 * @param token of the open transaction, or of the one that the call begins; null when the server
 *     reports none
 * @param kind kind of the call
 * @param statement the statement, for a request of its kind; null for calls that are no statements
 */
record RetryPolicy(
    boolean open,
    boolean alone,
    @Nullable TransactionToken token,
    StatementKind kind,
    @Nullable RemoteStatement statement) {

  /** The outcome of a call whose response was lost. */
  enum CallOutcome {
    /** No lasting effects: a retry is safe. */
    NOTHING,
    /** Committed. */
    COMMITTED,
    /** Rolled back with the open transaction. */
    ROLLED_BACK,
    /** Unknown. */
    UNKNOWN
  }

  /** Creates the policy of a call that commits the open transaction, if there is one. */
  static RetryPolicy ofCommit(NodeSession node) {
    SessionState state = node.lastState();
    return new RetryPolicy(isOpen(state), false, state.token(), StatementKind.COMMIT, null);
  }

  /**
   * Creates the policy of a statement.
   *
   * @param kind the kind if known
   */
  static RetryPolicy ofStatement(NodeSession node, RemoteStatement statement, StatementKind kind) {
    SessionState state = node.lastState();
    boolean open = isOpen(state);
    return new RetryPolicy(open, !open && node.autoCommit(), state.token(), kind, statement);
  }

  private static boolean isOpen(SessionState state) {
    return state.transactionStatus() == TransactionStatus.ACTIVE;
  }

  /** The same with a known kind. */
  RetryPolicy of(StatementKind kind) {
    return new RetryPolicy(open, alone, token, kind, statement);
  }

  /** Whether the kind of the statement must be requested. */
  boolean needsKind() {
    return kind == StatementKind.UNKNOWN && statement != null;
  }

  /** Whether the outcome of the call depends on the outcome of the transaction. */
  boolean needsFate() {
    if (token == null) {
      return false;
    }
    return switch (kind) {
      case READ, SESSION, ROLLBACK, NOT_TRANSACTIONAL -> false;
      case COMMIT -> open;
      case WRITE, SCHEMA, SEVERAL_TRANSACTIONS -> alone;
      case UNKNOWN -> open || alone;
    };
  }

  /**
   * The outcome of the call.
   *
   * @param fate outcome of the transaction, if the call depends on it
   */
  CallOutcome outcome(CommitOutcome fate) {
    return switch (kind) {
      case READ, SESSION -> open ? CallOutcome.ROLLED_BACK : CallOutcome.NOTHING;
      case ROLLBACK -> CallOutcome.NOTHING;
      case COMMIT -> open ? byFate(fate, CallOutcome.ROLLED_BACK) : CallOutcome.NOTHING;
      case WRITE, SCHEMA, SEVERAL_TRANSACTIONS -> {
        if (open) {
          yield CallOutcome.ROLLED_BACK;
        }
        yield alone ? byFate(fate, CallOutcome.NOTHING) : CallOutcome.NOTHING;
      }
      case NOT_TRANSACTIONAL -> CallOutcome.UNKNOWN;
      case UNKNOWN -> byFate(fate, open ? CallOutcome.ROLLED_BACK : CallOutcome.UNKNOWN);
    };
  }

  private static CallOutcome byFate(CommitOutcome fate, CallOutcome aborted) {
    return switch (fate) {
      case COMMITTED -> CallOutcome.COMMITTED;
      case ABORTED -> aborted;
      case UNKNOWN -> CallOutcome.UNKNOWN;
    };
  }

  /** The description of the call in messages. */
  String describe() {
    return open && kind != StatementKind.NOT_TRANSACTIONAL ? "transaction" : "statement";
  }
}
