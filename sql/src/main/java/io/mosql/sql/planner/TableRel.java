package io.mosql.sql.planner;

import io.mosql.sql.catalog.TableDef;
import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;

/** All rows of a table at its full width, in the logical plan. */
final class TableRel extends TableScan {
  private final TableDef table;

  TableRel(RelOptCluster cluster, RelOptTable relOptTable, TableDef table) {
    super(cluster, cluster.traitSetOf(Convention.NONE), List.of(), relOptTable);
    this.table = table;
  }

  TableDef tableDef() {
    return table;
  }

  @Override
  public RelDataType deriveRowType() {
    return CatalogTable.rowType(table, true, getCluster().getTypeFactory());
  }
}
