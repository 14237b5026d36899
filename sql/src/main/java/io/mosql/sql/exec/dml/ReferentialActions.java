package io.mosql.sql.exec.dml;

import io.mosql.sql.algebra.Assignment;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.CheckDef;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.KeyAction;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.expression.TableExpressionProvider;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.table.TableWriter;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Referential actions of foreign keys when referenced rows are deleted or get other keys: CASCADE,
 * SET NULL and SET DEFAULT on the referencing rows, and transitively on the rows that reference
 * those. When no action remains, the foreign keys of all changed rows are checked, so that a row
 * may be deleted together with the row that it references.
 *
 * <p>The cascade terminates: a row is deleted once, and a row updated to follow a referenced key no
 * longer has the key that was searched. The certifier detects rows that other transactions add
 * concurrently: the searches are certified reads that include the gaps between the rows. Immutable;
 * compiled with the statement.
 */
final class ReferentialActions {
  private final Map<Long, List<CompiledAction>> onDelete = new HashMap<>();
  private final Map<Long, List<CompiledAction>> onUpdate = new HashMap<>();

  /**
   * The compiled action of one foreign key.
   *
   * @param removal deletes the referencing rows, or
   * @param update updates the referencing rows, over the new key of the referenced row
   */
  private record CompiledAction(
      ReferencingRows children, @Nullable RowDeleter removal, @Nullable RowUpdater update) {}

  /**
   * Compiles the actions that a change of the table may cause.
   *
   * @throws io.mosql.core.error.MosqlException 42xxx when a default cannot be planned
   */
  ReferentialActions(TableDef table, Catalog catalog, ExpressionCompiler compiler) {
    forEach(table, catalog, (parent, child, key) -> add(parent, child, key, catalog, compiler));
  }

  /** Visits a foreign key whose action changes rows. */
  @FunctionalInterface
  interface Visitor {
    void visit(TableDef parent, TableDef child, ForeignKeyDef key);
  }

  /** Visits the foreign keys through which a change of rows of a table may change other rows. */
  static void forEach(TableDef table, Catalog catalog, Visitor visitor) {
    Deque<TableDef> open = new ArrayDeque<>(List.of(table));
    Set<Long> met = new HashSet<>(Set.of(table.id()));
    while (!open.isEmpty()) {
      TableDef parent = open.remove();
      for (long childId : parent.referencedBy()) {
        TableDef child = childId == parent.id() ? parent : catalog.table(childId);
        if (child == null) {
          continue;
        }
        boolean acts = false;
        for (ForeignKeyDef key : child.foreignKeys()) {
          if (key.parentId() == parent.id() && key.changesRows()) {
            visitor.visit(parent, child, key);
            acts = true;
          }
        }
        if (acts && met.add(childId)) {
          open.add(child);
        }
      }
    }
  }

  private void add(
      TableDef parent,
      TableDef child,
      ForeignKeyDef key,
      Catalog catalog,
      ExpressionCompiler compiler) {
    ReferencingRows children = new ReferencingRows(parent, child, key);
    if (key.onDelete() == KeyAction.CASCADE) {
      TableWriter writer = new TableWriter(child, catalog, List.of(), compiler.formulas());
      RowDeleter removal =
          new RowDeleter(writer, ReturningProjection.none(child, compiler), ColumnSet.NONE);
      steps(onDelete, parent).add(new CompiledAction(children, removal, null));
    } else if (key.onDelete().changesRows()) {
      RowUpdater update = update(child, key, key.onDelete(), catalog, compiler);
      steps(onDelete, parent).add(new CompiledAction(children, null, update));
    }
    if (key.onUpdate().changesRows()) {
      RowUpdater update = update(child, key, key.onUpdate(), catalog, compiler);
      steps(onUpdate, parent).add(new CompiledAction(children, null, update));
    }
  }

  private static List<CompiledAction> steps(Map<Long, List<CompiledAction>> all, TableDef parent) {
    return all.computeIfAbsent(parent.id(), unused -> new ArrayList<>());
  }

