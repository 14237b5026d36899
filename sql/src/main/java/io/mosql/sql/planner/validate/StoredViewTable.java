package io.mosql.sql.planner.validate;

import io.mosql.sql.catalog.ViewDef;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;

/** A stored view in Calcite's schema; each reference expands to its query. */
final class StoredViewTable extends AbstractTable implements TranslatableTable {
  private final ViewDef view;
  private final ViewResolver views;

  StoredViewTable(ViewDef view, ViewResolver views) {
    this.view = view;
    this.views = views;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    return views.rowType(view);
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relOptTable) {
    RelNode rows = views.rows(view, context.getCluster());
    List<String> names = view.columns().stream().map(ViewDef.Column::name).toList();
    List<RexNode> fields = new java.util.ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      fields.add(RexInputRef.of(i, rows.getRowType()));
    }
    return LogicalProject.create(rows, List.of(), fields, names, Set.of());
  }
}
