package io.mosql.sql.exec.scan;

import io.mosql.core.codec.Keys;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.runtime.StoredRows;
import io.mosql.sql.exec.table.KeyEncoder;
import io.mosql.sql.exec.table.RowDecoder;
import io.mosql.sql.inverted.DocumentItems;
import io.mosql.storage.lock.LockWaitPolicy;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Access to a table through one index: fetches rows by keys, decodes and filters them, and locks
 * those that pass if the statement requires it. Immutable.
 *
 * <p>With SKIP LOCKED only the returned rows count as read, not the skipped ones.
 */
public final class TableAccess {
  private final TableDef table;
  private final IndexDef index;
  private final boolean covering;
  private final RowDecoder decoder;
  private final KeyEncoder encoder;
  private final ExpressionCompiler.Predicate filter;
  private final ColumnSet filtered;
  private final RowFilter stored;
  private final ScanLocking claimed;
  private final boolean skips;

  /**
   * Creates the access.
   *
   * @param columns columns that are read, including those of the filter
   * @param filtered columns that the filter reads
   * @param stored the filter of stored rows
   */
  TableAccess(
      TableDef table,
      IndexDef index,
      ColumnSet columns,
      boolean covering,
      ExpressionCompiler.Predicate filter,
      ColumnSet filtered,
      RowFilter stored,
      ScanLocking claimed) {
    this.table = table;
    this.index = index;
    this.covering = covering;
    this.decoder = new RowDecoder(table, columns);
    this.encoder = new KeyEncoder(table, index);
    this.filter = filter;
    this.filtered = filtered;
    this.stored = stored;
    this.claimed = claimed;
    this.skips = claimed.skipsLocked();
  }

  KeyEncoder encoder() {
    return encoder;
  }

  RowStream point(byte @Nullable [] key, ExecutionContext context) {
    if (key == null) {
      return RowStream.EMPTY;
    }
    context.step();
    TransactionReader reads = context.reads();
    byte[] found =
        read(index.id(), key, index.primary() ? decoder.readSet() : ColumnSet.ALL, reads);
    if (found == null) {
      return RowStream.EMPTY;
    }
    Object[] values = fetchIfPassing(key, found, claimed.lockWaitPolicy(context), context);
    return values == null ? RowStream.EMPTY : new SingleRow(values);
  }

  /**
   * The rows with keys from one to another.
   *
   * @param start the first key; empty for the beginning of the index
   */
  RowStream range(byte[] start, byte @Nullable [] to, boolean reverse, ExecutionContext context) {
    TransactionReader reads = context.reads();
    byte[] from = start.length == 0 ? null : start;
    RowCursor cursor =
        skips
            ? reads.scanUnrecorded(index.id(), from, to, reverse)
            : reads.scan(
                index.id(), from, to, reverse, index.primary() ? decoder.readSet() : ColumnSet.ALL);
    LockWaitPolicy policy = claimed.lockWaitPolicy(context);
    if (covering) {
      return () -> {
        while (cursor.next()) {
          context.step();
          Object[] values = fetchIfPassing(cursor.key(), cursor.row(), policy, context);
          if (values != null) {
            return values;
          }
        }
        return null;
      };
    }
    RowFilter.Run run = stored.open(context);
    return index.primary()
        ? () -> {
          while (cursor.next(run)) {
            if (policy == null || claimed.tryLock(cursor.key(), policy, context)) {
              return run.row();
            }
          }
          return null;
        }
        : rows(() -> cursor.next() ? cursor.row() : null, context);
  }

  /** The stored row of a key, as {@link #point} finds it. */
  StoredRows storedPoint(byte @Nullable [] key, ExecutionContext context) {
    if (key == null) {
      return StoredRows.EMPTY;
    }
    context.step();
    TransactionReader reads = context.reads();
    byte[] found =
        read(index.id(), key, index.primary() ? decoder.readSet() : ColumnSet.ALL, reads);
    if (found == null) {
      return StoredRows.EMPTY;
    }
    byte[] row = index.primary() ? found : fetchRow(found, reads);
    return rows -> {
      rows.add(row, 0, row.length);
      return false;
    };
  }

