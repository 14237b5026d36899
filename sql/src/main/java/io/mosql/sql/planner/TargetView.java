package io.mosql.sql.planner;

import io.mosql.sql.view.UpdatableView;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;

/**
 * A view whose rows a statement changes: its columns and, behind them, those of the table's key.
 */
final class TargetView extends AbstractTable implements TranslatableTable {
  private final UpdatableView view;
  private final StoredViews views;
  private final boolean filtered;

  /**
   * @param filtered whether it has the rows of the view alone, and not all of the table
   */
  TargetView(UpdatableView view, StoredViews views, boolean filtered) {
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
