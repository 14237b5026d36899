package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.WouldBlock;
import io.mosql.core.session.Session.CommitStatus;
import io.mosql.core.session.StatementResult;
import io.mosql.sql.session.result.StatementCancellation;
import io.mosql.storage.commit.CommitResult;
import io.mosql.storage.transaction.ConflictHistory;
import io.mosql.storage.transaction.RowChangedException;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.transaction.TransactionOptions;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements with automatic retries, so that clients need no retry loop.
 *
 * <pre>
 * event                             transaction of several statements    of a single one
 * a row changed since the snapshot  undo, refresh, run the statement again
 *   .. and so did what it had read  40001                                begin anew
 * conflict at commit                40001                                begin anew
 * deadlock                          40P01, the statement is undone       roll back, run again
 * any other error                   the statement is undone              roll back
 * </pre>
 *
 * A statement may be run any number of times, so no part of its result may be returned before it
 * completes. It is not retried after it was cancelled or its timeout has passed (57014). A
 * committed statement is never reported as cancelled: there is no check for cancellation once the
 * commit has begun. Not thread-safe.
 */
public final class RetryingRunner {
  private final SessionTransaction transaction;
  private final TransactionSettings settings;
  private final StatementCancellation interruption;
  private final RetryCounters reruns;

  public RetryingRunner(
      SessionTransaction transaction,
      TransactionSettings settings,
      StatementCancellation interruption,
      RetryCounters reruns) {
    this.transaction = transaction;
    this.settings = settings;
    this.interruption = interruption;
    this.reruns = reruns;
  }

  /** Earlier reads are outdated; thrown only within a single statement's transaction. */
  private static final class ReadsOutdated extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ReadsOutdated() {
      super("what was read has changed", null, false, false);
    }
  }

  /** Runs a statement in the transaction that statements share, or in one of its own. */
  public <T> T run(Supplier<T> statement) {
    return run(null, statement);
  }

  /**
   * Runs a statement as {@link #run(Supplier)} does.
   *
   * @param conflictHistory conflict history of the tables that it reads, where others follow in its
   *     transaction
   */
  <T> T run(@Nullable ConflictHistory conflictHistory, Supplier<T> statement) {
    return transaction.beginShared()
        ? step(conflictHistory, statement)
        : runOwnTransaction(() -> step(null, statement));
  }

  /**
   * Runs several steps, each by {@link #step}, as a transaction of their own. No transaction may be
   * open.
   */
  <T> T runOwnTransaction(Supplier<T> steps) {
    TransactionOptions how = transaction.nextOptions();
    transaction.beginSingle(how);
    boolean outdated = false;
    while (true) {
      boolean fenced = false;
      try {
        if (outdated) {
          restartTransaction();
        }
        outdated = true;
        T result = steps.get();
        CommitResult outcome = transaction.commitSingle(changed(result));
        if (outcome instanceof CommitResult.Committed) {
          return result;
        }
        fenced = true;
        transaction.requireRetryable(outcome);
      } catch (ReadsOutdated e) {
        // Retry as after a conflict.
      } catch (MosqlException e) {
        transaction.discard();
        // A transaction that began before this node last became leader is restarted, too.
        boolean lost =
            e.state() == SqlState.DEADLOCK || e.state() == SqlState.SERIALIZATION_FAILURE;
        if (fenced || !lost) {
          throw e;
        }
        interruption.check();
        reruns.countTransaction();
        transaction.beginSingle(how);
        outdated = false;
      } catch (Throwable thrown) {
        transaction.discard();
        throw thrown;
      }
    }
  }

  /**
   * The update count to store with the outcome, for a client that loses the answer. It exists for a
   * statement with no other result that is completed by this transaction; rows and generated keys
   * are not stored.
   */
  private static long changed(@Nullable Object result) {
    if (result instanceof Counted counted) {
      return counted.updateCount();
    }
    return result instanceof StatementResult.Update update && update.keyColumns().isEmpty()
        ? update.updateCount()
        : CommitStatus.NO_COUNT;
  }

  /** The result of a step that is no {@link StatementResult} and has an update count. */
  @FunctionalInterface
  public interface Counted {
    /** The result of a step that changes no rows. */
    Counted NO_ROWS = () -> 0;

    /** {@code CommitStatus.NO_COUNT} when the statement continues in other transactions. */
    long updateCount();
  }

  private void restartTransaction() {
    interruption.check();
    reruns.countTransaction();
    transaction.current().restart(settings.lockWaitPolicy());
    transaction.invalidateCatalog();
  }

  /**
   * Runs a statement in the open transaction.
   *
   * @param conflictHistory conflict history of the tables that it reads; null for a statement that
   *     is not to be recorded
   */
  <T> T step(@Nullable ConflictHistory conflictHistory, Supplier<T> statement) {
    while (true) {
      Transaction current = transaction.current();
      transaction.bufferCursors();
      if (!current.beginStatement(conflictHistory)) {
        throw outdatedReadsError();
      }
      try {
        return statement.get();
      } catch (RowChangedException e) {
        refreshSnapshot(current);
      } catch (WouldBlock signal) {
        // Another thread runs it from the beginning: its reads so far were not results.
        current.undoStatement();
        if (!transaction.isSingle()) {
          transaction.failStatement();
        }
        throw signal;
      } catch (Throwable thrown) {
        if (!transaction.isSingle()) {
          transaction.failStatement();
        }
        throw thrown;
      }
    }
  }

  private void refreshSnapshot(Transaction current) {
    current.undoStatement();
    transaction.invalidateCatalog();
    interruption.check();
    reruns.countStatement();
    if (!current.refresh()) {
      throw outdatedReadsError();
    }
  }

  private RuntimeException outdatedReadsError() {
    return transaction.isSingle() ? new ReadsOutdated() : transaction.readsChangedError();
  }
}
