package io.mosql.sql.ddl;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.CommentTarget;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Drops tables and their constraints, indexes and columns. Objects that others depend on are
 * dropped only with CASCADE: 2BP01.
 */
final class TableDrops {
  private final CatalogWriter change;

  TableDrops(CatalogWriter change) {
    this.change = change;
  }

  /**
   * Drops a table.
   *
   * @param together ids of tables that the same statement drops
   */
  void dropTable(TableDef table, List<Long> together, boolean cascade) {
    for (long childId : table.referencedBy()) {
      if (childId == table.id() || together.contains(childId) && !cascade) {
        continue;
      }
      TableDef child = change.catalog().table(childId);
      if (child == null) {
        continue;
      }
      if (!cascade) {
        throw SqlErrorMessage.DROP_OF_REFERENCED_TABLE.error(table.name(), child.name());
      }
      TableDraft draft = new TableDraft(child);
      draft.foreignKeys.removeIf(key -> key.parentId() == table.id());
      change.write(draft.table());
    }
    List<Long> going = new ArrayList<>(together);
    going.add(table.id());
    new SequenceStatements(change).releaseOwned(table, going, cascade);
    new ViewStatements(change)
        .dropReaders(table.id(), "table \"" + table.name() + "\"", together, cascade);
    change.removeTable(table);
  }

  /**
   * Drops a secondary index, unique constraint, foreign key or check by its name; not the primary
   * key, since dropping it moves all rows.
   */
  void dropConstraint(TableDef table, String name, boolean ifExists, boolean cascade) {
    TableDraft draft = new TableDraft(table);
    if (draft.foreignKeys.removeIf(key -> key.name().equals(name))
        || draft.checks.removeIf(check -> check.name().equals(name))) {
      change.comment(CommentTarget.constraint(table.id(), name), null);
      change.write(draft.table());
      return;
    }
    for (IndexDef index : table.indexes()) {
      if (index.name().equals(name)) {
        dropIndex(table, index, cascade);
        return;
      }
    }
    if (!ifExists) {
      throw SqlErrorMessage.UNDEFINED_CONSTRAINT_OR_INDEX.error(name, table.name());
    }
  }

  void dropIndex(TableDef table, IndexDef index, boolean cascade) {
    TableDraft draft = new TableDraft(table);
    draft.indexes.remove(index);
    draft.dropUnusedExpressions();
    releaseIndex(index, draft, cascade);
    change.dropTree(index);
    change.comment(CommentTarget.index(table.id(), index.name()), null);
    change.comment(CommentTarget.constraint(table.id(), index.name()), null);
    change.write(draft.table());
  }

  /**
   * Checks that no foreign key needs an index; with CASCADE drops the foreign keys that refer to
   * it.
   *
   * @param without draft of the table without the index; its own such foreign keys are removed
   */
  void releaseIndex(IndexDef index, TableDraft without, boolean cascade) {
    for (ForeignKeyDef key : without.foreignKeys) {
      if (!ConstraintCreation.hasIndex(without, key.columns())) {
        throw dependent(index.name(), key.name());
      }
    }
    TableDef table = without.table();
    for (long childId : table.referencedBy()) {
      TableDef child =
          childId == table.id() ? table : Objects.requireNonNull(change.catalog().table(childId));
      for (ForeignKeyDef key : child.foreignKeys()) {
        if (key.parentIndexId() == index.id()) {
          if (!cascade) {
            throw dependent(index.name(), key.name());
          }
          if (childId == table.id()) {
            without.foreignKeys.remove(key);
          } else {
            dropConstraint(child, key.name(), false, false);
          }
        }
      }
    }
  }

  private static MosqlException dependent(String object, String key) {
    return SqlErrorMessage.DROP_OF_REFERENCED_KEY.error(object, key);
  }

  /**
   * Drops the constraints and indexes of the table that use a column, as PostgreSQL does; the
   * caller handles the primary key. Generated columns, and foreign keys that refer to a unique key
   * of the column, are dropped only with CASCADE.
   */
  void releaseColumn(TableDef table, int column, boolean cascade) {
    String name = table.columns().get(column).name();
    for (ColumnDef other : table.columns()) {
      if (other.generatedSql() != null
          && !other.virtual()
          && ColumnReferences.mentions(other.generatedSql(), name)) {
        throw SqlErrorMessage.DROP_OF_GENERATION_SOURCE.error(name, other.name());
      }
    }
    for (ForeignKeyDef key : table.foreignKeys()) {
      if (key.columns().contains(column)) {
        dropUse(table.id(), key.name(), cascade);
      }
    }
    for (CheckDef check : table.checks()) {
      if (ColumnReferences.mentions(check.sql(), name)) {
        dropUse(table.id(), check.name(), cascade);
      }
    }
    for (IndexDef index : table.indexes()) {
      if (uses(table, index, column)) {
        dropUse(table.id(), index.name(), cascade);
      }
    }
  }

  private void dropUse(long tableId, String constraint, boolean cascade) {
    dropConstraint(
        Objects.requireNonNull(change.catalog().table(tableId)), constraint, true, cascade);
  }

  /** Whether an index is over a column, an expression of it, or has a condition on it. */
  static boolean uses(TableDef table, IndexDef index, int column) {
    return index.partial() && table.stored(index.extent().filter()).contains(column)
        || index.columns().stream().anyMatch(c -> table.stored(c.column()).contains(column));
  }
}
