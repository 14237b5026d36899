package io.mosql.sql.planner;

import io.mosql.sql.plan.PlanNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFamily;

/**
 * Makes joins over a buffered right side: by hash where conditions say that a field of the left
 * equals one of the right, in types whose equal values are equal objects; else by nested loops.
 */
final class HashJoins {
  private final PlanContext context;

  HashJoins(PlanContext context) {
    this.context = context;
  }

  /**
   * @param on conditions over left fields, then right fields
   */
  PlanNode join(PlanNode left, PlanNode right, JoinRelType type, List<RexNode> on, double rows) {
    int leftWidth = left.rowType().getFieldCount();
    List<Integer> leftKeys = new ArrayList<>();
    List<Integer> rightKeys = new ArrayList<>();
    List<RexNode> rest = new ArrayList<>();
    for (RexNode conjunct : on) {
      int[] keys = keys(conjunct, leftWidth);
      if (keys.length == 0) {
        rest.add(conjunct);
      } else {
        leftKeys.add(keys[0]);
        rightKeys.add(keys[1]);
      }
    }
    RexNode condition =
        rest.isEmpty() ? null : RexUtil.composeConjunction(context.rex(), rest);
    return new PlanNode.Join(
        left,
        right,
        leftKeys,
        rightKeys,
        type,
        condition,
        rowType(left.rowType(), right.rowType(), type),
        rows);
  }

  /** Whether any of the conditions is a hash key. */
  static boolean hasKeys(List<RexNode> on, int leftWidth) {
    return on.stream().anyMatch(conjunct -> keys(conjunct, leftWidth).length > 0);
  }

  /** The left and right field that the condition equates, or nothing. */
  private static int[] keys(RexNode conjunct, int leftWidth) {
    if (conjunct.getKind() != SqlKind.EQUALS) {
      return new int[0];
    }
    List<RexNode> operands = ((RexCall) conjunct).getOperands();
    if (!(operands.get(0) instanceof RexInputRef a)
        || !(operands.get(1) instanceof RexInputRef b)
        || !hashesAlike(a.getType(), b.getType())) {
      return new int[0];
    }
    if (a.getIndex() < leftWidth && b.getIndex() >= leftWidth) {
      return new int[] {a.getIndex(), b.getIndex() - leftWidth};
    } else if (b.getIndex() < leftWidth && a.getIndex() >= leftWidth) {
      return new int[] {b.getIndex(), a.getIndex() - leftWidth};
    }
    return new int[0];
  }

  private static boolean hashesAlike(RelDataType a, RelDataType b) {
    if (a.getSqlTypeName().getFamily() == SqlTypeFamily.CHARACTER) {
      return b.getSqlTypeName().getFamily() == SqlTypeFamily.CHARACTER;
    }
    return a.getSqlTypeName() == b.getSqlTypeName() && a.getScale() == b.getScale();
  }

  /** Left fields, then right ones unless the join yields left rows only. */
  RelDataType rowType(RelDataType left, RelDataType right, JoinRelType type) {
    if (!type.projectsRight()) {
      return left;
    }
    RelDataTypeFactory.Builder builder = context.types().builder();
    left.getFieldList()
        .forEach(f -> builder.add(f.getName(), nullable(f.getType(), type.generatesNullsOnLeft())));
    right
        .getFieldList()
        .forEach(
            f -> builder.add(f.getName(), nullable(f.getType(), type.generatesNullsOnRight())));
    return builder.build();
  }

  private RelDataType nullable(RelDataType type, boolean nullable) {
    return nullable ? context.types().createTypeWithNullability(type, true) : type;
  }

  /** Fields of the block that a set of conditions uses. */
  static boolean within(RexNode node, BitSet fields) {
    BitSet used = Rexes.fields(node);
    used.andNot(fields);
    return used.isEmpty();
  }
}
