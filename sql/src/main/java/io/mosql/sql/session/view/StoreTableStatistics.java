package io.mosql.sql.session.view;

import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.cost.TableStatistics;
import io.mosql.storage.Store;
import io.mosql.storage.version.SystemTrees;

/**
 * Exact row counts of tables and indexes, read from their trees in constant time. Those of
 * temporary tables are in the private stores of sessions, and taken for a constant.
 */
public record StoreTableStatistics(Store store) implements TableStatistics {
  private static final long TEMPORARY_ROWS = 1000;

  @Override
  public long rowCount(TableDef table) {
    return rowCount(table.rowTree());
  }

  @Override
  public double entries(IndexDef index) {
    return rowCount(index.id());
  }

  private long rowCount(long tree) {
    return SystemTrees.isTemporary(tree) ? TEMPORARY_ROWS : store.rowCount(tree);
  }
}
