package io.mosql.sql.planner.logical;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.algebra.PlanNode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;

/**
 * Rewrites outer joins with sub-queries in the condition: for each row of the preserved side, the
 * other side becomes a lateral query with the condition as its WHERE.
 *
 * <pre>
 * l LEFT JOIN r ON c   =   l LEFT JOIN LATERAL (SELECT r.* FROM r WHERE c) ON TRUE
 * l FULL JOIN r ON c   =   that, and each r for which there is no such l
 * </pre>
 */
final class OuterJoinSubQueries {
  private final LogicalPlanBuilder builder;
  private final Join join;
  private final int leftWidth;

  OuterJoinSubQueries(LogicalPlanBuilder builder, Join join) {
    this.builder = builder;
    this.join = join;
    this.leftWidth = join.getLeft().getRowType().getFieldCount();
  }

  /** Whether each sub-query of the condition is scalar and has the same value for all rows. */
  static boolean isPlain(Join join) {
    RexNode condition = join.getCondition();
    if (RexUtil.SubQueryFinder.find(condition) == null) {
      return true;
    }
    boolean[] plain = {true};
    condition.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitSubQuery(RexSubQuery query) {
            boolean value =
                query.getKind() == SqlKind.SCALAR_QUERY || query.getKind() == SqlKind.EXISTS;
            plain[0] &=
                value
                    && RelOptUtil.getVariablesUsed(query.rel).stream()
                        .noneMatch(join.getVariablesSet()::contains);
            return null;
          }
        });
    return plain[0];
  }

  /** Flattens a LEFT or RIGHT join; returns its fields over the block's fields. */
  List<RexNode> flatten(BlockBuilder block) {
    return switch (join.getJoinType()) {
      case LEFT -> keeping(true, JoinRelType.LEFT, block);
      case RIGHT -> keeping(false, JoinRelType.LEFT, block);
      default -> throw CoreErrorMessage.UNSUPPORTED.error("this sub-query in a join");
    };
  }

  LogicalPlan full() {
    BlockBuilder left = new BlockBuilder(builder);
    List<RexNode> joined = keeping(true, JoinRelType.LEFT, left);
    BlockBuilder right = new BlockBuilder(builder);
    List<RexNode> rest = keeping(false, JoinRelType.ANTI, right);
    RelDataType rowType = join.getRowType();
    List<RexNode> padded = new ArrayList<>();
    for (int i = 0; i < leftWidth; i++) {
      padded.add(builder.rex().makeNullLiteral(rowType.getFieldList().get(i).getType()));
    }
    padded.addAll(rest);
    return new LogicalPlan.SetOperation(
        PlanNode.SetOperation.Kind.UNION,
        true,
        List.of(left.build(joined, rowType), right.build(padded, rowType)),
        rowType);
  }

  /**
   * Adds one side, and the other side for each of its rows.
   *
   * @return fields of both sides, in order; for an ANTI join those of the preserved side
   */
  private List<RexNode> keeping(boolean leftSide, JoinRelType type, BlockBuilder block) {
    RelNode kept = leftSide ? join.getLeft() : join.getRight();
    RelNode other = leftSide ? join.getRight() : join.getLeft();
    List<RexNode> row = builder.flatten(kept, block, false);
    CorrelationId variable = builder.freshVariable();
    RexNode outer = builder.rex().makeCorrel(kept.getRowType(), variable);
    List<RexNode> outerRow = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      outerRow.add(builder.rex().makeFieldAccess(outer, i));
    }
    BlockBuilder inner = new BlockBuilder(builder);
    List<RexNode> innerRow = builder.flatten(other, inner, false);
    List<RexNode> both = sides(leftSide, outerRow, innerRow);
    for (RexNode conjunct : builder.conjuncts(join.getCondition())) {
      inner.addCondition(conjunct, both, join.getVariablesSet());
    }
    List<RexNode> found =
        block.addLateral(inner.build(innerRow, other.getRowType()), type, variable, row);
    return type == JoinRelType.ANTI ? row : sides(leftSide, row, found);
  }

  private static List<RexNode> sides(boolean keptFirst, List<RexNode> kept, List<RexNode> other) {
    List<RexNode> both = new ArrayList<>(keptFirst ? kept : other);
    both.addAll(keptFirst ? other : kept);
    return both;
  }
}
