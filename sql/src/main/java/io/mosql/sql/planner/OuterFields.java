package io.mosql.sql.planner;

import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rex.RexNode;

/** Which fields of a correlation variable a query refers to. */
final class OuterFields {
  private final CorrelationId variable;
  private final BitSet fields = new BitSet();

  private OuterFields(CorrelationId variable) {
    this.variable = variable;
  }

  static BitSet of(Logical logical, CorrelationId variable) {
    OuterFields collector = new OuterFields(variable);
    collector.visit(logical);
    return collector.fields;
  }

  private void visit(Logical logical) {
    if (logical instanceof Logical.Block block) {
      for (Logical.Source source : block.sources()) {
        visit(source.input());
        addAll(source.on());
        addAll(source.variableRow());
      }
      addAll(block.conjuncts());
      addAll(block.outputs());
    } else if (logical instanceof Logical.Group group) {
      visit(group.input());
    } else if (logical instanceof Logical.Window window) {
      visit(window.input());
    } else if (logical instanceof Logical.Order order) {
      visit(order.input());
    } else if (logical instanceof Logical.Combine combine) {
      combine.inputs().forEach(this::visit);
    } else if (logical instanceof Logical.Recursion recursion) {
      visit(recursion.seed());
      visit(recursion.step());
    } else if (logical instanceof Logical.FullJoin join) {
      visit(join.left());
      visit(join.right());
      addAll(join.on());
    } else if (logical instanceof Logical.Series series) {
      addAll(series.arguments());
    } else if (logical instanceof Logical.Rows rows) {
      rows.tuples().forEach(this::addAll);
    }
  }

  private void addAll(List<RexNode> nodes) {
    for (RexNode node : nodes) {
      Rexes.addVariableFields(node, variable, fields);
    }
  }
}
