package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.PlanNode;
import java.util.List;

/** Finds plans that return no row, whatever the tables contain. Pure. */
final class EmptyPlans {
  private EmptyPlans() {}

  static boolean isEmpty(PlanNode node) {
    if (node instanceof PlanNode.Values values) {
      return values.tuples().isEmpty();
    } else if (node instanceof PlanNode.Join join) {
      return switch (join.type()) {
        case INNER, SEMI -> isEmpty(join.left()) || isEmpty(join.right());
        case LEFT, ANTI -> isEmpty(join.left());
        case RIGHT -> isEmpty(join.right());
        default -> isEmpty(join.left()) && isEmpty(join.right());
      };
    } else if (node instanceof PlanNode.Correlate each) {
      return switch (each.type()) {
        case INNER, SEMI -> isEmpty(each.left()) || isEmpty(each.right());
        default -> isEmpty(each.left());
      };
    } else if (node instanceof PlanNode.Aggregate aggregate) {
      return !aggregate.groupFields().isEmpty()
          && aggregate.isSimple()
          && isEmpty(aggregate.input());
    } else if (node instanceof PlanNode.SetOperation combined) {
      List<PlanNode> inputs = combined.inputs();
      return switch (combined.kind()) {
        case UNION -> inputs.stream().allMatch(EmptyPlans::isEmpty);
        case INTERSECT -> inputs.stream().anyMatch(EmptyPlans::isEmpty);
        case EXCEPT -> isEmpty(inputs.get(0));
      };
    }
    boolean passes =
        node instanceof PlanNode.Filter
            || node instanceof PlanNode.Project
            || node instanceof PlanNode.Sort
            || node instanceof PlanNode.LockRows
            || node instanceof PlanNode.Window;
    return passes && isEmpty(node.inputs().get(0));
  }
}
