package io.mosql.sql.planner;

import io.mosql.core.session.ColumnInfo;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.plan.RowClaim;
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
 * Which fields of a MERGE's query are columns of its target: what is returned looks at these in the
 * row that was written, and at all others in the row that led there. Immutable.
 */
final class MergedColumns {
  private final TableDef table;
  private final Map<Integer, Integer> columns;

  private MergedColumns(TableDef table, Map<Integer, Integer> columns) {
    this.table = table;
    this.columns = columns;
  }

  static MergedColumns of(Logical.Block block, TableDef table) {
    Map<Integer, Integer> columns = new HashMap<>();
    add(block, 0, columns);
    return new MergedColumns(table, columns);
  }

  private static void add(Logical.Block block, int shift, Map<Integer, Integer> columns) {
    for (Logical.Source source : block.sources()) {
      int first = shift + source.offset();
      if (source.input() instanceof Logical.Scan scan && RowClaim.TARGET.equals(scan.claim())) {
        for (int i = 0; i < scan.width(); i++) {
          columns.put(first + i, i);
        }
      } else if (source.input() instanceof Logical.Block inner) {
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
   * What is returned, over the table's row and behind it the source's.
   *
   * @param outputs over the query's fields
   * @param infos beside them
   * @param source of the rows
   * @param needed takes the fields of the source that are looked at
   */
  Returning returning(
      List<RexNode> outputs,
      List<ColumnInfo> infos,
      Planned source,
      RelDataTypeFactory types,
      BitSet needed) {
    RelDataType row = CatalogTable.rowType(table, true, types);
    List<RexNode> expressions = new ArrayList<>();
    List<ColumnInfo> named = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      RexNode output = outputs.get(i);
      if (Target.isInternal(infos.get(i)) || isHidden(output)) {
        continue;
      }
      expressions.add(Rexes.replaceFields(output, field -> moved(field, row, source, needed)));
      named.add(infos.get(i));
    }
    return new Returning(expressions, Returning.named(named));
  }

  private boolean isHidden(RexNode output) {
    return output instanceof RexInputRef ref
        && columns.containsKey(ref.getIndex())
        && table.columns().get(columns.get(ref.getIndex())).hidden();
  }

  private RexNode moved(int field, RelDataType row, Planned source, BitSet needed) {
    Integer column = columns.get(field);
    if (column != null) {
      return Planned.ref(row, column);
    }
    RexInputRef ref = source.ref(field);
    needed.set(ref.getIndex());
    return new RexInputRef(table.columns().size() + ref.getIndex(), ref.getType());
  }
}
