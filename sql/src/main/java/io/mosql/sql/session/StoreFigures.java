package io.mosql.sql.session;

import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.cost.TableStatistics;
import io.mosql.storage.Store;

/** Asks the trees how many rows there are: exact, and in no time. */
record StoreFigures(Store store) implements TableStatistics {
  @Override
  public long rowCount(TableDef table) {
    return store.rowCount(table.rowTree());
  }

  @Override
  public double entries(IndexDef index) {
    return store.rowCount(index.id());
  }
}
