package io.mosql.sql.planner;

/** What operators cost, in rows of a primary key visited one after the other. */
final class Costs {
  /** Finding a place in a tree. */
  static final double SEEK = 4;

  /** Going from an index entry to its row. */
  static final double FETCH = 4;

  /** Putting a row into a hash table. */
  static final double BUILD = 2;

  /** Looking up a row in a hash table. */
  static final double PROBE = 1;

  /** Comparing a row with the next one of the other side. */
  static final double MERGE = 0.5;

  /** Comparing one pair of rows in nested loops. */
  static final double PAIR = 0.5;

  /** Handing on a row of a join: of joins that cost the same the one of fewer rows is taken. */
  static final double YIELD = 0.01;

  private static final double COMPARE = 0.3;

  private Costs() {}

  static double sort(double rows) {
    return rows <= 1 ? 0 : rows * COMPARE * (Math.log(rows) / Math.log(2) + 1);
  }
}
