package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Plans the scan of a table with an OR whose branches different indexes serve, as a UNION ALL of
 * scans. Each scan leaves out the rows that meet a branch before its own, so that no row is
 * returned twice, and none has to be remembered.
 */
final class IndexUnion {
  private static final int MAX_BRANCHES = 8;

  private final PlanContext context;
  private final LogicalPlan.Scan scan;
  private final List<RexNode> conjuncts;
  private final BitSet demand;

  IndexUnion(PlanContext context, LogicalPlan.Scan scan, List<RexNode> conjuncts, BitSet demand) {
    this.context = context;
    this.scan = scan;
    this.conjuncts = conjuncts;
    this.demand = demand;
  }

  /** Returns the cheapest union, if it costs less than the limit; else null. */
  @Nullable CostedPlan cheaperThan(double limit) {
    LockingClause locking = scan.locking();
    if (locking != null && locking.locksRows()) {
      // a LIMIT above locks the rows that it returns, which needs a single scan
      return null;
    }
    CostedPlan best = null;
    for (int i = 0; i < conjuncts.size(); i++) {
      if (conjuncts.get(i).getKind() == SqlKind.OR && Rexes.isDeterministic(conjuncts.get(i))) {
        CostedPlan union = union(i, best == null ? limit : best.cost());
        best = union == null ? best : union;
      }
    }
    return best;
  }

  private @Nullable CostedPlan union(int number, double limit) {
    List<List<RexNode>> groups = groups(conjuncts.get(number));
    if (groups.size() < 2 || groups.size() > MAX_BRANCHES) {
      return null;
    }
    RexBuilder rex = context.rex();
    List<RexNode> others = new ArrayList<>(conjuncts);
    others.remove(number);
    List<RexNode> before = new ArrayList<>();
    List<PlanNode> inputs = new ArrayList<>();
    double cost = 0;
    double rows = 0;
    for (List<RexNode> group : groups) {
      List<RexNode> own = new ArrayList<>(others);
      own.addAll(Rexes.conjunctions(RexUtil.composeDisjunction(rex, group)));
      if (!before.isEmpty()) {
        own.add(
            rex.makeCall(SqlStdOperatorTable.IS_NOT_TRUE, RexUtil.composeDisjunction(rex, before)));
      }
      before.addAll(group);
      CostedPlan planned =
          new AccessPathSelector(context, scan, own, demand, CostedPlan.DesiredOrder.NONE)
              .cheapestPath();
      cost += planned.cost();
      rows += planned.rows();
      if (!(cost < limit)) {
        return null;
      }
      inputs.add(planned.node());
    }
    PlanNode node =
        new PlanNode.SetOperation(
            PlanNode.SetOperation.Kind.UNION, true, inputs, scan.rowType(), rows);
    return new CostedPlan(node, CostedPlan.identity(scan.width()), CostedPlan.Ordering.NONE, cost);
  }

  /** Returns the branches, those over the same columns together. */
  private static List<List<RexNode>> groups(RexNode or) {
    Map<BitSet, List<RexNode>> groups = new LinkedHashMap<>();
    for (RexNode branch : RelOptUtil.disjunctions(or)) {
      groups.computeIfAbsent(Rexes.fields(branch), unused -> new ArrayList<>()).add(branch);
    }
    return List.copyOf(groups.values());
  }
}
