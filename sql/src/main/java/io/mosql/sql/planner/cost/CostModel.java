package io.mosql.sql.planner.cost;

/** The cost model: costs of operators in units of one row of a primary key, read in order. */
public final class CostModel {
  /** Searching for a position in a tree. */
  public static final double SEEK = 4;

  /** Fetching the row of an index entry. */
  public static final double FETCH = 4;

  /** Inserting a row into a hash table (build side). */
  public static final double BUILD = 2;

  /** Looking up a row in a hash table (probe side). */
  public static final double PROBE = 1;

  /** Comparing a row with the next row of the other side in a merge join. */
  public static final double MERGE = 0.5;

  /** Comparing one pair of rows in a nested-loop join. */
  public static final double PAIR = 0.5;

  /** Returning a row of a join: of joins with equal cost, the one with fewer rows is preferred. */
  public static final double YIELD = 0.01;

  /** Adding a row to the current group, where the rows of a group follow one another. */
  public static final double GROUP = 0.5;

  private static final double COMPARE = 0.3;

  private CostModel() {}

  public static double sort(double rows) {
    return rows <= 1 ? 0 : rows * COMPARE * (Math.log(rows) / Math.log(2) + 1);
  }

  /** The cost of an incremental sort, of each of the groups with equal values of the first keys. */
  public static double incrementalSort(double rows, double groups) {
    return Math.max(1, groups) * sort(rows / Math.max(1, groups)) + rows * COMPARE;
  }
}
