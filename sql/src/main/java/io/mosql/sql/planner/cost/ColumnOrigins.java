package io.mosql.sql.planner.cost;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.TableDef;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexInputRef;
import org.jspecify.annotations.Nullable;

/** Finds the table columns that are the unchanged origin of fields of a plan. */
final class ColumnOrigins {
  private ColumnOrigins() {}

  /**
   * A column of a table.
   *
   * @param column index of the column
   */
  record Origin(TableDef table, int column) {}

  /** Returns the origin of a field; null when the field is computed. */
  static @Nullable Origin of(PlanNode node, int field) {
    if (node instanceof PlanNode.TableScan scan) {
      return new Origin(scan.table(), field);
    }
    if (node instanceof PlanNode.Project project) {
      return project.expressions().get(field) instanceof RexInputRef ref
          ? of(project.input(), ref.getIndex())
          : null;
    }
    if (node instanceof PlanNode.Aggregate aggregate) {
      return field < aggregate.groupFields().size()
          ? of(aggregate.input(), aggregate.groupFields().get(field))
          : null;
    }
    if (node instanceof PlanNode.Correlate
        || node instanceof PlanNode.Join
        || node instanceof PlanNode.DisjunctiveJoin) {
      PlanNode left = node.inputs().get(0);
      int leftWidth = left.rowType().getFieldCount();
      if (node instanceof PlanNode.Correlate each
          && each.type() == JoinRelType.LEFT_MARK
          && field == leftWidth) {
        return null;
      }
      return field < leftWidth ? of(left, field) : of(node.inputs().get(1), field - leftWidth);
    }
    boolean sameFields =
        node instanceof PlanNode.Filter
            || node instanceof PlanNode.Sort
            || node instanceof PlanNode.LockRows
            || node instanceof PlanNode.MarkJoin
            || node instanceof PlanNode.Window;
    return sameFields && field < node.inputs().get(0).rowType().getFieldCount()
        ? of(node.inputs().get(0), field)
        : null;
  }
}
