package io.mosql.sql.planner.cost;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.PlanVisitor;

/**
 * Estimates the cost of a finished plan, with the {@code CostModel} that the planner chooses plans
 * by. Costs include those of inputs.
 */
public final class PlanCostEstimator {
  private static final Cost COST = new Cost();

  private PlanCostEstimator() {}

  public static double of(PlanNode node) {
    return node.accept(COST);
  }

  /** Returns the part of a rescanned plan's cost that is paid only once. */
  public static double once(PlanNode node) {
    if (node instanceof PlanNode.SharedScan) {
      return inputs(node);
    }
    double once = node.inputs().stream().mapToDouble(PlanCostEstimator::once).sum();
    PlanNode kept =
        node instanceof PlanNode.Join join && join.materialized()
            ? join.right()
            : node instanceof PlanNode.MarkJoin mark && mark.materialized() ? mark.right() : null;
    return kept == null ? once : once - once(kept) + of(kept) + kept.rows() * CostModel.BUILD;
  }

  /** Returns the cost of each execution of a rescanned plan. */
  public static double each(PlanNode node) {
    return of(node) - once(node);
  }

  private static double inputs(PlanNode node) {
    double sum = 0;
    for (PlanNode input : node.inputs()) {
      sum += of(input);
    }
    return sum;
  }

  private static final class Cost implements PlanVisitor<Double> {
    @Override
    public Double visit(PlanNode.TableScan scan) {
      boolean direct = scan.index().primary() || scan.covering();
      double seeks = Math.max(scan.bounds().spans(), scan.distinct() > 0 ? scan.rows() : 0);
      return seeks * CostModel.SEEK + scan.visitedRows() * (direct ? 1 : 1 + CostModel.FETCH);
    }

    @Override
    public Double visit(PlanNode.Correlate join) {
      return of(join.left()) + once(join.right()) + join.left().rows() * each(join.right());
    }

    @Override
    public Double visit(PlanNode.Join join) {
      double left = join.left().rows();
      double right = join.right().rows();
      if (join.isMergeJoin()) {
        return inputs(join) + (left + right) * CostModel.MERGE;
      }
      double pairs =
          join.leftKeys().isEmpty() ? left * right * CostModel.PAIR + left : left * CostModel.PROBE;
      return inputs(join) + right * CostModel.BUILD + pairs;
    }

    @Override
    public Double visit(PlanNode.DisjunctiveJoin join) {
      double keys = join.alternatives().size();
      return inputs(join)
          + keys * (join.right().rows() * CostModel.BUILD + join.left().rows() * CostModel.PROBE);
    }

    @Override
    public Double visit(PlanNode.SharedScan scan) {
      return inputs(scan) + scan.rows();
    }

    @Override
    public Double visit(PlanNode.MarkJoin join) {
      double left = join.left().rows();
      double right = join.right().rows();
      double pairs =
          join.leftKeys().isEmpty() ? left * right * CostModel.PAIR + left : left * CostModel.PROBE;
      return inputs(join) + right * CostModel.BUILD + pairs;
    }

    @Override
    public Double visit(PlanNode.Sort sort) {
      return inputs(sort) + (sort.collations().isEmpty() ? 0 : CostModel.sort(sort.input().rows()));
    }

    @Override
    public Double visit(PlanNode.Aggregate aggregate) {
      double row = aggregate.sorted() ? CostModel.GROUP : CostModel.BUILD;
      return inputs(aggregate) + aggregate.input().rows() * row;
    }

    @Override
    public Double visit(PlanNode.SetOperation set) {
      boolean streams = set.all() && set.kind() == PlanNode.SetOperation.Kind.UNION;
      double rows = set.inputs().stream().mapToDouble(PlanNode::rows).sum();
      return inputs(set) + (streams ? 0 : rows * CostModel.BUILD);
    }

    @Override
    public Double visit(PlanNode.ViewScan scan) {
      return scan.rows();
    }

    @Override
    public Double visit(PlanNode.Values values) {
      return values.rows();
    }

    @Override
    public Double visit(PlanNode.FunctionScan scan) {
      return scan.rows();
    }

    @Override
    public Double visit(PlanNode.RecursionScan scan) {
      return scan.rows();
    }

    @Override
    public Double visit(PlanNode.CteScan scan) {
      return scan.rows();
    }

    @Override
    public Double visit(PlanNode.Filter filter) {
      return inputs(filter);
    }

    @Override
    public Double visit(PlanNode.Project project) {
      return inputs(project);
    }

    @Override
    public Double visit(PlanNode.LockRows lock) {
      return inputs(lock);
    }

    @Override
    public Double visit(PlanNode.Window window) {
      return inputs(window);
    }

    @Override
    public Double visit(PlanNode.Recursion recursion) {
      return inputs(recursion);
    }

    @Override
    public Double visit(PlanNode.With with) {
      return inputs(with);
    }

    @Override
    public Double visit(PlanNode.Insert insert) {
      return inputs(insert);
    }

    @Override
    public Double visit(PlanNode.Update update) {
      return inputs(update);
    }

    @Override
    public Double visit(PlanNode.Delete delete) {
      return inputs(delete);
    }

    @Override
    public Double visit(PlanNode.Merge merge) {
      return inputs(merge);
    }
  }
}
