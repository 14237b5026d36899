package io.mosql.sql.planner.physical;

/**
 * The methods that the planner may use for joins, access and sorts. Only tests ask for another one
 * than {@link #CHEAPEST}: whatever the shape of a plan is, its answer is the same.
 *
 * @param join how sources are joined, where that is possible
 * @param access how the rows of a table are found
 * @param alwaysSort whether rows are sorted even if they come in order
 */
public record PlannerMethods(JoinMethod join, AccessMethod access, boolean alwaysSort) {
  /** What the estimates say. */
  public static final PlannerMethods CHEAPEST =
      new PlannerMethods(JoinMethod.CHEAPEST, AccessMethod.CHEAPEST, false);

  /** How one more source is joined. */
  public enum JoinMethod {
    CHEAPEST,
    /** Looked up anew for each row of the left. */
    LOOKUP,
    /** Kept in memory, by hash if a condition allows it. */
    HASH,
    /** The same, but the left is kept, and a semi-join is one with the distinct rows. */
    SWAPPED,
    /** Kept in memory, each pair of rows looked at. */
    LOOPS;

    boolean isBuffered() {
      return this == HASH || this == SWAPPED || this == LOOPS;
    }
  }

  /** How the rows of one table are found. */
  public enum AccessMethod {
    CHEAPEST,
    /** All rows, by the primary key. */
    FULL_SCAN,
    /** By a secondary index, where there is one. */
    INDEX
  }
}
