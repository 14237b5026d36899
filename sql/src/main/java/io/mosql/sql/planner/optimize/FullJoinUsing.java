package io.mosql.sql.planner.optimize;

import io.mosql.sql.planner.expression.Rexes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Moves comparisons of the column that two tables are joined by into both sides of a FULL JOIN:
 * {@code a FULL JOIN b USING (id) WHERE id = 5} needs only the rows with {@code a.id = 5} and
 * {@code b.id = 5}, since equal ids meet the condition together.
 */
final class FullJoinUsing {
  private FullJoinUsing() {}

  static boolean isRoot(RelNode rel) {
    return rel instanceof Filter filter
        && filter.getVariablesSet().isEmpty()
        && filter.getInput().stripped() instanceof Join join
        && join.getJoinType() == JoinRelType.FULL
        && Rexes.isDeterministic(filter.getCondition())
        && Expressions.isPlain(join);
  }

  static RelNode rewrite(RelNode rel, RelBuilder builder) {
    Filter filter = (Filter) rel;
    Join join = (Join) filter.getInput().stripped();
    int width = join.getLeft().getRowType().getFieldCount();
    List<RexNode> left = new ArrayList<>();
    List<RexNode> right = new ArrayList<>();
    List<RexNode> rest = new ArrayList<>();
    for (RexNode conjunct : Rexes.conjunctions(filter.getCondition())) {
      RexCall merged = merged(conjunct, join);
      if (merged == null) {
        rest.add(conjunct);
      } else {
        left.add(replaced(conjunct, merged, 0));
        right.add(RexUtil.shift(replaced(conjunct, merged, 1), -width));
      }
    }
    if (left.isEmpty()) {
      return rel;
    }
    RelNode filteredLeft = builder.push(join.getLeft()).filter(left).build();
    RelNode filteredRight = builder.push(join.getRight()).filter(right).build();
    return builder
        .push(join.copy(join.getTraitSet(), List.of(filteredLeft, filteredRight)))
        .filter(rest)
        .build();
  }

  /** Returns the merged column that the condition compares with a constant, or null. */
  private static @Nullable RexCall merged(RexNode condition, Join join) {
    if (!(condition instanceof RexCall call)
        || !SqlKind.COMPARISON.contains(call.getKind())
        || !Expressions.isPlain(call)) {
      return null;
    }
    for (RexNode operand : call.getOperands()) {
      if (operand instanceof RexCall merged
          && merged.getKind() == SqlKind.COALESCE
          && merged.getOperands().size() == 2
          && merged.getOperands().stream().allMatch(RexInputRef.class::isInstance)
          && Rexes.fields(call).cardinality() == 2
          && call.getOperands().stream().filter(o -> Rexes.fields(o).isEmpty()).count() == 1
          && isJoinedBy(merged, join)) {
        return merged;
      }
    }
    return null;
  }

  private static boolean isJoinedBy(RexCall merged, Join join) {
    BitSet fields = Rexes.fields(merged);
    int left = Rexes.index(merged.getOperands().get(0));
    return left < join.getLeft().getRowType().getFieldCount()
        && Rexes.conjunctions(join.getCondition()).stream()
            .anyMatch(
                conjunct ->
                    conjunct.getKind() == SqlKind.EQUALS
                        && ((RexCall) conjunct)
                            .getOperands().stream().allMatch(RexInputRef.class::isInstance)
                        && Rexes.fields(conjunct).equals(fields));
  }

  private static RexNode replaced(RexNode condition, RexCall merged, int side) {
    return condition.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            return call.equals(merged) ? merged.getOperands().get(side) : super.visitCall(call);
          }
        });
  }
}
