package io.mosql.sql.planner.dml;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.TableDef;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** The tables that changes of a table reach by foreign keys. Pure. */
public final class ForeignKeyRelations {
  private ForeignKeyRelations() {}

  /**
   * Adds the tables that are read or changed to maintain foreign keys when rows of the target
   * change, including tables changed by cascades.
   */
  public static void add(Catalog catalog, TableDef target, Set<Long> tables) {
    Deque<TableDef> open = new ArrayDeque<>();
    open.add(target);
    Set<Long> met = new HashSet<>();
    met.add(target.id());
    while (!open.isEmpty()) {
      TableDef table = open.remove();
      for (ForeignKeyDef key : table.foreignKeys()) {
        tables.add(key.parentId());
      }
      for (long id : table.referencedBy()) {
        tables.add(id);
        TableDef child = catalog.table(id);
        if (child != null && isChangedWith(table, child) && met.add(id)) {
          open.add(child);
        }
      }
    }
  }

  private static boolean isChangedWith(TableDef parent, TableDef child) {
    for (ForeignKeyDef key : child.foreignKeys()) {
      if (key.parentId() == parent.id() && key.changesRows()) {
        return true;
      }
    }
    return false;
  }
}
