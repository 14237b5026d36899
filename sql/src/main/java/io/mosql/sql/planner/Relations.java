package io.mosql.sql.planner;

import org.apache.calcite.schema.Table;
import org.jspecify.annotations.Nullable;

/** What the names of a query may mean. */
interface Relations {
  boolean hasSchema(String schema);

  @Nullable Table table(String schema, String name);
}
