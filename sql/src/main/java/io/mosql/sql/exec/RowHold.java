package io.mosql.sql.exec;

import io.mosql.core.codec.Keys;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.TableDef;
import io.mosql.storage.ColumnSet;
import io.mosql.storage.Patience;
import io.mosql.storage.ReservationMode;
import io.mosql.storage.Reserved;
import io.mosql.storage.RowChangedException;
import io.mosql.storage.Transaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a statement holds rows of one tree of a table against other transactions, before it writes or
 * returns them. Errors name the table. Immutable.
 */
final class RowHold {
  private final TableDef table;
  private final long tree;
  private final ReservationMode mode;
  private final ReservationMode modeOfSums;

  /** What the statement relies on in a row that it holds as a whole, or null. */
  private final @Nullable ReservationMode looks;

  RowHold(TableDef table, long tree, ReservationMode mode) {
    this(table, tree, mode, ColumnSet.NONE);
  }

  private RowHold(TableDef table, long tree, ReservationMode mode, ColumnSet reads) {
    this.table = table;
    this.tree = tree;
    this.mode = mode;
    this.modeOfSums = mode.withSumsRead();
    this.looks = reads.isEmpty() ? null : ReservationMode.forShare(reads);
  }

  /** For rows that come or go. */
  static RowHold whole(TableDef table, long tree) {
    return new RowHold(table, tree, ReservationMode.WHOLE);
  }

  /**
   * For rows of the table that go.
   *
   * @param reads ordinals that were looked at to find them
   */
  static RowHold leaving(TableDef table, ColumnSet reads) {
    return new RowHold(table, table.rowTree(), ReservationMode.WHOLE, reads);
  }

  /**
   * Holds a row.
   *
   * @throws MosqlException 55P03, 40P01, 57014
   */
  Reserved take(byte[] key, Patience patience, ExecutionContext context) {
    Transaction transaction = context.transaction();
    try {
      ReservationMode wanted = transaction.holdsSums() ? modeOfSums : mode;
      Reserved taken = transaction.reserve(tree, key, wanted, patience);
      return taken == Reserved.CURRENT && looks != null
          ? transaction.reserve(tree, key, looks, patience)
          : taken;
    } catch (MosqlException e) {
      if (e.state() == SqlState.LOCK_NOT_AVAILABLE || e.state() == SqlState.DEADLOCK) {
        throw new MosqlException(
            e.state(), e.getMessage() + " (a row of table \"" + table.name() + "\")", e);
      }
      throw e;
    } finally {
      context.waitOver();
    }
  }

  /**
   * Holds a row.
   *
   * @throws RowChangedException when it is not the snapshot's any more
   */
  void hold(byte[] key, ExecutionContext context) {
    if (take(key, context.patience(), context) == Reserved.CHANGED) {
      throw new RowChangedException();
    }
  }

  /**
   * Holds rows in order of their keys, so that those who want the same ones meet at the first.
   *
   * @throws RowChangedException when one of them, all held, is not the snapshot's any more
   */
  void holdAll(List<byte[]> keys, ExecutionContext context) {
    if (keys.isEmpty()) {
      return;
    }
    Patience patience = context.patience();
    boolean changed = false;
    for (byte[] key : keys.size() == 1 ? keys : keys.stream().sorted(Keys.ORDER).toList()) {
      context.step();
      changed |= take(key, patience, context) == Reserved.CHANGED;
    }
    if (changed) {
      throw new RowChangedException();
    }
  }
}
