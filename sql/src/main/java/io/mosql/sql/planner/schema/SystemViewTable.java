package io.mosql.sql.planner.schema;

import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.catalog.SystemView;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;

/** A system view in Calcite's schema. */
public final class SystemViewTable extends AbstractTable implements TranslatableTable {
  private final SystemView view;

  public SystemViewTable(SystemView view) {
    this.view = view;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    return rowType(view, factory);
  }

  private static RelDataType rowType(SystemView view, RelDataTypeFactory factory) {
    RelDataTypeFactory.Builder builder = factory.builder();
    for (SystemView.Column column : view.columns()) {
      builder.add(column.name(), RelTypes.relType(factory, column.type(), true));
    }
    return builder.build();
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relOptTable) {
    return new SystemViewScan(context.getCluster(), relOptTable, view);
  }

  /** A scan of all rows of a system view, in relational algebra. */
  public static final class SystemViewScan extends RelationScan {
    private final SystemView view;

    SystemViewScan(RelOptCluster cluster, RelOptTable relOptTable, SystemView view) {
      super(cluster, relOptTable, view.name());
      this.view = view;
    }

    @Override
    public RelDataType deriveRowType() {
      return SystemViewTable.rowType(view, getCluster().getTypeFactory());
    }

    public SystemView view() {
      return view;
    }
  }
}
