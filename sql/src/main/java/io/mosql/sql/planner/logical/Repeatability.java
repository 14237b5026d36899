package io.mosql.sql.planner.logical;

import io.mosql.sql.planner.expression.Infallibility;
import io.mosql.sql.planner.expression.Rexes;
import java.util.List;
import org.apache.calcite.rex.RexNode;

/**
 * Tells whether a plan may be executed another number of times, and for other rows, than the
 * statement says, without a difference that is seen: it has no volatile expression and none that
 * may fail, and locks no rows. Pure.
 */
final class Repeatability {
  private Repeatability() {}

  static boolean isRepeatable(LogicalPlan plan) {
    if (plan instanceof LogicalPlan.Block block) {
      return allInfallible(block.conjuncts())
          && allInfallible(block.outputs())
          && block.sources().stream()
              .allMatch(
                  source ->
                      allInfallible(source.on())
                          && allInfallible(source.compared())
                          && allInfallible(source.variableRow())
                          && isRepeatable(source.input()));
    } else if (plan instanceof LogicalPlan.Scan scan) {
      return scan.locking() == null;
    } else if (plan instanceof LogicalPlan.Aggregate group) {
      return isRepeatable(group.input());
    } else if (plan instanceof LogicalPlan.Sort sort) {
      return isRepeatable(sort.input());
    } else if (plan instanceof LogicalPlan.Window window) {
      return isRepeatable(window.input());
    } else if (plan instanceof LogicalPlan.SetOperation set) {
      return set.inputs().stream().allMatch(Repeatability::isRepeatable);
    } else if (plan instanceof LogicalPlan.Values values) {
      return values.tuples().stream().allMatch(Repeatability::allInfallible);
    }
    return plan instanceof LogicalPlan.CteScan
        || plan instanceof LogicalPlan.Shared shared && shared.isRepeatable();
  }

  private static boolean allInfallible(List<RexNode> nodes) {
    return nodes.stream()
        .allMatch(node -> Rexes.isDeterministic(node) && Infallibility.neverFails(node));
  }
}
