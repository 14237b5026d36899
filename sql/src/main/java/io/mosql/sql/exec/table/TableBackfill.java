package io.mosql.sql.exec.table;

import io.mosql.core.codec.ArrayCodec;
import io.mosql.core.codec.OverflowField;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlArray;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.TableExpressionProvider;
import io.mosql.sql.exec.runtime.EncodingBuffers;
import io.mosql.sql.sort.EntrySorter;
import io.mosql.sql.sort.EntryStream;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.ColumnSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Operations over all rows of a table that a schema change needs: index backfill, table rewrite,
 * constraint validation.
 */
public final class TableBackfill {
  private final Transaction transaction;
  private final TemporaryFiles sorting;
  private final TableExpressionProvider formulas;

  public TableBackfill(
      Transaction transaction, TemporaryFiles sorting, TableExpressionProvider formulas) {
    this.transaction = transaction;
    this.sorting = sorting;
    this.formulas = formulas;
  }

  /** Whether the table contains any row; certified at every isolation level. */
  public boolean holdsRows(TableDef table) {
    return transaction.certified().scan(table.rowTree(), null, null, false, ColumnSet.NONE).next();
  }

  /** Receives each row in turn, at full width. */
  @FunctionalInterface
  public interface RowVisitor {
    void visit(byte[] key, @Nullable Object[] row);
  }

  /** Visits all rows, each an array of the table's width with some columns filled. */
  public void forEachRow(TableDef table, ColumnSet columns, RowVisitor visitor) {
    RowDecoder decoder = new RowDecoder(table, columns);
    RowCursor rows =
        transaction.certified().scan(table.rowTree(), null, null, false, decoder.readSet());
    while (rows.next()) {
      visitor.visit(rows.key(), decoder.decode(rows.row(), transaction));
    }
  }

  /**
   * Checks that all rows satisfy a constraint.
   *
   * @param columns that the constraint reads
   * @param failing matches the rows that violate it
   * @throws MosqlException 23514
   */
  public void verify(
      TableDef table, CheckDef check, ColumnSet columns, Predicate<@Nullable Object[]> failing) {
    forEachRow(
        table,
        columns,
        (key, row) -> {
          if (failing.test(row)) {
            throw SqlErrorMessage.CHECK_VIOLATED_BY_ROWS.error(check.name(), table.name());
          }
        });
  }

  /**
   * Fills the existing, empty tree of an index in key order, so that its pages become full.
   *
   * @throws MosqlException 23505 when a key of a unique index is duplicated
   */
  public void fillIndex(TableDef table, IndexDef index, Catalog catalog) {
    IndexEntries entries = new IndexEntries(table, index, catalog, formulas);
    try (EntrySorter sorter = sorting.sorter()) {
      entries.collect(transaction, sorter, () -> {});
      EntryStream sorted = sorter.sorted();
      byte[] previous = null;
      while (sorted.next()) {
        byte[] entry = sorted.key();
        entries.putNext(entry, sorted.value(), previous, transaction);
        previous = entry;
      }
    }
  }

  /**
   * Copies all rows into the existing, empty trees of another definition of the table, with their
   * index entries, both in key order, so that pages become full. Columns are matched by their
   * ordinals: those missing in the other definition are omitted, new ones are computed, and a new
   * hidden row id is numbered from 1. Large values are not copied.
   *
   * @param worked new values of columns of the other definition, over whole old rows
   * @return number of rows
   * @throws MosqlException 23505, 23502, 22xxx
   */
  public long moveRows(
      TableDef from,
      TableDef to,
      Map<Integer, Function<@Nullable Object[], @Nullable Object>> worked,
      Catalog catalog) {
    TableWriter writer = new TableWriter(to, catalog, List.of(), formulas);
    EncodingBuffers scratch = new EncodingBuffers();
    int[] sources = sources(from, to);
    ColumnSet keys = IndexEntries.columns(to.primary());
    RowDecoder decoder =
        new RowDecoder(from, ColumnSet.of(IntStream.range(0, from.columns().size()).toArray()));
    RowDecoder moving =
        new RowDecoder(to, ColumnSet.of(IntStream.range(0, to.columns().size()).toArray()));
    long moves = 0;
    try (EntrySorter sorter = sorting.sorter()) {
      RowCursor rows =
          transaction.certified().scan(from.rowTree(), null, null, false, ColumnSet.ALL);
      while (rows.next()) {
        Object[] row = decoder.decodeInline(rows.row());
        Object[] whole = worked.isEmpty() ? row : row.clone();
        if (!worked.isEmpty()) {
          decoder.load(whole, ColumnSet.ALL, transaction);
        }
        moves++;
        Object[] moved = new Object[sources.length];
        for (int i = 0; i < moved.length; i++) {
          Function<@Nullable Object[], @Nullable Object> value = worked.get(i);
          if (value != null) {
            moved[i] = small(writer.stored(i, value.apply(whole)), to.columns().get(i));
          } else if (sources[i] < 0) {
            moved[i] = moves;
          } else {
            Object kept = row[sources[i]];
            moved[i] = kept instanceof OverflowField ? kept : writer.stored(i, kept);
          }
        }
        Object[] loaded = moved.clone();
        moving.load(loaded, keys, transaction);
        byte[] target = writer.primaryKey(loaded, scratch);
        sorter.add(target, writer.encode(moved, scratch));
      }
      insertSorted(sorter.sorted(), writer);
    }
    for (IndexDef index : to.indexes()) {
      fillIndex(to, index, catalog);
    }
    return moves;
  }

