package io.mosql.sql.planner.cost;

import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;

/**
 * The statistics of tables and indexes for the planner's estimates. Values are estimates and may be
 * stale.
 */
@FunctionalInterface
public interface TableStatistics {
  /** The value for unknown numbers. */
  double UNKNOWN = -1;

  /** Returns the number of rows. */
  long rowCount(TableDef table);

  /** Returns the number of entries of an index, or {@link #UNKNOWN}. */
  default double entries(IndexDef index) {
    return UNKNOWN;
  }

  /**
   * Returns the number of distinct combinations of the first {@code columns} columns of the index,
   * or {@link #UNKNOWN}.
   */
  default double distinct(TableDef table, IndexDef index, int columns) {
    return UNKNOWN;
  }
}
