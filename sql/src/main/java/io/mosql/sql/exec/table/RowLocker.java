package io.mosql.sql.exec.table;

import io.mosql.core.codec.Keys;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.storage.lock.LockMode;
import io.mosql.storage.lock.LockResult;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.transaction.RowChangedException;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.ColumnSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Locks rows of one tree of a table before a statement writes or returns them. Errors name the
 * table. Immutable.
 */
public final class RowLocker {
  private final TableDef table;
  private final long tree;
  private final LockMode mode;
  private final LockMode modeOfSums;

  /**
   * The lock for the columns that the statement read in a row that it locks as a whole, or null.
   */
  private final @Nullable LockMode looks;

  public RowLocker(TableDef table, long tree, LockMode mode) {
    this(table, tree, mode, ColumnSet.NONE);
  }

  private RowLocker(TableDef table, long tree, LockMode mode, ColumnSet reads) {
    this.table = table;
    this.tree = tree;
    this.mode = mode;
    this.modeOfSums = mode.withAdditionsRead();
    this.looks = reads.isEmpty() ? null : LockMode.forShare(reads);
  }

  /** Returns a locker of rows that are inserted or deleted. */
  static RowLocker forWholeRow(TableDef table, long tree) {
    return new RowLocker(table, tree, LockMode.WHOLE);
  }

  /**
   * Returns a locker of rows to be deleted.
   *
   * @param reads ordinals by which the rows were selected
   */
  public static RowLocker forDelete(TableDef table, ColumnSet reads) {
    return new RowLocker(table, table.rowTree(), LockMode.WHOLE, reads);
  }

  /**
   * Locks a row, or reports the outcome that the policy allows.
   *
   * @throws MosqlException 55P03, 40P01, 57014
   */
  public LockResult acquire(byte[] key, LockWaitPolicy policy, ExecutionContext context) {
    Transaction transaction = context.transaction();
    LockMode wanted = transaction.locksAdditions() ? modeOfSums : mode;
    return waiting(
        () -> {
          LockResult taken = transaction.lockRow(tree, key, wanted, policy);
          return taken == LockResult.CURRENT && looks != null
              ? transaction.lockRow(tree, key, looks, policy)
              : taken;
        },
        context);
  }

  /**
   * Locks a row.
   *
   * @throws RowChangedException when the row was changed after the snapshot
   */
  public void lock(byte[] key, ExecutionContext context) {
    if (acquire(key, context.lockWaitPolicy(), context) == LockResult.CHANGED) {
      throw new RowChangedException();
    }
  }

  /**
   * Locks all keys with a prefix against others that lock the prefix.
   *
   * @throws RowChangedException when the rows with the prefix were changed after the snapshot
   */
  void lockPrefix(byte[] prefix, ExecutionContext context) {
    Transaction transaction = context.transaction();
    LockWaitPolicy policy = context.lockWaitPolicy();
    if (waiting(() -> transaction.lockPrefix(tree, prefix, policy), context)
        == LockResult.CHANGED) {
      throw new RowChangedException();
    }
  }

  private LockResult waiting(Supplier<LockResult> lock, ExecutionContext context) {
    try {
      return lock.get();
    } catch (MosqlException e) {
      if (e.state() == SqlState.LOCK_NOT_AVAILABLE || e.state() == SqlState.DEADLOCK) {
        throw e.withMessage(e.getMessage() + " in relation \"" + table.name() + "\"");
      }
      throw e;
    } finally {
      context.lockWaitEnded();
    }
  }

  /**
   * Locks rows in the order of their keys, so that transactions that lock the same rows block at
   * the first one instead of deadlocking.
   *
   * @throws RowChangedException when a row was changed after the snapshot; all rows are locked then
   */
  public void lockAll(List<byte[]> keys, ExecutionContext context) {
    if (keys.isEmpty()) {
      return;
    }
    LockWaitPolicy policy = context.lockWaitPolicy();
    boolean changed = false;
    for (byte[] key : keys.size() == 1 ? keys : keys.stream().sorted(Keys.ORDER).toList()) {
      context.step();
      changed |= acquire(key, policy, context) == LockResult.CHANGED;
    }
    if (changed) {
      throw new RowChangedException();
    }
  }
}
