package io.mosql.sql.planner.schema;

import io.mosql.sql.catalog.TableDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.type.RelDataType;

/** A scan of all rows and columns of a table, in relational algebra. */
public final class MosqlTableScan extends RelationScan {
  private final TableDef definition;
  private final boolean ofView;

  /**
   * Creates a scan.
   *
   * @param ofView whether a view reads the table
   */
  MosqlTableScan(RelOptCluster cluster, RelOptTable relOptTable, TableDef table, boolean ofView) {
    super(cluster, relOptTable, table.name());
    this.definition = table;
    this.ofView = ofView;
  }

  public TableDef tableDef() {
    return definition;
  }

  public boolean isOfView() {
    return ofView;
  }

  @Override
  public RelDataType deriveRowType() {
    return CatalogTable.rowType(definition, true, getCluster().getTypeFactory());
  }
}
