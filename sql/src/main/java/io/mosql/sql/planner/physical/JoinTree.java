package io.mosql.sql.planner.physical;

import java.util.BitSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A join of some sources of a block, as the {@link JoinOrderSearch} compares it: by estimates. Its
 * operators are built by {@link #plan}, for the chosen tree only.
 */
final class JoinTree {
  private final BitSet fields;
  private final double rows;
  private final double cost;
  private final CostedPlan.Ordering ordering;
  private final Supplier<CostedPlan> operators;
  private @Nullable CostedPlan built;

  /**
   * Creates a tree.
   *
   * @param fields of the joined sources
   * @param ordering over the block's fields
   * @param operators builds the operators, with their positions of the block's fields
   */
  JoinTree(
      BitSet fields,
      double rows,
      double cost,
      CostedPlan.Ordering ordering,
      Supplier<CostedPlan> operators) {
    this.fields = fields;
    this.rows = rows;
    this.cost = cost;
    this.ordering = ordering;
    this.operators = operators;
  }

  BitSet fields() {
    return fields;
  }

  double rows() {
    return rows;
  }

  double cost() {
    return cost;
  }

  CostedPlan.Ordering ordering() {
    return ordering;
  }

  boolean isSingle() {
    return ordering.single();
  }

  CostedPlan plan() {
    if (built == null) {
      CostedPlan planned = operators.get();
      int[] positions = planned.positions();
      built =
          new CostedPlan(
              planned.node(), positions, ordering.mapped(field -> positions[field]), cost);
    }
    return built;
  }
}
