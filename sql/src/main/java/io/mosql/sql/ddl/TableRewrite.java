package io.mosql.sql.ddl;

import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.table.TableBackfill;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rewrites a table into new trees, for another row format or key order. */
final class TableRewrite {
  private final CatalogWriter change;
  private final TableBackfill build;

  TableRewrite(CatalogWriter change, TableBackfill build) {
    this.change = change;
    this.build = build;
  }

  /**
   * Moves all rows to new trees.
   *
   * @param draft new definition of the table, with a primary index that has no tree yet
   * @param worked functions that compute the changed column values from whole old rows
   */
  void move(
      TableDef from,
      TableDraft draft,
      Map<Integer, Function<@Nullable Object[], @Nullable Object>> worked) {
    for (IndexDef index : from.indexes()) {
      if (index.writeOnly()) {
        throw SqlErrorMessage.INDEX_BEING_BUILT.error(index.name(), from.name());
      }
    }
    List<IndexDef> old = List.copyOf(draft.indexes);
    draft.indexes.replaceAll(i -> i.withId(change.newId()));
    change.createTree(draft.primary);
    draft.indexes.forEach(change::createTree);
    change.write(draft.table());
    redirect(from.primary().id(), draft.primary.id());
    for (int i = 0; i < old.size(); i++) {
      redirect(old.get(i).id(), draft.indexes.get(i).id());
    }
    // Read again: a table that refers to itself was redirected too.
    TableDef to = Objects.requireNonNull(change.catalog().table(from.id()));
    build.moveRows(from, to, worked, change.catalog());
    for (int column : worked.keySet()) {
      deleteLargeValues(from, to.columns().get(column).ordinal());
    }
    change.dropTree(from.primary());
    from.indexes().forEach(change::dropTree);
  }

  /** Deletes the old large values of a column with recomputed values. */
  private void deleteLargeValues(TableDef from, int ordinal) {
    for (int i = 0; i < from.columns().size(); i++) {
      if (from.columns().get(i).ordinal() == ordinal && from.columns().get(i).canOverflow()) {
        build.deleteLargeValues(from, i);
      }
    }
  }

  /** Redirects the foreign keys of children that refer to an index to its new tree. */
  private void redirect(long oldIndex, long newIndex) {
    for (TableDef child : change.catalog().tables()) {
      if (child.foreignKeys().stream().anyMatch(k -> k.parentIndexId() == oldIndex)) {
        TableDraft draft = new TableDraft(child);
        draft.foreignKeys.replaceAll(
            k -> k.parentIndexId() == oldIndex ? k.withParentIndex(newIndex) : k);
        change.write(draft.table());
      }
    }
  }
}
