package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.PlanNode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/**
 * Plans mark joins over a hash table of the right side. Equalities of {@code on} are keys of groups
 * of right rows, equalities of the comparison are keys within a group, so that the rows for which
 * the comparison is unknown are found without a scan.
 */
final class MarkJoinPlanner {
  private final PlanContext context;
  private final HashJoinPlanner joins;

  MarkJoinPlanner(PlanContext context, HashJoinPlanner joins) {
    this.context = context;
    this.joins = joins;
  }

  /**
   * Plans the join.
   *
   * @param on conditions over left fields, then right fields, that a right row must meet
   * @param compared the comparison, over the same fields; empty if each such row meets it
   * @param rowType left fields, then the mark
   */
  PlanNode join(
      PlanNode left,
      PlanNode right,
      List<RexNode> on,
      List<RexNode> compared,
      RelDataType rowType) {
    int leftWidth = left.rowType().getFieldCount();
    List<RexNode> leftKeys = new ArrayList<>();
    List<RexNode> rightKeys = new ArrayList<>();
    List<RexNode> rest = new ArrayList<>();
    for (RexNode conjunct : on) {
      if (!addKeys(conjunct, leftWidth, leftKeys, rightKeys)) {
        rest.add(conjunct);
      }
    }
    int groupKeys = leftKeys.size();
    for (RexNode conjunct : compared) {
      addKeys(conjunct, leftWidth, leftKeys, rightKeys);
    }
    return new PlanNode.MarkJoin(
        left,
        right,
        leftKeys,
        rightKeys,
        groupKeys,
        conjunction(rest),
        conjunction(compared),
        rowType,
        false);
  }

  private boolean addKeys(
      RexNode conjunct, int leftWidth, List<RexNode> leftKeys, List<RexNode> rightKeys) {
    HashJoinPlanner.Equality keys = joins.keys(conjunct, leftWidth, true);
    if (keys == null) {
      return false;
    }
    leftKeys.add(keys.left());
    rightKeys.add(keys.right());
    return true;
  }

  private @Nullable RexNode conjunction(List<RexNode> conditions) {
    return conditions.isEmpty() ? null : RexUtil.composeConjunction(context.rex(), conditions);
  }
}
