package io.mosql.jdbc.remote;

import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.Session.TransactionStatus;
import io.mosql.core.session.StatementKind;
import io.mosql.core.session.TransactionToken;
import io.mosql.core.wire.SessionState;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a call can be retried after its connection was lost. The server says of what kind
 * a statement is; where it has not said so yet, it is asked when the connection was lost.
 *
 * @param open whether a transaction is open that the call goes on with, or ends
 * @param alone whether the call is a transaction of its own
 * @param token names the open transaction, or the one that the call begins; null when the server
 *     names none
 * @param kind of what is executed
 * @param statement to ask the kind of, if it is not known; null for calls that are no statements
 */
record RetryPolicy(
    boolean open,
    boolean alone,
    @Nullable TransactionToken token,
    StatementKind kind,
    @Nullable RemoteStatement statement) {

  /** What became of a call whose answer did not come. */
  enum CallOutcome {
    /** It left nothing behind that would make it wrong to run it again. */
    NOTHING,
    /** It was committed. */
    COMMITTED,
    /** It was rolled back with the open transaction. */
    ROLLED_BACK,
    /** It cannot be known. */
    UNKNOWN
  }

  /** Of a call that commits the open transaction, if there is one. */
  static RetryPolicy ofCommit(NodeSession node) {
    SessionState state = node.lastState();
    return new RetryPolicy(isOpen(state), false, state.token(), StatementKind.COMMIT, null);
  }

  /**
   * Of a statement.
   *
   * @param kind as far as it is known
   */
  static RetryPolicy ofStatement(NodeSession node, RemoteStatement statement, StatementKind kind) {
    SessionState state = node.lastState();
    boolean open = isOpen(state);
    return new RetryPolicy(open, !open && node.autoCommit(), state.token(), kind, statement);
  }

  private static boolean isOpen(SessionState state) {
    return state.transactionStatus() == TransactionStatus.ACTIVE;
  }

  /** The same, once it is known of what kind it is. */
  RetryPolicy of(StatementKind told) {
    return new RetryPolicy(open, alone, token, told, statement);
  }

  /** Whether it is to be asked of what kind the statement is. */
  boolean needsKind() {
    return kind == StatementKind.UNKNOWN && statement != null;
  }

  /** Whether what became of the transaction decides what became of the call. */
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
   * What became of the call.
   *
   * @param fate of the transaction, where that decides
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

  /** What it is called in messages. */
  String describe() {
    return open && kind != StatementKind.NOT_TRANSACTIONAL ? "transaction" : "statement";
  }
}
