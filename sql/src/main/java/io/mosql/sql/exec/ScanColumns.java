package io.mosql.sql.exec;

import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.plan.PlanNode;
import io.mosql.sql.plan.RowClaim;
import io.mosql.storage.ColumnSet;
import java.util.BitSet;

/**
 * What a scan rests on in each row that it returns: the columns that it decodes, and those that the
 * bounds in its index stand for. Pure.
 */
final class ScanColumns {
  private ScanColumns() {}

  /** Ordinals. */
  static ColumnSet of(PlanNode.TableScan scan) {
    return ordinals(
        scan.table(), columns(scan.table(), scan.columns(), scan.index(), scan.boundColumns()));
  }

  /** Ordinals. */
  static ColumnSet of(PlanNode.MultiLookup lookup) {
    return ordinals(
        lookup.table(),
        columns(lookup.table(), lookup.columns(), lookup.index(), lookup.tuples().get(0).size()));
  }

  /**
   * Ordinals that the source of an UPDATE or DELETE rests on in the rows to be changed, but those
   * of the primary key, which stay what they are for as long as there is the row.
   */
  static ColumnSet ofTarget(PlanNode source, TableDef table) {
    BitSet columns = new BitSet();
    addTarget(source, columns);
    table.primary().columns().stream()
        .map(KeyColumn::column)
        .filter(table::isFixedByKey)
        .forEach(columns::clear);
    return ordinals(table, columns);
  }

  private static void addTarget(PlanNode node, BitSet columns) {
    if (node instanceof PlanNode.TableScan scan && RowClaim.TARGET.equals(scan.claim())) {
      columns.or(columns(scan.table(), scan.columns(), scan.index(), scan.boundColumns()));
    } else if (node instanceof PlanNode.MultiLookup lookup
        && RowClaim.TARGET.equals(lookup.claim())) {
      columns.or(
          columns(lookup.table(), lookup.columns(), lookup.index(), lookup.tuples().get(0).size()));
    }
    node.inputs().forEach(input -> addTarget(input, columns));
  }

  private static BitSet columns(TableDef table, ColumnSet decoded, IndexDef index, int bound) {
    BitSet columns = new BitSet();
    for (int i = decoded.next(0); i >= 0; i = decoded.next(i + 1)) {
      columns.set(i);
    }
    for (KeyColumn column : index.columns().subList(0, bound)) {
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
