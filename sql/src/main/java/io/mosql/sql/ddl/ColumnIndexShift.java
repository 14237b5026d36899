package io.mosql.sql.ddl;

import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;

/** Adjusts column indexes in keys when a column is added or removed before them. Pure. */
final class ColumnIndexShift {
  private ColumnIndexShift() {}

  static IndexDef shift(IndexDef index, int from, int by) {
    int filter = index.extent().filter();
    return index.withColumns(
        index.columns().stream()
            .map(c -> c.column() >= from ? new KeyColumn(c.column() + by, c.descending()) : c)
            .toList(),
        filter >= from ? index.extent().withFilter(filter + by) : index.extent());
  }

  static ForeignKeyDef shift(ForeignKeyDef key, int from, int by) {
    return key.withColumns(key.columns().stream().map(c -> c >= from ? c + by : c).toList());
  }
}