  /** The stored rows of a range of keys, as {@link #range} finds them. */
  StoredRows storedRange(
      byte[] start, byte @Nullable [] to, boolean reverse, ExecutionContext context) {
    TransactionReader reads = context.reads();
    RowCursor cursor =
        reads.scan(
            index.id(),
            start.length == 0 ? null : start,
            to,
            reverse,
            index.primary() ? decoder.readSet() : ColumnSet.ALL);
    if (index.primary()) {
      return rows -> {
        int before = rows.size();
        boolean more = cursor.next(rows);
        context.step(rows.size() - before);
        return more;
      };
    }
    return rows -> {
      while (rows.room() > 0) {
        if (!cursor.next()) {
          return false;
        }
        context.step();
        byte[] row = fetchRow(cursor.row(), reads);
        rows.add(row, 0, row.length);
      }
      return true;
    };
  }

  /** The rows of the given items of an inverted index, each row once, by their primary keys. */
  RowStream items(Set<Long> items, ExecutionContext context) {
    TransactionReader reads = context.reads();
    List<RowCursor> cursors = new ArrayList<>();
    for (long item : items) {
      byte[] from = DocumentItems.prefix(item);
      byte[] to = Keys.prefixEnd(from);
      cursors.add(
          skips
              ? reads.scanUnrecorded(index.id(), from, to, false)
              : reads.scan(index.id(), from, to, false, ColumnSet.ALL));
    }
    return rows(new PostingListMerge(cursors), context);
  }

  /** The rows with the given primary keys. */
  private RowStream rows(Supplier<byte @Nullable []> keys, ExecutionContext context) {
    TransactionReader reads = context.reads();
    LockWaitPolicy policy = claimed.lockWaitPolicy(context);
    RowFilter.Run run = stored.open(context);
    return () -> {
      for (byte[] key = keys.get(); key != null; key = keys.get()) {
        byte[] row = fetchRow(key, reads);
        if (run.passes(row, 0, row.length)
            && (policy == null || claimed.tryLock(key, policy, context))) {
          return run.row();
        }
      }
      return null;
    };
  }

  private byte @Nullable [] read(
      long tree, byte[] key, ColumnSet columns, TransactionReader reads) {
    return skips ? reads.getUnrecorded(tree, key) : reads.get(tree, key, columns);
  }

  /**
   * Fetches the row of an index entry if it passes the filter; large values that the filter did not
   * need are loaded only then.
   *
   * @param found the row, or the entry's primary key
   * @param policy the lock policy; null for no lock
   */
  private @Nullable Object @Nullable [] fetchIfPassing(
      byte[] key, byte[] found, @Nullable LockWaitPolicy policy, ExecutionContext context) {
    TransactionReader reads = context.reads();
    Object[] values =
        index.primary() ? decoder.decodeInline(found) : fetchByEntry(key, found, reads);
    decoder.load(values, filtered, reads);
    if (!filter.test(values, context)
        || policy != null && !claimed.tryLock(index.primary() ? key : found, policy, context)) {
      return null;
    }
    decoder.load(values, ColumnSet.ALL, reads);
    return values;
  }

  private @Nullable Object[] fetchByEntry(
      byte[] entryKey, byte[] primaryKey, TransactionReader reads) {
    return covering
        ? decoder.decodeEntry(index, entryKey, primaryKey)
        : decoder.decodeInline(fetchRow(primaryKey, reads));
  }

  /** Fetches the row of an index entry. */
  private byte[] fetchRow(byte[] primaryKey, TransactionReader reads) {
    byte[] row = read(table.rowTree(), primaryKey, decoder.readSet(), reads);
    if (row == null) {
      throw SqlErrorMessage.INDEX_ENTRY_WITHOUT_ROW.error(index.name(), table.qualifiedName());
    }
    return row;
  }

  /** One row. */
  public static final class SingleRow implements RowStream {
    private @Nullable Object @Nullable [] row;

    public SingleRow(@Nullable Object[] row) {
      this.row = row;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      Object[] once = row;
      row = null;
      return once;
    }

    @Override
    public boolean isKnownEmpty() {
      return row == null;
    }
  }
}
