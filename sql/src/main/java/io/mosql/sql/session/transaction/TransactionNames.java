package io.mosql.sql.session.transaction;

import io.mosql.core.session.CommitOutcome;
import io.mosql.core.session.Session.CommitStatus;
import io.mosql.core.session.TransactionToken;
import io.mosql.storage.Store;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionName;
import io.mosql.storage.transaction.TransactionOutcome;
import io.mosql.storage.version.TransactionId;
import org.jspecify.annotations.Nullable;

/**
 * The idempotency tokens of a session's transactions, by which a client whose answer was lost can
 * query the outcome. The first token is generated on the first request, so that other sessions have
 * no cost. A token is used until a commit was submitted under it, or until it expires.
 *
 * <p>An expired token would be refused eventually. It is replaced only after the position last
 * reported with it has left the outcome window: a client that knows only this token must not
 * receive the answer that nothing was committed. Until then no newer position is reported with it.
 * Used by one thread at a time.
 */
public final class TransactionNames {
  private final Store store;
  private @Nullable TransactionName next;

  /** Position last reported to a client with the token. */
  private long reported;

  /** Whether a transaction that began under the token is still open. */
  private boolean used;

  public TransactionNames(Store store) {
    this.store = store;
  }

  /** The token for a beginning transaction; null until a client has requested one. */
  public @Nullable TransactionName next() {
    TransactionName name = next;
    if (name != null && isExpired(name) && isOutcomeForgotten()) {
      name = generate();
    }
    used = name != null;
    return name;
  }

  /** The token of the open transaction, or else of the next one. */
  public TransactionToken token() {
    TransactionName name = next;
    if (name == null || isExpired(name) && !used && isOutcomeForgotten()) {
      name = generate();
    } else if (!isExpired(name)) {
      reported = store.position();
    }
    return new TransactionToken(name.id().boot(), name.id().number(), reported);
  }

  private TransactionName generate() {
    TransactionName name = store.newName();
    next = name;
    reported = name.origin();
    return name;
  }

  private boolean isExpired(TransactionName name) {
    return store.position() - name.origin() > store.outcomeWindow().names() / 2;
  }

  private boolean isOutcomeForgotten() {
    return store.position() - reported > store.outcomeWindow().positions();
  }

  /**
   * Records the end of a transaction; a token that a commit was submitted under is not used again.
   */
  public void transactionEnded(Transaction transaction) {
    used = false;
    if (transaction.submittedName() != null) {
      next = null;
    }
  }

  public CommitStatus outcome(TransactionToken token) {
    TransactionOutcome outcome =
        store.outcome(new TransactionId(token.boot(), token.number()), token.position());
    if (outcome instanceof TransactionOutcome.Committed committed) {
      return new CommitStatus(CommitOutcome.COMMITTED, committed.result());
    }
    boolean aborted = outcome instanceof TransactionOutcome.Aborted;
    return new CommitStatus(
        aborted ? CommitOutcome.ABORTED : CommitOutcome.UNKNOWN, CommitStatus.NO_COUNT);
  }
}
