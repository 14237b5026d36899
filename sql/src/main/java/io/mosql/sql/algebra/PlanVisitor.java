package io.mosql.sql.algebra;

/**
 * What to do for each kind of {@link PlanNode}. A new kind does not compile before every visitor
 * has a method for it.
 *
 * @param <R> the result
 */
public interface PlanVisitor<R> {
  R visit(PlanNode.TableScan scan);

  R visit(PlanNode.ViewScan scan);

  R visit(PlanNode.Values values);

  R visit(PlanNode.FunctionScan scan);

  R visit(PlanNode.Filter filter);

  R visit(PlanNode.Project project);

  R visit(PlanNode.Correlate join);

  R visit(PlanNode.Join join);

  R visit(PlanNode.DisjunctiveJoin join);

  R visit(PlanNode.MarkJoin join);

  R visit(PlanNode.LockRows lock);

  R visit(PlanNode.Sort sort);

  R visit(PlanNode.Aggregate aggregate);

  R visit(PlanNode.Window window);

  R visit(PlanNode.Recursion recursion);

  R visit(PlanNode.RecursionScan scan);

  R visit(PlanNode.CteScan scan);

  R visit(PlanNode.SharedScan scan);

  R visit(PlanNode.SetOperation operation);

  R visit(PlanNode.With with);

  R visit(PlanNode.Insert insert);

  R visit(PlanNode.Update update);

  R visit(PlanNode.Delete delete);

  R visit(PlanNode.Merge merge);
}
