package io.mosql.sql.planner.advise;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ForwardingCatalog;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A catalog with further indexes of some tables, which have no trees: statements can be planned
 * under it, but not executed. Immutable.
 */
final class HypotheticalCatalog extends ForwardingCatalog {
  private final Map<Long, List<IndexDef>> added;

  /**
   * Creates a catalog.
   *
   * @param added the further indexes, by the ids of their tables
   */
  HypotheticalCatalog(Catalog catalog, Map<Long, List<IndexDef>> added) {
    super(catalog);
    this.added = added;
  }

  private @Nullable TableDef with(@Nullable TableDef table) {
    List<IndexDef> indexes = table == null ? null : added.get(table.id());
    if (table == null || indexes == null) {
      return table;
    }
    List<IndexDef> all = new ArrayList<>(table.indexes());
    all.addAll(indexes);
    return table.withIndexes(all);
  }

  @Override
  public @Nullable TableDef table(String schema, String name) {
    return with(super.table(schema, name));
  }

  @Override
  public @Nullable TableDef table(long id) {
    return with(super.table(id));
  }

  @Override
  public List<TableDef> tables() {
    List<TableDef> tables = new ArrayList<>();
    for (TableDef table : super.tables()) {
      List<IndexDef> indexes = added.get(table.id());
      TableDef more = indexes == null ? table : with(table);
      tables.add(more == null ? table : more);
    }
    return tables;
  }
}
