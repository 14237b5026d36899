package io.mosql.sql.exec;

import io.mosql.core.codec.OverflowField;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.sort.EntrySorter;
import io.mosql.sql.sort.EntryStream;
import io.mosql.sql.sort.SortSpace;
import io.mosql.storage.ColumnSet;
import io.mosql.storage.RowCursor;
import io.mosql.storage.Transaction;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Work over all rows of a table that a schema change needs: building indexes, moving rows,
 * verifying constraints.
 */
public final class TableBuild {
  private final Transaction transaction;
  private final SortSpace sorting;

  public TableBuild(Transaction transaction, SortSpace sorting) {
    this.transaction = transaction;
    this.sorting = sorting;
  }

  /** Takes each row in turn, whole. */
  @FunctionalInterface
  public interface RowVisitor {
    void visit(byte[] key, @Nullable Object[] row);
  }

  /** Visits all rows, each an array of the table's width with some columns filled. */
  public void forEachRow(TableDef table, ColumnSet columns, RowVisitor visitor) {
    RowDecoder decoder = new RowDecoder(table, columns);
    RowCursor rows =
        transaction.certain().scan(table.rowTree(), null, null, false, decoder.readSet());
    while (rows.next()) {
      visitor.visit(rows.key(), decoder.decode(rows.row(), transaction));
    }
  }

  /**
   * Fills the (existing, empty) tree of an index, in order, so that its pages become full.
   *
   * @throws MosqlException 23505 when a unique index meets a key twice
   */
  public void fillIndex(TableDef table, IndexDef index, Catalog catalog) {
    IndexEntries entries = new IndexEntries(table, index, catalog);
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
   * Copies all rows into the (existing, empty) trees of another definition of the table, index
   * entries included, both in order, so that pages become full. Columns are the same but for a
   * hidden row id, always last, which is left out or numbered from 1. Large values stay where they
   * are.
   *
   * @return number of rows
   * @throws MosqlException 23505, 23502
   */
  public long moveRows(TableDef from, TableDef to, Catalog catalog) {
    TableWriter writer = new TableWriter(to, catalog, List.of());
    RowScratch scratch = new RowScratch();
    int width = to.columns().size();
    int kept = to.keyless() ? width - 1 : width;
    ColumnSet keys = IndexEntries.columns(to.primary());
    RowDecoder decoder =
        new RowDecoder(from, ColumnSet.of(IntStream.range(0, from.columns().size()).toArray()));
    long moves = 0;
    try (EntrySorter sorter = sorting.sorter()) {
      RowCursor rows = transaction.certain().scan(from.rowTree(), null, null, false, ColumnSet.ALL);
      while (rows.next()) {
        Object[] row = decoder.decodeInline(rows.row());
        Object[] moved = new Object[width];
        for (int i = 0; i < kept; i++) {
          moved[i] = row[i] instanceof OverflowField ? row[i] : writer.stored(i, row[i]);
        }
        moves++;
        if (kept < width) {
          moved[kept] = moves;
        }
        Object[] loaded = moved.clone();
        decoder.load(loaded, keys, transaction);
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

  /** Deletes the large values of a column that goes, while its table keeps others. */
  public void deleteLargeValues(TableDef table, int column) {
    OverflowFields overflow = new OverflowFields(table);
    ColumnSet ordinal = overflow.ordinals(IntStream.of(column));
    if (ordinal.isEmpty()) {
      return;
    }
    RowCursor rows = transaction.certain().scan(table.rowTree(), null, null, false, ordinal);
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
        transaction.certain().scan(table.rowTree(), null, null, false, decoder.readSet());
    while (rows.next()) {
      if (decoder.decodeInline(rows.row())[column] == null) {
        throw new MosqlException(
            SqlState.NOT_NULL_VIOLATION,
            "column \""
                + table.columns().get(column).name()
                + "\" of table \""
                + table.name()
                + "\" contains null values");
      }
    }
  }

  /**
   * Checks all foreign keys of the rows that there are.
   *
   * @throws MosqlException 23503
   */
  public void verifyForeignKeys(TableDef table, Catalog catalog) {
    ForeignKeys keys = new ForeignKeys(table, catalog);
    forEachRow(
        table,
        ColumnSet.of(keys.columns().stream().toArray()),
        (key, row) -> keys.checkParents(row, null, transaction));
  }
}
