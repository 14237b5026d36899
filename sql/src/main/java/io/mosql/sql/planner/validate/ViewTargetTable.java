package io.mosql.sql.planner.validate;

import io.mosql.sql.view.UpdatableView;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;

/**
 * An updatable view as the target of a statement: its columns, followed by the key columns of its
 * table.
 */
final class ViewTargetTable extends AbstractTable implements TranslatableTable {
  private final UpdatableView view;
  private final ViewResolver views;
  private final boolean filtered;

  /**
   * Creates the table.
   *
   * @param filtered whether it has only the rows of the view instead of all rows of the table
   */
  ViewTargetTable(UpdatableView view, ViewResolver views, boolean filtered) {
    this.view = view;
    this.views = views;
    this.filtered = filtered;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    return views.targetType(view, filtered);
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relOptTable) {
    return views.target(view, filtered, context.getCluster());
  }
}
