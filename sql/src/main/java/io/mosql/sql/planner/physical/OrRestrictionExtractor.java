package io.mosql.sql.planner.physical;

import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Derives restrictions of single sources from an OR over several: when each branch restricts a
 * source, the OR of these restrictions is a filter on that source.
 *
 * <pre>
 * (a.x = 1 AND b.y = 2) OR (a.x = 3 AND b.y = 4)   also   a.x = 1 OR a.x = 3,   b.y = 2 OR b.y = 4
 * </pre>
 */
final class OrRestrictionExtractor {
  private OrRestrictionExtractor() {}

  /** Returns conditions implied by the conjuncts, each over the fields of one source. */
  static List<RexNode> of(
      List<RexNode> conjuncts, List<LogicalPlan.Source> sources, RexBuilder rex) {
    List<RexNode> derived = new ArrayList<>();
    for (RexNode conjunct : conjuncts) {
      if (conjunct.getKind() != SqlKind.OR || !Rexes.isDeterministic(conjunct)) {
        continue;
      }
      BitSet fields = Rexes.fields(conjunct);
      for (LogicalPlan.Source source : sources) {
        BitSet own = JoinOrderSearch.ownFields(source);
        boolean shared = own.intersects(fields) && !JoinOrderSearch.isSubset(fields, own);
        if (source.type() == JoinRelType.INNER && shared) {
          RexNode filter = filter(conjunct, own, rex);
          if (filter != null) {
            derived.add(filter);
          }
        }
      }
    }
    return derived;
  }

  private static @Nullable RexNode filter(RexNode or, BitSet own, RexBuilder rex) {
    List<RexNode> branches = new ArrayList<>();
    for (RexNode branch : RelOptUtil.disjunctions(or)) {
      List<RexNode> parts = new ArrayList<>();
      for (RexNode part : Rexes.conjunctions(branch)) {
        BitSet fields = Rexes.fields(part);
        if (!fields.isEmpty() && JoinOrderSearch.isSubset(fields, own)) {
          parts.add(part);
        }
      }
      if (parts.isEmpty()) {
        return null;
      }
      branches.add(RexUtil.composeConjunction(rex, parts));
    }
    return RexUtil.composeDisjunction(rex, branches);
  }
}
