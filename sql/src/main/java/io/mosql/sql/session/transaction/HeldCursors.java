package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.session.result.OpenCursors;
import io.mosql.storage.transaction.Transaction;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.Supplier;

/**
 * The transactions of a session that have committed, or whose query is over, and whose open cursors
 * still read from their snapshots. Each holds its snapshot and its own writes until its last cursor
 * has ended. Their number is bounded: one too many ends the cursors of the oldest. Used by the
 * thread of the session, except for {@link #abandon}.
 */
final class HeldCursors {
  /**
   * Most transactions that a session holds: each keeps a snapshot, and pages that it alone uses.
   */
  private static final int TRANSACTIONS_MAX = 500;

  private record Held(Transaction transaction, OpenCursors cursors) {}

  /** The oldest one first. Guarded by this. */
  private final ArrayDeque<Held> all = new ArrayDeque<>();

  synchronized boolean isEmpty() {
    return all.isEmpty();
  }

  /**
   * Adds a transaction, ended or read-only, that can still be read.
   *
   * @param cursors its cursors, of which at least one needs its snapshot
   */
  synchronized void add(Transaction transaction, OpenCursors cursors) {
    if (all.size() == TRANSACTIONS_MAX) {
      end(
          all.remove(),
          () -> SqlErrorMessage.TOO_MANY_HELD_CURSORS.error(Integer.toString(TRANSACTIONS_MAX)));
    }
    all.add(new Held(transaction, cursors));
  }

  /** Releases the snapshot of a transaction if none of its cursors reads from it any more. */
  synchronized void cursorEnded(Transaction transaction) {
    Iterator<Held> each = all.iterator();
    while (each.hasNext()) {
      Held held = each.next();
      if (held.transaction == transaction) {
        if (!held.cursors.needSnapshot()) {
          each.remove();
          held.transaction.rollback();
        }
        return;
      }
    }
  }

  /** Ends all of them: a further read of their cursors fails with this error. */
  synchronized void end(Supplier<MosqlException> why) {
    while (!all.isEmpty()) {
      end(all.remove(), why);
    }
  }

  private static void end(Held held, Supplier<MosqlException> why) {
    held.cursors.invalidate(why);
    held.transaction.rollback();
  }

  /**
   * Releases their snapshots, from any thread: a further read of their cursors fails with 72000.
   */
  synchronized void abandon(String reason) {
    all.forEach(held -> held.transaction.abandon(reason));
  }
}
