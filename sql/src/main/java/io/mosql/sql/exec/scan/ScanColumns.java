package io.mosql.sql.exec.scan;

import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.storage.version.ColumnSet;
import java.util.BitSet;

/**
 * Computes on which columns of a row a scan depends: those that it decodes, and those that the
 * bounds of its index represent. Pure.
 */
public final class ScanColumns {
  private ScanColumns() {}

  /** Ordinals of the columns on which a scan depends. */
  static ColumnSet of(PlanNode.TableScan scan) {
    return ordinals(
        scan.table(), columns(scan.table(), scan.columns(), scan.index(), scan.bounds().columns()));
  }

  /**
   * Ordinals of the target table on which the source of an UPDATE or DELETE depends, except those
   * of the primary key, which cannot change while the row exists.
   */
  public static ColumnSet ofTarget(PlanNode source, TableDef table) {
    BitSet columns = new BitSet();
    addTarget(source, columns);
    table.primary().columns().stream()
        .map(KeyColumn::column)
        .filter(table::isFixedByKey)
        .forEach(columns::clear);
    return ordinals(table, columns);
  }

  private static void addTarget(PlanNode node, BitSet columns) {
    if (node instanceof PlanNode.TableScan scan && LockingClause.TARGET.equals(scan.locking())) {
      columns.or(columns(scan.table(), scan.columns(), scan.index(), scan.bounds().columns()));
    }
    node.inputs().forEach(input -> addTarget(input, columns));
  }

  private static BitSet columns(TableDef table, ColumnSet decoded, IndexDef index, int bound) {
    BitSet columns = new BitSet();
    for (int i = decoded.next(0); i >= 0; i = decoded.next(i + 1)) {
      columns.set(i);
    }
    for (KeyColumn column : table.entryColumns(index).subList(0, bound)) {
      table.stored(column.column()).forEach(columns::set);
    }
    if (index.partial()) {
      table.stored(index.extent().filter()).forEach(columns::set);
    }
    return columns;
  }

  /** Ordinals of some of the table's columns. */
  static ColumnSet ordinals(TableDef table, BitSet columns) {
    return ColumnSet.of(
        columns.stream().map(column -> table.columns().get(column).ordinal()).toArray());
  }
}
