package io.mosql.sql.session.view;

import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.cost.TableStatistics;
import io.mosql.storage.Store;

/** Exact row counts of tables and indexes, read from their trees in constant time. */
public record StoreTableStatistics(Store store) implements TableStatistics {
  @Override
  public long rowCount(TableDef table) {
    return store.rowCount(table.rowTree());
  }

  @Override
  public double entries(IndexDef index) {
    return store.rowCount(index.id());
  }
}