  private static RowUpdater update(
      TableDef child,
      ForeignKeyDef key,
      KeyAction action,
      Catalog catalog,
      ExpressionCompiler compiler) {
    TableExpressionProvider formulas = compiler.formulas();
    RelDataTypeFactory types = formulas.types();
    List<Assignment> assignments = new ArrayList<>();
    for (int i = 0; i < key.columns().size(); i++) {
      ColumnDef column = child.columns().get(key.columns().get(i));
      RelDataType type = RelTypes.relType(types, column.type(), true);
      RexNode value =
          action == KeyAction.CASCADE
              ? new RexInputRef(i, type)
              : action == KeyAction.SET_DEFAULT && column.defaultSql() != null
                  ? formulas.defaultValue(column, catalog)
                  : new RexBuilder(types).makeNullLiteral(type);
      assignments.add(new Assignment.Set(key.columns().get(i), value));
    }
    List<RexNode> checks = new ArrayList<>();
    for (CheckDef check : child.checks()) {
      checks.add(formulas.check(check, child, catalog));
    }
    return new RowUpdater(
        new TableWriter(child, catalog, ModificationCompiler.checks(checks, compiler), formulas),
        assignments,
        checks,
        List.of(),
        ReturningProjection.none(child, compiler),
        ColumnSet.NONE,
        catalog,
        compiler);
  }

  Run begin(ExecutionContext context) {
    return new Run(context);
  }

  /** A change of rows of one table. */
  private sealed interface Event {
    /** Deleted rows. */
    record Gone(RowDeleter removal, List<@Nullable Object[]> rows) implements Event {}

    /** Updated rows. */
    record Changed(RowUpdater update, List<RowUpdater.UpdatedRow> changes) implements Event {}
  }

  /** The changes of one execution that are still to be followed or checked. Not thread-safe. */
  final class Run {
    private final ExecutionContext context;
    private final Deque<Event> open = new ArrayDeque<>();
    private final List<Event> done = new ArrayList<>();

    private Run(ExecutionContext context) {
      this.context = context;
    }

    /** Records deleted rows. */
    void rowsDeleted(RowDeleter removal, List<@Nullable Object[]> rows) {
      if (!rows.isEmpty()) {
        open.add(new Event.Gone(removal, rows));
      }
    }

    /** Records updated rows, whose updates are finished. */
    void rowsUpdated(RowUpdater update, List<RowUpdater.UpdatedRow> changes) {
      if (!changes.isEmpty()) {
        open.add(new Event.Changed(update, changes));
      }
    }

    /**
     * Applies all actions, then checks the foreign keys.
     *
     * @throws io.mosql.core.error.MosqlException 23503, and any error of the change of a row
     */
    void applyAndCheck() {
      while (!open.isEmpty()) {
        Event event = open.remove();
        done.add(event);
        if (event instanceof Event.Gone gone) {
          follow(gone);
        } else {
          follow((Event.Changed) event);
        }
      }
      for (Event event : done) {
        if (event instanceof Event.Gone gone) {
          gone.removal.checkChildren(gone.rows, context);
        } else if (event instanceof Event.Changed changed) {
          changed.changes.forEach(change -> changed.update.checkKeys(change, context));
        }
      }
    }

    private void follow(Event.Gone gone) {
      for (CompiledAction step : onDelete.getOrDefault(gone.removal.table().id(), List.of())) {
        List<ReferencingRows.ReferencingRow> children = new ArrayList<>();
        for (Object[] row : gone.rows) {
          step.children.findReferencing(row, null, children, context);
        }
        apply(step, children);
      }
    }

    private void follow(Event.Changed changed) {
      for (CompiledAction step : onUpdate.getOrDefault(changed.update.table().id(), List.of())) {
        List<ReferencingRows.ReferencingRow> children = new ArrayList<>();
        for (RowUpdater.UpdatedRow change : changed.changes) {
          step.children.findReferencing(change.before(), change.after(), children, context);
        }
        apply(step, children);
      }
    }

    private void apply(CompiledAction step, List<ReferencingRows.ReferencingRow> children) {
      if (children.isEmpty()) {
        return;
      }
      List<byte[]> keys = children.stream().map(ReferencingRows.ReferencingRow::key).toList();
      RowDeleter removal = step.removal;
      if (removal != null) {
        removal.locker().lockAll(keys, context);
        List<@Nullable Object[]> gone = new ArrayList<>();
        for (byte[] key : keys) {
          removal.delete(key, new Object[0], gone, context);
        }
        rowsDeleted(removal, gone);
        return;
      }
      RowUpdater update = java.util.Objects.requireNonNull(step.update);
      update.locker().lockAll(keys, context);
      List<RowUpdater.UpdatedRow> changes = new ArrayList<>();
      for (ReferencingRows.ReferencingRow child : children) {
        RowUpdater.UpdatedRow change = update.begin(child.key(), child.parentKey(), context);
        if (change != null) {
          changes.add(change);
        }
      }
      changes.forEach(change -> update.finish(change, context));
      rowsUpdated(update, changes);
    }
  }
}
