package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.storage.ColumnSet;
import io.mosql.storage.Patience;
import io.mosql.storage.RowCursor;
import io.mosql.storage.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * One way into a table: finds rows by keys of an index, decodes and filters them, and holds those
 * that pass where the statement wants that. Immutable.
 *
 * <p>With SKIP LOCKED nothing of what it steps over counts as read, only the rows that it returns.
 */
final class TableAccess {
  private final TableDef table;
  private final IndexDef index;
  private final boolean covering;
  private final RowDecoder decoder;
  private final KeyEncoder encoder;
  private final ExpressionCompiler.Predicate filter;
  private final ColumnSet filtered;
  private final RowFilter stored;
  private final ClaimedRows claimed;
  private final boolean skips;

  /**
   * @param columns that are looked at, by the filter too
   * @param filtered columns that the filter looks at
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
      ClaimedRows claimed) {
    this.table = table;
    this.index = index;
    this.covering = covering;
    this.decoder = new RowDecoder(table, columns);
    this.encoder = new KeyEncoder(table, index);
    this.filter = filter;
    this.filtered = filtered;
    this.stored = stored;
    this.claimed = claimed;
    this.skips = claimed.skips();
  }

  KeyEncoder encoder() {
    return encoder;
  }

  RowStream point(byte @Nullable [] key, ExecutionContext context) {
    if (key == null) {
      return RowStream.EMPTY;
    }
    context.step();
    Transaction transaction = context.transaction();
    byte[] found =
        read(index.id(), key, index.primary() ? decoder.readSet() : ColumnSet.ALL, transaction);
    if (found == null) {
      return RowStream.EMPTY;
    }
    Object[] values = passing(key, found, claimed.patience(context), context);
    return values == null ? RowStream.EMPTY : new Single(values);
  }

  RowStream range(
      byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ExecutionContext context) {
    Transaction transaction = context.transaction();
    RowCursor cursor =
        skips
            ? transaction.browse(index.id(), from, to, reverse)
            : transaction.scan(
                index.id(), from, to, reverse, index.primary() ? decoder.readSet() : ColumnSet.ALL);
    Patience patience = claimed.patience(context);
    if (covering) {
      return () -> {
        while (cursor.next()) {
          context.step();
          Object[] values = passing(cursor.key(), cursor.row(), patience, context);
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
            if (patience == null || claimed.takes(cursor.key(), patience, context)) {
              return run.row();
            }
          }
          return null;
        }
        : () -> {
          while (cursor.next()) {
            byte[] primaryKey = cursor.row();
            byte[] row = rowOf(primaryKey, transaction);
            if (run.passes(row, 0, row.length)
                && (patience == null || claimed.takes(primaryKey, patience, context))) {
              return run.row();
            }
          }
          return null;
        };
  }

  private byte @Nullable [] read(
      long tree, byte[] key, ColumnSet columns, Transaction transaction) {
    return skips ? transaction.fetch(tree, key) : transaction.get(tree, key, columns);
  }

  /**
   * The row that an index entry leads to, when it is to be returned; only then are the large values
   * loaded that the filter left alone.
   *
   * @param found the row, or the entry's primary key
   * @param patience null to hold nothing
   */
  private @Nullable Object @Nullable [] passing(
      byte[] key, byte[] found, @Nullable Patience patience, ExecutionContext context) {
    Transaction transaction = context.transaction();
    Object[] values =
        index.primary() ? decoder.decodeInline(found) : follow(key, found, transaction);
    decoder.load(values, filtered, transaction);
    if (!filter.test(values, context)
        || patience != null && !claimed.takes(index.primary() ? key : found, patience, context)) {
      return null;
    }
    decoder.load(values, ColumnSet.ALL, transaction);
    return values;
  }

  private @Nullable Object[] follow(byte[] entryKey, byte[] primaryKey, Transaction transaction) {
    return covering
        ? decoder.decodeEntry(index, entryKey, primaryKey)
        : decoder.decodeInline(rowOf(primaryKey, transaction));
  }

  /** The row that an entry of the index leads to. */
  private byte[] rowOf(byte[] primaryKey, Transaction transaction) {
    byte[] row = read(table.rowTree(), primaryKey, decoder.readSet(), transaction);
    if (row == null) {
      throw new MosqlException(
          SqlState.DATA_CORRUPTED,
          "index " + index.name() + " points to a row that is not in " + table.qualifiedName());
    }
    return row;
  }

  /** One row. */
  static final class Single implements RowStream {
    private @Nullable Object @Nullable [] row;

    Single(@Nullable Object[] row) {
      this.row = row;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      Object[] once = row;
      row = null;
      return once;
    }
  }
}
