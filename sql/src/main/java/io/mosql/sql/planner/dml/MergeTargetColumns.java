package io.mosql.sql.planner.dml;

import io.mosql.core.session.ColumnInfo;
import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import io.mosql.sql.planner.physical.CostedPlan;
import io.mosql.sql.planner.schema.CatalogTable;
import io.mosql.sql.planner.validate.DmlTarget;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/**
 * Maps fields of a MERGE's query to columns of its target: RETURNING reads target columns from the
 * written row, and all others from the source row. Immutable.
 */
final class MergeTargetColumns {
  private final TableDef table;
  private final Map<Integer, Integer> columns;

  private MergeTargetColumns(TableDef table, Map<Integer, Integer> columns) {
    this.table = table;
    this.columns = columns;
  }

  static MergeTargetColumns of(LogicalPlan.Block block, TableDef table) {
    Map<Integer, Integer> columns = new HashMap<>();
    add(block, 0, columns);
    return new MergeTargetColumns(table, columns);
  }

  private static void add(LogicalPlan.Block block, int shift, Map<Integer, Integer> columns) {
    for (LogicalPlan.Source source : block.sources()) {
      int first = shift + source.offset();
      if (source.input() instanceof LogicalPlan.Scan scan
          && LockingClause.TARGET.equals(scan.locking())) {
        for (int i = 0; i < scan.width(); i++) {
          columns.put(first + i, i);
        }
      } else if (source.input() instanceof LogicalPlan.Block inner) {
        Map<Integer, Integer> below = new HashMap<>();
        add(inner, 0, below);
        for (int i = 0; i < inner.outputs().size(); i++) {
          if (inner.outputs().get(i) instanceof RexInputRef ref
              && below.containsKey(ref.getIndex())) {
            columns.put(first + i, below.get(ref.getIndex()));
          }
        }
      }
    }
  }

  /**
   * Returns the RETURNING list over the table's row followed by the source's row.
   *
   * @param outputs over the query's fields
   * @param infos parallel to the outputs
   * @param source of the rows
   * @param needed receives the fields of the source that are used
   */
  ReturningList returning(
      List<RexNode> outputs,
      List<ColumnInfo> infos,
      CostedPlan source,
      RelDataTypeFactory types,
      BitSet needed) {
    RelDataType row = CatalogTable.rowType(table, true, types);
    List<RexNode> expressions = new ArrayList<>();
    List<ColumnInfo> named = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      RexNode output = outputs.get(i);
      if (DmlTarget.isInternal(infos.get(i)) || isHidden(output)) {
        continue;
      }
      expressions.add(Rexes.replaceFields(output, field -> moved(field, row, source, needed)));
      named.add(infos.get(i));
    }
    return new ReturningList(expressions, named);
  }

  private boolean isHidden(RexNode output) {
    return output instanceof RexInputRef ref
        && columns.containsKey(ref.getIndex())
        && table.columns().get(columns.get(ref.getIndex())).hidden();
  }

  private RexNode moved(int field, RelDataType row, CostedPlan source, BitSet needed) {
    Integer column = columns.get(field);
    if (column != null) {
      return CostedPlan.ref(row, column);
    }
    RexInputRef ref = source.ref(field);
    needed.set(ref.getIndex());
    return new RexInputRef(table.columns().size() + ref.getIndex(), ref.getType());
  }
}
