package io.mosql.sql.planner.logical;

import io.mosql.sql.planner.expression.Rexes;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rex.RexNode;

/** Collects the fields of a correlation variable that a query refers to. */
public final class CorrelatedFields {
  private final CorrelationId variable;
  private final BitSet fields = new BitSet();

  private CorrelatedFields(CorrelationId variable) {
    this.variable = variable;
  }

  public static BitSet of(LogicalPlan logical, CorrelationId variable) {
    CorrelatedFields collector = new CorrelatedFields(variable);
    collector.visit(logical);
    return collector.fields;
  }

  private void visit(LogicalPlan logical) {
    if (logical instanceof LogicalPlan.Block block) {
      for (LogicalPlan.Source source : block.sources()) {
        visit(source.input());
        addAll(source.on());
        addAll(source.compared());
        addAll(source.variableRow());
      }
      addAll(block.conjuncts());
      addAll(block.outputs());
    } else if (logical instanceof LogicalPlan.Aggregate group) {
      visit(group.input());
    } else if (logical instanceof LogicalPlan.Window window) {
      visit(window.input());
    } else if (logical instanceof LogicalPlan.Sort order) {
      visit(order.input());
    } else if (logical instanceof LogicalPlan.SetOperation combine) {
      combine.inputs().forEach(this::visit);
    } else if (logical instanceof LogicalPlan.Recursion recursion) {
      visit(recursion.seed());
      visit(recursion.step());
    } else if (logical instanceof LogicalPlan.FullJoin join) {
      visit(join.left());
      visit(join.right());
      addAll(join.on());
    } else if (logical instanceof LogicalPlan.FunctionScan series) {
      addAll(series.arguments());
    } else if (logical instanceof LogicalPlan.Values rows) {
      rows.tuples().forEach(this::addAll);
    }
  }

  private void addAll(List<RexNode> nodes) {
    for (RexNode node : nodes) {
      Rexes.addVariableFields(node, variable, fields);
    }
  }
}
