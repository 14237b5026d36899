package io.mosql.storage;

import io.mosql.storage.SimulatedView.Found;
import io.mosql.storage.SimulatedView.Row;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.FieldPatch;
import io.mosql.storage.version.SimulatedContents;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a simulated transaction, in the model: run again on another view it gives the
 * result that is correct there.
 */
public sealed interface SimulatedOperation {
  /** The result in a view, which is changed by the operation. */
  @Nullable Object run(SimulatedView view);

  /** Whether the result is certified at every level. */
  boolean isCertain();

  /** The row of a table that it changes; null for none. */
  default @Nullable Row changedRow() {
    return null;
  }

  /**
   * The operation with its result.
   *
   * @param result in the transaction
   */
  record Done(SimulatedOperation operation, @Nullable Object result) {
    @Override
    public String toString() {
      return SimulatedContents.show(operation + " -> " + result);
    }
  }

  record Get(long tree, String key, ColumnSet columns, boolean isCertain)
      implements SimulatedOperation {
    @Override
    public @Nullable Object run(SimulatedView view) {
      return SimulatedContents.project(view.get(tree, key), columns);
    }
  }

  /** A step of a cursor. */
  record Next(
      long tree,
      @Nullable String from,
      @Nullable String to,
      boolean reverse,
      @Nullable String reached,
      ColumnSet columns,
      boolean isCertain)
      implements SimulatedOperation {
    @Override
    public @Nullable Object run(SimulatedView view) {
      Found found = view.next(tree, from, to, reverse, reached);
      return found == null ? null : selected(found, columns);
    }

    public static Found selected(Found found, ColumnSet columns) {
      List<String> fields = SimulatedContents.project(found.row(), columns);
      return new Found(found.key(), fields == null ? List.of() : fields);
    }
  }

  record Count(long tree, @Nullable String from, @Nullable String to, boolean isCertain)
      implements SimulatedOperation {
    @Override
    public Object run(SimulatedView view) {
      return view.count(tree, from, to);
    }
  }

  /** The tree as a whole counts as read. */
  record Whole(long tree) implements SimulatedOperation {
    @Override
    public Object run(SimulatedView view) {
      return view.whole(tree);
    }

    @Override
    public boolean isCertain() {
      return true;
    }
  }

  /** A change with a result that is certified always. */
  sealed interface Change extends SimulatedOperation {
    @Override
    default boolean isCertain() {
      return true;
    }
  }

  record Insert(long tree, String key, List<String> row) implements Change {
    @Override
    public Object run(SimulatedView view) {
      return view.insert(tree, key, row);
    }

    @Override
    public Row changedRow() {
      return new Row(tree, key);
    }
  }

  record Delete(long tree, String key) implements Change {
    @Override
    public Object run(SimulatedView view) {
      return view.delete(tree, key);
    }

    @Override
    public Row changedRow() {
      return new Row(tree, key);
    }
  }

  record Patch(long tree, String key, List<FieldPatch> changes) implements Change {
    @Override
    public Object run(SimulatedView view) {
      return view.patch(tree, key, changes);
    }

    @Override
    public Row changedRow() {
      return new Row(tree, key);
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("Patch[" + tree + ", " + key);
      for (FieldPatch change : changes) {
        if (change instanceof FieldPatch.Set set) {
          text.append(", ").append(set.ordinal()).append(" = ");
          text.append(SimulatedContents.text(set.field()));
        } else if (change instanceof FieldPatch.Add add) {
          text.append(", ").append(add.ordinal()).append(" += ").append(add.number());
          text.append(" in ").append(add.low()).append("..").append(add.high());
        }
      }
      return text.append(']').toString();
    }
  }

  /**
   * Sets or removes an index entry.
   *
   * @param row null to remove it
   */
  record Put(long tree, String key, @Nullable List<String> row) implements Change {
    @Override
    public @Nullable Object run(SimulatedView view) {
      view.write(tree, key, row);
      return null;
    }
  }

  /** Creates or truncates a tree. */
  record Clear(long tree) implements Change {
    @Override
    public @Nullable Object run(SimulatedView view) {
      view.clear(tree);
      return null;
    }
  }

  record Drop(long tree) implements Change {
    @Override
    public @Nullable Object run(SimulatedView view) {
      view.drop(tree);
      return null;
    }
  }

  /** Undoes writes; reads stay recorded. */
  record Undo(int mark) implements Change {
    @Override
    public @Nullable Object run(SimulatedView view) {
      view.undoTo(mark);
      return null;
    }
  }
}
