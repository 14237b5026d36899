package io.mosql.sql.planner.cost;

import io.mosql.sql.algebra.PlanNode;

/**
 * Estimates the cost of a finished plan, with the {@code CostModel} that the planner chooses plans
 * by. Costs include those of inputs.
 */
public final class PlanCostEstimator {
  private PlanCostEstimator() {}

  public static double of(PlanNode node) {
    if (node instanceof PlanNode.TableScan scan) {
      boolean direct = scan.index().primary() || scan.covering();
      return CostModel.SEEK + scan.visitedRows() * (direct ? 1 : 1 + CostModel.FETCH);
    }
    if (node instanceof PlanNode.MultiLookup lookup) {
      return lookup.tuples().size() * CostModel.SEEK
          + lookup.visitedRows() * (lookup.index().primary() ? 1 : 1 + CostModel.FETCH);
    }
    if (node instanceof PlanNode.Correlate join) {
      return of(join.left()) + once(join.right()) + join.left().rows() * each(join.right());
    }
    if (node instanceof PlanNode.Join join) {
      double left = join.left().rows();
      double right = join.right().rows();
      if (join.isMergeJoin()) {
        return inputs(join) + (left + right) * CostModel.MERGE;
      }
      double pairs =
          join.leftKeys().isEmpty() ? left * right * CostModel.PAIR + left : left * CostModel.PROBE;
      return inputs(join) + right * CostModel.BUILD + pairs;
    }
    if (node instanceof PlanNode.Sort sort) {
      return inputs(sort) + (sort.collations().isEmpty() ? 0 : CostModel.sort(sort.input().rows()));
    }
    if (node instanceof PlanNode.Aggregate aggregate) {
      return inputs(node) + aggregate.input().rows() * CostModel.BUILD;
    }
    if (node instanceof PlanNode.SetOperation set) {
      boolean streams = set.all() && set.kind() == PlanNode.SetOperation.Kind.UNION;
      double rows = set.inputs().stream().mapToDouble(PlanNode::rows).sum();
      return inputs(node) + (streams ? 0 : rows * CostModel.BUILD);
    }
    return node.inputs().isEmpty() ? node.rows() : inputs(node);
  }

  /** Returns the part of a rescanned plan's cost that is paid only once. */
  public static double once(PlanNode node) {
    double once = node.inputs().stream().mapToDouble(PlanCostEstimator::once).sum();
    return node instanceof PlanNode.Join join && join.materialized()
        ? once - once(join.right()) + of(join.right()) + join.right().rows() * CostModel.BUILD
        : once;
  }

  /** Returns the cost of each execution of a rescanned plan. */
  public static double each(PlanNode node) {
    return of(node) - once(node);
  }

  private static double inputs(PlanNode node) {
    return node.inputs().stream().mapToDouble(PlanCostEstimator::of).sum();
  }
}
