package io.mosql.sql.planner;

import io.mosql.sql.plan.PlanNode;

/**
 * What a finished plan is estimated to cost, in rows of a primary key visited one after the other,
 * by the same {@link Costs} that it was chosen by. Inputs are included.
 */
final class PlanCosts {
  private PlanCosts() {}

  static double of(PlanNode node) {
    if (node instanceof PlanNode.TableScan scan) {
      boolean direct = scan.index().primary() || scan.covering();
      return Costs.SEEK + scan.visited() * (direct ? 1 : 1 + Costs.FETCH);
    }
    if (node instanceof PlanNode.MultiLookup lookup) {
      return lookup.tuples().size() * Costs.SEEK
          + lookup.visited() * (lookup.index().primary() ? 1 : 1 + Costs.FETCH);
    }
    if (node instanceof PlanNode.Correlate join) {
      return of(join.left()) + once(join.right()) + join.left().rows() * each(join.right());
    }
    if (node instanceof PlanNode.Join join) {
      double left = join.left().rows();
      double right = join.right().rows();
      if (join.merges()) {
        return inputs(join) + (left + right) * Costs.MERGE;
      }
      double pairs =
          join.leftKeys().isEmpty() ? left * right * Costs.PAIR + left : left * Costs.PROBE;
      return inputs(join) + right * Costs.BUILD + pairs;
    }
    if (node instanceof PlanNode.Sort sort) {
      return inputs(sort) + (sort.collations().isEmpty() ? 0 : Costs.sort(sort.input().rows()));
    }
    if (node instanceof PlanNode.Aggregate aggregate) {
      return inputs(node) + aggregate.input().rows() * Costs.BUILD;
    }
    if (node instanceof PlanNode.SetOperation set) {
      boolean streams = set.all() && set.kind() == PlanNode.SetOperation.Kind.UNION;
      double rows = set.inputs().stream().mapToDouble(PlanNode::rows).sum();
      return inputs(node) + (streams ? 0 : rows * Costs.BUILD);
    }
    return node.inputs().isEmpty() ? node.rows() : inputs(node);
  }

  /** What of a plan that is run again and again costs the same however often that is. */
  static double once(PlanNode node) {
    double once = node.inputs().stream().mapToDouble(PlanCosts::once).sum();
    return node instanceof PlanNode.Join join && join.kept()
        ? once - once(join.right()) + of(join.right()) + join.right().rows() * Costs.BUILD
        : once;
  }

  /** What a run costs of a plan that is run again and again. */
  static double each(PlanNode node) {
    return of(node) - once(node);
  }

  private static double inputs(PlanNode node) {
    return node.inputs().stream().mapToDouble(PlanCosts::of).sum();
  }
}
