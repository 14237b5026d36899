package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * Plans the right sides of lookup joins: a source with its join conditions bound to the left row.
 * The estimates depend on the bound conditions alone, so each source is planned once for each set
 * of them; where the rows of the chosen left side have another form, it is planned once more.
 */
final class LookupPlanner {
  private final PhysicalPlanner planner;
  private final JoinOrderSearch search;
  private final Map<Key, Lookup> planned = new HashMap<>();

  LookupPlanner(PhysicalPlanner planner, JoinOrderSearch search) {
    this.planner = planner;
    this.search = search;
  }

  private record Key(int index, BitSet applied, CostedPlan.DesiredOrder wish) {}

  /**
   * The right side of a lookup join.
   *
   * @param on conditions over the block's fields
   * @param left plan of the left rows that the variable is bound to
   */
  record Lookup(
      int index,
      List<RexNode> on,
      CostedPlan.DesiredOrder wish,
      CostedPlan left,
      CorrelationId variable,
      CostedPlan right) {}

  /**
   * Returns the plan of a source for one left row.
   *
   * @param applied the block's conditions that are bound
   */
  Lookup plan(
      int index, List<RexNode> on, BitSet applied, CostedPlan.DesiredOrder wish, JoinTree left) {
    Key key = new Key(index, applied, wish);
    Lookup known = planned.get(key);
    if (known == null) {
      known = plan(index, on, wish, left.plan());
      planned.put(key, known);
    }
    return known;
  }

  private Lookup plan(int index, List<RexNode> on, CostedPlan.DesiredOrder wish, CostedPlan left) {
    LogicalPlan.Source source = search.source(index);
    RexBuilder rex = planner.context().rex();
    CorrelationId variable = planner.context().newVariable();
    RexNode row = rex.makeCorrel(left.node().rowType(), variable);
    RelDataType rightType = source.input().rowType();
    List<RexNode> conjuncts =
        Rexes.replaceFields(
            on,
            field ->
                field >= source.offset() && field < source.end()
                    ? CostedPlan.ref(rightType, field - source.offset())
                    : rex.makeFieldAccess(row, left.positions()[field]));
    BitSet demand =
        source.type().projectsRight()
            ? search.neededFields(source)
            : usedBy(search.compared(index), source);
    CostedPlan right =
        planner.plan(
            source.input(),
            new PhysicalPlanner.PlanRequest(
                conjuncts, demand, wish, environment(source, left, row)));
    return new Lookup(index, on, wish, left, variable, right);
  }

  /** Returns the values of outer rows, with those that the source refers to. */
  private Map<CorrelationId, List<RexNode>> environment(
      LogicalPlan.Source source, CostedPlan left, RexNode row) {
    CorrelationId variable = source.variable();
    if (variable == null) {
      return search.outer();
    }
    RexBuilder rex = planner.context().rex();
    List<RexNode> values = new ArrayList<>();
    for (RexNode value : source.variableRow()) {
      // fields of sources that are not joined yet are not used
      boolean present =
          Rexes.fields(value).stream().allMatch(f -> left.positions()[f] != CostedPlan.ABSENT);
      values.add(
          present
              ? Rexes.replaceFields(
                  Rexes.replaceVariables(value, search.outer()),
                  field -> rex.makeFieldAccess(row, left.positions()[field]))
              : rex.makeNullLiteral(value.getType()));
    }
    return PhysicalPlanner.with(search.outer(), variable, values);
  }

  /**
   * Builds the lookup join.
   *
   * @param runs expected number of left rows
   */
  CostedPlan join(Lookup lookup, JoinTree tree, double rows, double runs) {
    CostedPlan left = tree.plan();
    Lookup bound =
        isAlike(left, lookup.left) ? lookup : plan(lookup.index, lookup.on, lookup.wish, left);
    LogicalPlan.Source source = search.source(lookup.index);
    CostedPlan right = bound.right;
    PlanNode repeated = new RescanOptimizer(planner.context(), runs).optimize(right.node());
    List<RexNode> compared = search.compared(lookup.index);
    LogicalPlan.Mark mark = source.mark();
    RelDataType leftType = left.node().rowType();
    PlanNode node =
        new PlanNode.Correlate(
            left.node(),
            repeated,
            bound.variable,
            source.type(),
            compared.isEmpty()
                ? null
                : RexUtil.composeConjunction(
                    search.rex(), search.physical(compared, left, right, source)),
            mark != null
                ? search.joins().markedType(leftType, mark.type())
                : search.joins().rowType(leftType, right.node().rowType(), source.type()),
            rows);
    return search.joined(node, left, right, source);
  }

  /** Returns the source's fields that the conditions use. */
  private static BitSet usedBy(List<RexNode> conditions, LogicalPlan.Source source) {
    BitSet used = Rexes.fields(conditions);
    return used.get(
        source.offset(), Math.max(source.offset(), Math.min(used.length(), source.end())));
  }

  /** Whether rows have the same fields at the same positions. */
  private static boolean isAlike(CostedPlan one, CostedPlan other) {
    return one.node().rowType().equals(other.node().rowType())
        && Arrays.equals(one.positions(), other.positions());
  }
}
