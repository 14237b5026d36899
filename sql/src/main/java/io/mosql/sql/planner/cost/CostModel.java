package io.mosql.sql.planner.cost;

/** The cost model: costs of operators in units of one row of a primary key, read in order. */
public final class CostModel {
  /** Finding a place in a tree. */
  public static final double SEEK = 4;

  /** Going from an index entry to its row. */
  public static final double FETCH = 4;

  /** Putting a row into a hash table. */
  public static final double BUILD = 2;

  /** Looking up a row in a hash table. */
  public static final double PROBE = 1;

  /** Comparing a row with the next one of the other side. */
  public static final double MERGE = 0.5;

  /** Comparing one pair of rows in nested loops. */
  public static final double PAIR = 0.5;

  /** Handing on a row of a join: of joins that cost the same the one of fewer rows is taken. */
  public static final double YIELD = 0.01;

  private static final double COMPARE = 0.3;

  private CostModel() {}

  public static double sort(double rows) {
    return rows <= 1 ? 0 : rows * COMPARE * (Math.log(rows) / Math.log(2) + 1);
  }
}
