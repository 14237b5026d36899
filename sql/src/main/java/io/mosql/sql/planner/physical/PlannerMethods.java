package io.mosql.sql.planner.physical;

/**
 * The methods that the planner may use for joins, access and sorts, and the executor for
 * aggregations. Only tests use other methods than {@link #CHEAPEST}: the shape of a plan never
 * changes its result.
 *
 * @param join join method, where possible
 * @param access access method for tables
 * @param alwaysSort whether rows are sorted even if they are already in order
 * @param batches whether aggregations of many rows may run in batches
 */
public record PlannerMethods(
    JoinMethod join, AccessMethod access, boolean alwaysSort, boolean batches) {
  /** The choice by estimated cost. */
  public static final PlannerMethods CHEAPEST =
      new PlannerMethods(JoinMethod.CHEAPEST, AccessMethod.CHEAPEST, false);

  /** Methods with batches. */
  public PlannerMethods(JoinMethod join, AccessMethod access, boolean alwaysSort) {
    this(join, access, alwaysSort, true);
  }

  /** The method of joining one more source. */
  public enum JoinMethod {
    CHEAPEST,
    /** A lookup join, with a lookup for each left row. */
    LOOKUP,
    /** A buffered right side, hashed if a condition allows it. */
    HASH,
    /** The same with the left side buffered; a semi-join becomes a join with the distinct rows. */
    SWAPPED,
    /** A nested-loop join over a buffered right side. */
    LOOPS;

    boolean isBuffered() {
      return this == HASH || this == SWAPPED || this == LOOPS;
    }
  }

  /** The method of reading one table. */
  public enum AccessMethod {
    CHEAPEST,
    /** A full scan of the primary key. */
    FULL_SCAN,
    /** A secondary index, where there is one. */
    INDEX
  }
}
