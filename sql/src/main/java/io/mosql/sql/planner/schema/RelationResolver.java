package io.mosql.sql.planner.schema;

import org.apache.calcite.schema.Table;
import org.jspecify.annotations.Nullable;

/** Resolves the names of relations in a query. */
public interface RelationResolver {
  boolean hasSchema(String schema);

  @Nullable Table table(String schema, String name);
}
