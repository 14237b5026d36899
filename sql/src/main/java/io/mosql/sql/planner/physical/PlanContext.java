package io.mosql.sql.planner.physical;

import io.mosql.core.port.Interrupts;
import io.mosql.sql.planner.cost.CardinalityEstimator;
import io.mosql.sql.planner.cost.CostModel;
import io.mosql.sql.planner.schema.SharedQuery;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;

/** The shared state of planning one statement. Not thread-safe. */
public final class PlanContext {
  /** Number of search steps of a statement after which join orders are chosen greedily. */
  private static final int MAX_STEPS = 20_000;

  private final RelOptCluster cluster;
  private final CardinalityEstimator estimates;
  private final IndexExpressions expressions;
  private final PlannerMethods methods;
  private final Interrupts cancellation;
  private final Map<SharedQuery.Definition, CostedPlan> shared = new IdentityHashMap<>(0);
  private int steps;

  public PlanContext(
      RelOptCluster cluster,
      CardinalityEstimator estimates,
      IndexExpressions expressions,
      PlannerMethods methods,
      Interrupts cancellation) {
    this.cluster = cluster;
    this.estimates = estimates;
    this.expressions = expressions;
    this.methods = methods;
    this.cancellation = cancellation;
  }

  RexBuilder rex() {
    return cluster.getRexBuilder();
  }

  public RelDataTypeFactory types() {
    return cluster.getTypeFactory();
  }

  CardinalityEstimator estimates() {
    return estimates;
  }

  PlannerMethods methods() {
    return methods;
  }

  IndexExpressions expressions() {
    return expressions;
  }

  /** Returns the plan of a shared query, which is planned once. */
  CostedPlan shared(SharedQuery.Definition definition, Supplier<CostedPlan> planned) {
    CostedPlan known = shared.get(definition);
    if (known == null) {
      known = planned.get();
      shared.put(definition, known);
    }
    return known;
  }

  CorrelationId newVariable() {
    return cluster.createCorrel();
  }

  /**
   * Returns the cost of a plan, with a sort where it is not in the desired order. Of a plan that is
   * sorted by the first keys only as many groups are read and sorted as the limit needs.
   *
   * @param wanted over the fields of the plan
   * @param limit number of rows that are read of the sorted ones, or infinity
   */
  double costInOrder(CostedPlan planned, List<RelFieldCollation> wanted, double limit) {
    int presorted = planned.ordering().prefix(wanted);
    if (presorted == wanted.size()) {
      return planned.cost();
    }
    if (presorted == 0 || methods.alwaysSort()) {
      return planned.cost() + CostModel.sort(planned.rows());
    }
    double groups =
        estimates.groups(
            planned.node(),
            wanted.subList(0, presorted).stream().map(RelFieldCollation::getFieldIndex).toList());
    double least = Math.max(1, planned.rows() / Math.max(1, groups));
    double share = Math.min(1, (limit + least) / Math.max(1, planned.rows()));
    return share * (planned.cost() + CostModel.incrementalSort(planned.rows(), groups));
  }

  /** Checks for cancellation of the statement; called before each planning step. */
  void check() {
    cancellation.step();
  }

  /** Counts one step of the join order search, over all blocks. */
  void countStep() {
    steps++;
  }

  /** Whether the statement has used up its search steps. */
  boolean isExhausted() {
    return steps > MAX_STEPS;
  }
}
