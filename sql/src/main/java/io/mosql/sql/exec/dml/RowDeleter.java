package io.mosql.sql.exec.dml;

import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.table.KeyEncoder;
import io.mosql.sql.exec.table.RowDecoder;
import io.mosql.sql.exec.table.RowLocker;
import io.mosql.sql.exec.table.TableWriter;
import io.mosql.storage.transaction.CertificationLevel;
import io.mosql.storage.transaction.Transaction;
import io.mosql.storage.version.ColumnSet;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deletes single rows of a table. Of a deleted row only the columns in indexes and foreign keys,
 * and those that RETURNING reads, are read. Immutable.
 */
final class RowDeleter {
  private final TableWriter writer;
  private final ReturningProjection returned;
  private final RowLocker locker;

  /** Columns in indexes and foreign keys; none when nothing references the row. */
  private final RowDecoder decoder;

  private final boolean needsRow;

  /** Ordinals that are read again when the reads of the source are certified. */
  private final ColumnSet reads;

  /** Ordinals that are read again when the reads of the source are not certified. */
  private final ColumnSet readsAll;

  /**
   * Creates a deleter.
   *
   * @param found ordinals by which the source selected the rows
   */
  RowDeleter(TableWriter writer, ReturningProjection returned, ColumnSet found) {
    TableDef table = writer.table();
    this.writer = writer;
    this.returned = returned;
    ColumnSet large = writer.overflow().ordinals();
    boolean referred = writer.foreignKeys().hasChildren();
    boolean led = !table.indexes().isEmpty() || referred || !large.isEmpty();
    this.needsRow = led || !returned.columns().isEmpty();
    BitSet needed = new BitSet();
    if (led) {
      if (referred) {
        needed.or(writer.foreignKeys().columns());
      }
      table.primary().columns().forEach(c -> needed.set(c.column()));
    }
    ColumnSet columns = ColumnSet.of(needed.stream().toArray()).union(returned.columns());
    for (KeyEncoder index : writer.indexes()) {
      columns = columns.union(index.inputs());
    }
    this.decoder = new RowDecoder(table, columns);
    this.reads = decoder.readSet().union(large);
    this.readsAll = reads.union(found);
    this.locker = RowLocker.forDelete(table, readsAll);
  }

  TableDef table() {
    return writer.table();
  }

  /** The locker of rows to be deleted. */
  RowLocker locker() {
    return locker;
  }

  /**
   * Deletes a locked row.
   *
   * @param row of the source
   * @param gone receives the deleted row if it was read, for {@link #checkChildren}
   * @return false when there is no such row
   */
  boolean delete(
      byte[] key, @Nullable Object[] row, List<@Nullable Object[]> gone, ExecutionContext context) {
    Transaction transaction = context.transaction();
    long tree = writer.table().rowTree();
    ColumnSet wanted = transaction.level() == CertificationLevel.SERIALIZABLE ? reads : readsAll;
    byte[] stored =
        needsRow || !wanted.isEmpty() ? transaction.certified().get(tree, key, wanted) : null;
    Object[] old = needsRow && stored != null ? removed(key, stored, transaction) : null;
    if (!transaction.delete(tree, key)) {
      return false;
    }
    if (old == null) {
      returned.addEmptyRow(row, context);
    } else {
      gone.add(old);
      returned.add(old, row, context);
    }
    return true;
  }

  /**
   * Checks that no row references the deleted rows.
   *
   * @throws io.mosql.core.error.MosqlException 23503
   */
  void checkChildren(List<@Nullable Object[]> gone, ExecutionContext context) {
    for (Object[] old : gone) {
      writer.foreignKeys().checkChildren(old, null, null, context);
    }
  }

  /** Deletes the index entries and large values of the row; returns its columns. */
  private @Nullable Object[] removed(byte[] key, byte[] stored, Transaction transaction) {
    Object[] old = decoder.decode(stored, transaction);
    writer.overflow().delete(stored, writer.overflow().ordinals(), transaction);
    for (KeyEncoder index : writer.indexes()) {
      for (byte[] entry : index.storedEntries(old)) {
        writer.removeEntry(index, entry, key, transaction);
      }
    }
    return old;
  }
}
