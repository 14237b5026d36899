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
 * query the outcome. The first is drawn when it is first asked for, so who never asks pays nothing;
 * each lasts until something was submitted under it, or it grows old.
 *
 * <p>An old name would be refused in the end. It is given up only when what the client was told of
 * it is forgotten: a client that knows no other one, and asks for it, must not hear that nothing
 * was committed. Until then the client is told no newer position of it. Used by one thread at a
 * time.
 */
public final class TransactionNames {
  private final Store store;
  private @Nullable TransactionName next;

  /** Position that a client was last told with the name. */
  private long told;

  /** Whether a transaction that was begun under the name has not ended. */
  private boolean used;

  public TransactionNames(Store store) {
    this.store = store;
  }

  /** For a transaction that begins; null while nobody has asked. */
  public @Nullable TransactionName next() {
    TransactionName name = next;
    if (name != null && isExpired(name) && isOutcomeForgotten()) {
      name = generate();
    }
    used = name != null;
    return name;
  }

  /** Of the open transaction, or else of the next one. */
  public TransactionToken token() {
    TransactionName name = next;
    if (name == null || isExpired(name) && !used && isOutcomeForgotten()) {
      name = generate();
    } else if (!isExpired(name)) {
      told = store.position();
    }
    return new TransactionToken(name.id().boot(), name.id().number(), told);
  }

  private TransactionName generate() {
    TransactionName name = store.newName();
    next = name;
    told = name.origin();
    return name;
  }

  private boolean isExpired(TransactionName name) {
    return store.position() - name.origin() > store.outcomeWindow().names() / 2;
  }

  private boolean isOutcomeForgotten() {
    return store.position() - told > store.outcomeWindow().positions();
  }

  /** A transaction has ended: its name goes with what was submitted under it. */
  public void transactionEnded(Transaction transaction) {
    used = false;
    if (transaction.commitToken() != null) {
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
