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
  private final TableDef definition;
  private final boolean ofView;

  /**
   * @param ofView whether it is a view that reads the table
   */
  TableRel(RelOptCluster cluster, RelOptTable relOptTable, TableDef table, boolean ofView) {
    super(cluster, cluster.traitSetOf(Convention.NONE), List.of(), relOptTable);
    this.definition = table;
    this.ofView = ofView;
  }

  TableDef tableDef() {
    return definition;
  }

  boolean isOfView() {
    return ofView;
  }

  @Override
  public RelDataType deriveRowType() {
    return CatalogTable.rowType(definition, true, getCluster().getTypeFactory());
  }
}
