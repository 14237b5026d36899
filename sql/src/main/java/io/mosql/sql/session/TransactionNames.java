package io.mosql.sql.session;

import io.mosql.core.session.Session.Settled;
import io.mosql.core.session.TransactionFate;
import io.mosql.core.session.TransactionToken;
import io.mosql.storage.Store;
import io.mosql.storage.Transaction;
import io.mosql.storage.TransactionId;
import io.mosql.storage.TransactionOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The names that a session's transactions are submitted under, so that a client whose answer gets
 * lost can ask for their fate. The first is drawn when it is first asked for, so who never asks
 * pays nothing; each lasts until something was submitted under it. Used by one thread at a time.
 */
final class TransactionNames {
  private final Store store;
  private @Nullable TransactionId next;

  TransactionNames(Store store) {
    this.store = store;
  }

  /** Of the open transaction, or else of the next one; null while nobody has asked. */
  @Nullable TransactionId next() {
    return next;
  }

  TransactionToken token() {
    TransactionId named = next;
    if (named == null) {
      named = store.newTransactionId();
      next = named;
    }
    return new TransactionToken(named.boot(), named.number(), store.position());
  }

  /** A transaction has ended: its name goes with what was submitted under it. */
  void ended(Transaction transaction) {
    if (transaction.submitted() != null) {
      next = null;
    }
  }

  Settled outcome(TransactionToken token) {
    TransactionOutcome outcome =
        store.outcome(new TransactionId(token.boot(), token.number()), token.position());
    if (outcome instanceof TransactionOutcome.Committed committed) {
      return new Settled(TransactionFate.COMMITTED, committed.result());
    }
    boolean aborted = outcome instanceof TransactionOutcome.Aborted;
    return new Settled(
        aborted ? TransactionFate.ABORTED : TransactionFate.UNKNOWN, Settled.NO_COUNT);
  }
}
