package io.mosql.sql.exec;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.plan.PlanNode;
import io.mosql.storage.ColumnSet;
import io.mosql.storage.Level;
import io.mosql.storage.Transaction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled DELETE. The source is read to its end and all of its rows are held before any goes; of
 * a row that goes only what leads to it from elsewhere is read.
 */
final class DeleteOperation implements Modifications.Modification {
  private final TableWriter writer;
  private final ChangedRows source;

  /** Columns in indexes and foreign keys; none where nothing leads to the row. */
  private final RowDecoder decoder;

  private final boolean needsRow;

  /** Ordinals that are read again, where the source's own reads are certified. */
  private final ColumnSet reads;

  /** The same where they are not. */
  private final ColumnSet readsAll;

  DeleteOperation(PlanNode.Delete node, Operator source, Catalog catalog) {
    TableDef table = node.table();
    this.writer = new TableWriter(table, catalog, List.of());
    ColumnSet large = writer.overflow().ordinals();
    boolean referred = writer.foreignKeys().hasChildren();
    this.needsRow = !table.indexes().isEmpty() || referred || !large.isEmpty();
    BitSet needed = new BitSet();
    if (needsRow) {
      if (referred) {
        needed.or(writer.foreignKeys().columns());
      }
      table.indexes().forEach(index -> index.columns().forEach(c -> needed.set(c.column())));
      table.primary().columns().forEach(c -> needed.set(c.column()));
    }
    this.decoder = new RowDecoder(table, ColumnSet.of(needed.stream().toArray()));
    this.reads = decoder.readSet().union(large);
    this.readsAll = reads.union(ScanColumns.ofTarget(node.source(), table));
    this.source =
        new ChangedRows(
            source,
            node.source(),
            writer.primary(),
            node.keyFields(),
            RowHold.leaving(table, readsAll));
  }

  @Override
  public long run(ExecutionContext context) {
    Transaction transaction = context.transaction();
    long tree = writer.table().rowTree();
    ColumnSet wanted = transaction.level() == Level.SERIALIZABLE ? reads : readsAll;
    List<@Nullable Object[]> gone = new ArrayList<>();
    long count = 0;
    for (ChangedRows.Found found : source.find(context)) {
      byte[] key = found.key();
      byte[] stored =
          needsRow || !wanted.isEmpty() ? transaction.certain().get(tree, key, wanted) : null;
      if (needsRow && stored != null) {
        gone.add(removed(stored, transaction));
      }
      if (transaction.delete(tree, key)) {
        count++;
      }
    }
    for (Object[] old : gone) {
      writer.foreignKeys().checkChildren(old, null, null, transaction);
    }
    return count;
  }

  /** Removes what belongs to the row; returns its columns. */
  private @Nullable Object[] removed(byte[] stored, Transaction transaction) {
    Object[] old = decoder.decode(stored, transaction);
    writer.overflow().delete(stored, writer.overflow().ordinals(), transaction);
    for (KeyEncoder index : writer.indexes()) {
      transaction.remove(index.index().id(), index.key(old));
    }
    return old;
  }
}
