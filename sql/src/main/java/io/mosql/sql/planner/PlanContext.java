package io.mosql.sql.planner;

import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;

/** What planning one statement shares. Not thread-safe. */
final class PlanContext {
  private final RelOptCluster cluster;
  private final Estimates estimates;

  PlanContext(RelOptCluster cluster, Estimates estimates) {
    this.cluster = cluster;
    this.estimates = estimates;
  }

  RexBuilder rex() {
    return cluster.getRexBuilder();
  }

  RelDataTypeFactory types() {
    return cluster.getTypeFactory();
  }

  Estimates estimates() {
    return estimates;
  }

  CorrelationId newVariable() {
    return cluster.createCorrel();
  }
}
