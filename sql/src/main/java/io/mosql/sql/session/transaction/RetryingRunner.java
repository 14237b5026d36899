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
 * what happened                     transaction of several statements    of a single one
 * a row changed since the snapshot  undo, refresh, run the statement again
 *   .. and so did what it had read  40001                                begin anew
 * conflict at commit                40001                                begin anew
 * deadlock                          40P01, the statement is undone       roll back, run again
 * any other error                   the statement is undone              roll back
 * </pre>
 *
 * A statement may be run any number of times: nothing of its result may leave before it returns. It
 * is not run again once it was cancelled or is out of time (57014). What has committed is never
 * called cancelled: from the commit on nobody asks. Not thread-safe.
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

  /** What was read before no longer holds; thrown only within a single statement's transaction. */
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
   * @param heat of what it reads, where others follow in its transaction
   */
  <T> T run(@Nullable ConflictHistory heat, Supplier<T> statement) {
    return transaction.beginShared()
        ? step(heat, statement)
        : runOwnTransaction(() -> step(null, statement));
  }

  /**
   * Runs several steps, each of them by {@link #step}, as a transaction of their own. None may be
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
        transaction.requireNotFenced(outcome);
      } catch (ReadsOutdated e) {
        // As after a conflict.
      } catch (MosqlException e) {
        transaction.discard();
        // What began before this node last took over the lead begins anew, too.
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
   * What is kept with the outcome for a client that loses the answer: the update count of what has
   * no other result, and is done with this transaction. Rows and keys cannot be kept.
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
    /** Of what changes no rows. */
    Counted NO_ROWS = () -> 0;

    /** {@code Settled.NO_COUNT} when the statement goes on with other transactions. */
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
   * @param heat of what it reads; null for one that is not to learn
   */
  <T> T step(@Nullable ConflictHistory heat, Supplier<T> statement) {
    while (true) {
      Transaction current = transaction.current();
      transaction.bufferCursors();
      if (!current.beginStatement(heat)) {
        throw outdatedReadsError();
      }
      try {
        return statement.get();
      } catch (RowChangedException e) {
        refreshSnapshot(current);
      } catch (WouldBlock signal) {
        // Another thread runs it as if for the first time: what it read was no result.
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
