package io.mosql.sql.planner.schema;

import io.mosql.sql.algebra.JsonType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;

/**
 * A table of the catalog in Calcite's schema. Statements have access to the declared columns; scans
 * also return the hidden row id.
 */
public final class CatalogTable extends AbstractTable implements TranslatableTable {
  private final TableDef table;
  private final boolean showHidden;
  private final boolean ofView;

  public CatalogTable(TableDef table, boolean showHidden) {
    this(table, showHidden, false);
  }

  private CatalogTable(TableDef table, boolean showHidden, boolean ofView) {
    this.table = table;
    this.showHidden = showHidden;
    this.ofView = ofView;
  }

  /** Creates a table that is read by a view. */
  public static CatalogTable ofView(TableDef table) {
    return new CatalogTable(table, false, true);
  }

  /** The table of the catalog. */
  public TableDef table() {
    return table;
  }

  /** Returns the row type over all columns, or without the hidden one. */
  public static RelDataType rowType(
      TableDef table, boolean withHidden, RelDataTypeFactory factory) {
    return rowType(table, column -> withHidden || !column.hidden(), factory);
  }

  private static RelDataType rowType(
      TableDef table, Predicate<ColumnDef> shown, RelDataTypeFactory factory) {
    RelDataTypeFactory.Builder builder = factory.builder();
    for (ColumnDef column : table.columns()) {
      if (shown.test(column)) {
        builder.add(
            column.name(),
            table.isJson(column)
                ? JsonType.of(factory, column.nullable())
                : RelTypes.relType(factory, column.type(), column.nullable()));
      }
    }
    return builder.build();
  }

  /** Whether the row type includes a column; virtual columns are never included and come last. */
  private boolean shows(ColumnDef column) {
    return !column.hidden() || showHidden && !column.virtual();
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    return rowType(table, this::shows, factory);
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relOptTable) {
    MosqlTableScan scan = new MosqlTableScan(context.getCluster(), relOptTable, table, ofView);
    if (table.columns().stream().allMatch(this::shows)) {
      return scan;
    }
    RelDataType visible = getRowType(context.getCluster().getTypeFactory());
    List<RexNode> references = new ArrayList<>();
    for (int i = 0; i < visible.getFieldCount(); i++) {
      references.add(RexInputRef.of(i, scan.getRowType()));
    }
    return LogicalProject.create(scan, List.of(), references, visible.getFieldNames(), Set.of());
  }
}
