package io.mosql.sql.planner.physical;

import io.mosql.sql.planner.cost.CardinalityEstimator;
import io.mosql.sql.planner.logical.LogicalPlan;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * Estimates the fraction of the pairs of rows of two trees that meet the conditions of their join.
 * The equalities between two sources are estimated together, so that those of a composite key count
 * once: one of the keys of the side with more of them equals a given one.
 */
final class JoinSelectivity {
  private final CardinalityEstimator estimates;
  private final LogicalPlan.Block block;

  JoinSelectivity(CardinalityEstimator estimates, LogicalPlan.Block block) {
    this.estimates = estimates;
    this.block = block;
  }

  /** Two sources. */
  private record Sources(int one, int other) implements Comparable<Sources> {
    @Override
    public int compareTo(Sources that) {
      int first = Integer.compare(one, that.one);
      return first != 0 ? first : Integer.compare(other, that.other);
    }
  }

  double of(List<RexNode> conditions) {
    Map<Sources, BitSet> equated = new TreeMap<>();
    double share = 1;
    for (RexNode condition : conditions) {
      if (condition.getKind() == SqlKind.EQUALS
          && ((RexCall) condition).getOperands().get(0) instanceof RexInputRef a
          && ((RexCall) condition).getOperands().get(1) instanceof RexInputRef b
          && source(a) != source(b)) {
        Sources sources =
            new Sources(Math.min(source(a), source(b)), Math.max(source(a), source(b)));
        BitSet fields = equated.computeIfAbsent(sources, unused -> new BitSet());
        fields.set(a.getIndex());
        fields.set(b.getIndex());
      } else {
        share *= CardinalityEstimator.selectivity(condition);
      }
    }
    for (Map.Entry<Sources, BitSet> entry : equated.entrySet()) {
      share *=
          Math.min(
              equal(entry.getKey().one, entry.getValue()),
              equal(entry.getKey().other, entry.getValue()));
    }
    return share;
  }

  /** Estimates the fraction of a source's rows whose fields have given values. */
  private double equal(int index, BitSet fields) {
    LogicalPlan.Source source = block.sources().get(index);
    if (!(source.input() instanceof LogicalPlan.Scan scan)) {
      return CardinalityEstimator.EQUAL;
    }
    BitSet columns =
        fields.get(
            source.offset(), Math.max(source.offset(), Math.min(fields.length(), source.end())));
    return estimates.equalFraction(scan.table(), columns);
  }

  private int source(RexInputRef ref) {
    for (int i = 0; i < block.sources().size(); i++) {
      if (ref.getIndex() < block.sources().get(i).end()) {
        return i;
      }
    }
    throw new IllegalArgumentException("field " + ref.getIndex());
  }
}
