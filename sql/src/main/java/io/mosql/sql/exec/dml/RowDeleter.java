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
 * Deletes single rows of a table. of a row that goes only what leads to it from elsewhere is read,
 * and what RETURNING looks at. Immutable.
 */
final class RowDeleter {
  private final TableWriter writer;
  private final ReturningProjection returned;
  private final RowLocker locker;

  /** Columns in indexes and foreign keys; none where nothing leads to the row. */
  private final RowDecoder decoder;

  private final boolean needsRow;

  /** Ordinals that are read again, where the source's own reads are certified. */
  private final ColumnSet reads;

  /** The same where they are not. */
  private final ColumnSet readsAll;

  /**
   * @param found ordinals that led to the rows
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

  /** How a row is held that is to be deleted. */
  RowLocker locker() {
    return locker;
  }

  /**
   * Deletes a row, which is held.
   *
   * @param row of the source that led to it
   * @param gone takes the row when it was looked at, for {@link #checkChildren}
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
   * Checks that nothing refers to rows that went.
   *
   * @throws io.mosql.core.error.MosqlException 23503
   */
  void checkChildren(List<@Nullable Object[]> gone, ExecutionContext context) {
    for (Object[] old : gone) {
      writer.foreignKeys().checkChildren(old, null, null, context.transaction());
    }
  }

  /** Removes what belongs to the row; returns its columns. */
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