  /** Columns of the source, parallel to those of the target; -1 for new ones. */
  private static int[] sources(TableDef from, TableDef to) {
    int[] sources = new int[to.columns().size()];
    for (int i = 0; i < sources.length; i++) {
      int ordinal = to.columns().get(i).ordinal();
      sources[i] =
          IntStream.range(0, from.columns().size())
              .filter(c -> from.columns().get(c).ordinal() == ordinal)
              .findFirst()
              .orElse(-1);
    }
    return sources;
  }

  /** Checks that a computed value fits into its row; it is not stored out of line. */
  private static @Nullable Object small(@Nullable Object value, ColumnDef column) {
    boolean large =
        value instanceof String text && text.length() > ColumnDef.INLINE_BYTES_MAX / 4
            || value instanceof byte[] bytes && bytes.length > ColumnDef.INLINE_BYTES_MAX
            || value instanceof Jsonb json && json.bytes().length > ColumnDef.INLINE_BYTES_MAX
            || value instanceof SqlArray elements
                && ArrayCodec.encode(elements.element(), elements).length
                    > ColumnDef.INLINE_BYTES_MAX;
    if (large) {
      throw SqlErrorMessage.LARGE_VALUE_REWRITE.error(column.name());
    }
    return value;
  }

  /** Deletes the large values of a dropped column of a table that has other large values. */
  public void deleteLargeValues(TableDef table, int column) {
    OverflowStorage overflow = new OverflowStorage(table);
    ColumnSet ordinal = overflow.ordinals(IntStream.of(column));
    if (ordinal.isEmpty()) {
      return;
    }
    RowCursor rows = transaction.certified().scan(table.rowTree(), null, null, false, ordinal);
    while (rows.next()) {
      overflow.delete(rows.row(), ordinal, transaction);
    }
  }

  private void insertSorted(EntryStream sorted, TableWriter writer) {
    long tree = writer.table().rowTree();
    while (sorted.next()) {
      if (!transaction.insert(tree, sorted.key(), sorted.value())) {
        throw writer.duplicate(writer.table().primary());
      }
    }
  }

  /**
   * Checks that no row has NULL in the column.
   *
   * @throws MosqlException 23502
   */
  public void verifyNotNull(TableDef table, int column) {
    RowDecoder decoder = new RowDecoder(table, ColumnSet.of(column));
    RowCursor rows =
        transaction.certified().scan(table.rowTree(), null, null, false, decoder.readSet());
    while (rows.next()) {
      if (decoder.decodeInline(rows.row())[column] == null) {
        throw SqlErrorMessage.NULL_IN_EXISTING_ROWS.error(
            table.columns().get(column).name(), table.name());
      }
    }
  }

  /**
   * Checks all foreign keys of the existing rows.
   *
   * @throws MosqlException 23503
   */
  public void verifyForeignKeys(TableDef table, Catalog catalog) {
    ForeignKeyChecker keys = new ForeignKeyChecker(table, catalog);
    forEachRow(
        table,
        ColumnSet.of(keys.columns().stream().toArray()),
        (key, row) -> keys.checkParents(row, transaction));
  }
}
