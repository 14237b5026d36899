package io.mosql.sql.planner.physical;

import org.jspecify.annotations.Nullable;

/**
 * The methods that the planner prefers for joins, access and sorts, where they are possible, and
 * the executor for aggregations. The shape of a plan never changes its result: other methods than
 * {@link #CHEAPEST} are for tests, and for sessions that compare plans by the settings {@code
 * enable_*}.
 *
 * @param join join method, where possible
 * @param access access method for tables
 * @param alwaysSort whether rows are sorted even if they are already in order
 * @param batchRows estimated rows of a scan from which an aggregation of them runs in batches
 * @param mergeJoins whether rows in the order of the keys may be merged
 */
public record PlannerMethods(
    JoinMethod join,
    AccessMethod access,
    boolean alwaysSort,
    double batchRows,
    boolean mergeJoins) {
  /** Rows that are worth the preparation of batches. */
  private static final double BATCH_ROWS = 500;

  /** The choice by estimated cost. */
  public static final PlannerMethods CHEAPEST =
      new PlannerMethods(JoinMethod.CHEAPEST, AccessMethod.CHEAPEST, false);

  /** Methods with batches where there are many rows, and merge joins. */
  public PlannerMethods(JoinMethod join, AccessMethod access, boolean alwaysSort) {
    this(join, access, alwaysSort, BATCH_ROWS);
  }

  /** Methods with merge joins. */
  public PlannerMethods(
      JoinMethod join, AccessMethod access, boolean alwaysSort, double batchRows) {
    this(join, access, alwaysSort, batchRows, true);
  }

  /**
   * The methods that are left when some are switched off. Where that leaves none, all may be used.
   *
   * @param hashJoins joins over a hashed or sorted right side
   * @param mergeJoins joins of two sides in the order of their keys
   * @param nestedLoops joins that look up, or read, the right side for each left row
   * @param indexScans access by keys and indexes
   * @param fullScans access to all rows
   */
  public static PlannerMethods enabled(
      boolean hashJoins,
      boolean mergeJoins,
      boolean nestedLoops,
      boolean indexScans,
      boolean fullScans) {
    if (hashJoins == nestedLoops && indexScans == fullScans && mergeJoins) {
      return CHEAPEST;
    }
    JoinMethod join =
        hashJoins == nestedLoops
            ? JoinMethod.CHEAPEST
            : hashJoins ? JoinMethod.HASH : JoinMethod.LOOKUP;
    AccessMethod access =
        indexScans == fullScans
            ? AccessMethod.CHEAPEST
            : indexScans ? AccessMethod.INDEX : AccessMethod.FULL_SCAN;
    return new PlannerMethods(join, access, false, BATCH_ROWS, mergeJoins);
  }

  /**
   * Written out: the first call of a record's own method makes classes, at the start of the
   * process.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PlannerMethods methods
        && methods.join == join
        && methods.access == access
        && methods.alwaysSort == alwaysSort
        && methods.batchRows == batchRows
        && methods.mergeJoins == mergeJoins;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * join.hashCode() + access.hashCode())
        + 4 * Boolean.hashCode(alwaysSort)
        + 2 * Double.hashCode(batchRows)
        + Boolean.hashCode(mergeJoins);
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
