package io.mosql.sql.exec;

import io.mosql.core.codec.Keys;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.inverted.Items;
import io.mosql.storage.ColumnSet;
import io.mosql.storage.Patience;
import io.mosql.storage.RowCursor;
import io.mosql.storage.TransactionReads;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
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
    TransactionReads reads = context.reads();
    byte[] found =
        read(index.id(), key, index.primary() ? decoder.readSet() : ColumnSet.ALL, reads);
    if (found == null) {
      return RowStream.EMPTY;
    }
    Object[] values = passing(key, found, claimed.patience(context), context);
    return values == null ? RowStream.EMPTY : new Single(values);
  }

  RowStream range(
      byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ExecutionContext context) {
    TransactionReads reads = context.reads();
    RowCursor cursor =
        skips
            ? reads.browse(index.id(), from, to, reverse)
            : reads.scan(
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
        : rows(() -> cursor.next() ? cursor.row() : null, context);
  }

  /** The rows that entries of an inverted index lead to, each once, by their primary keys. */
  RowStream items(Set<Long> items, ExecutionContext context) {
    TransactionReads reads = context.reads();
    List<RowCursor> cursors = new ArrayList<>();
    for (long item : items) {
      byte[] from = Items.prefix(item);
      byte[] to = Keys.prefixEnd(from);
      cursors.add(
          skips
              ? reads.browse(index.id(), from, to, false)
              : reads.scan(index.id(), from, to, false, ColumnSet.ALL));
    }
    return rows(new MergedEntries(cursors), context);
  }

  /** The rows of some primary keys. */
  private RowStream rows(Supplier<byte @Nullable []> keys, ExecutionContext context) {
    TransactionReads reads = context.reads();
    Patience patience = claimed.patience(context);
    RowFilter.Run run = stored.open(context);
    return () -> {
      for (byte[] key = keys.get(); key != null; key = keys.get()) {
        byte[] row = rowOf(key, reads);
        if (run.passes(row, 0, row.length)
            && (patience == null || claimed.takes(key, patience, context))) {
          return run.row();
        }
      }
      return null;
    };
  }

  private byte @Nullable [] read(long tree, byte[] key, ColumnSet columns, TransactionReads reads) {
    return skips ? reads.fetch(tree, key) : reads.get(tree, key, columns);
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
    TransactionReads reads = context.reads();
    Object[] values = index.primary() ? decoder.decodeInline(found) : follow(key, found, reads);
    decoder.load(values, filtered, reads);
    if (!filter.test(values, context)
        || patience != null && !claimed.takes(index.primary() ? key : found, patience, context)) {
      return null;
    }
    decoder.load(values, ColumnSet.ALL, reads);
    return values;
  }

  private @Nullable Object[] follow(byte[] entryKey, byte[] primaryKey, TransactionReads reads) {
    return covering
        ? decoder.decodeEntry(index, entryKey, primaryKey)
        : decoder.decodeInline(rowOf(primaryKey, reads));
  }

  /** The row that an entry of the index leads to. */
  private byte[] rowOf(byte[] primaryKey, TransactionReads reads) {
    byte[] row = read(table.rowTree(), primaryKey, decoder.readSet(), reads);
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
