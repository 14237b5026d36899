package io.mosql.storage;

import io.mosql.storage.tree.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The trees that a transaction has touched, over its snapshot, which can be moved forward. Used by
 * the transaction's thread, but for {@link #abandon}.
 */
final class Views {
  private static final int TREES_EXPECTED = 8;

  private final Level level;
  private final long rowsMax;
  private final StatementMark statement;
  private TreeView[] views = new TreeView[TREES_EXPECTED];
  private int count;

  /** Whether it is remembered what own writes replace. */
  private boolean keeping;

  private @Nullable TreeView last;

  private volatile Snapshot pin;

  /** Why the snapshot was given up from outside; guarded by this. */
  private @Nullable String abandoned;

  Views(Snapshot pin, Level level, long rowsMax, StatementMark statement) {
    this.pin = pin;
    this.level = level;
    this.rowsMax = rowsMax;
    this.statement = statement;
  }

  Snapshot pin() {
    return pin;
  }

  Root root() {
    return pin.root();
  }

  /** What they write, in the order of a request. */
  static List<Write> writes(List<TreeView> sorted) {
    int count = 0;
    for (TreeView view : sorted) {
      count += 1 + view.ownCount();
    }
    List<Write> writes = new ArrayList<>(count);
    for (TreeView view : sorted) {
      view.addOperation(writes);
    }
    for (TreeView view : sorted) {
      view.addWrites(writes);
    }
    return writes;
  }

  TreeView view(long tree) {
    TreeView view = last;
    if (view != null && view.id() == tree) {
      return view;
    }
    for (int i = 0; i < count; i++) {
      if (views[i].id() == tree) {
        last = views[i];
        return views[i];
      }
    }
    return add(tree);
  }

  private TreeView add(long tree) {
    Root.TreeState state = pin.root().state(tree);
    SnapshotTree contents = state == null ? null : pin.hold(state.tree());
    long written = state == null ? 0 : state.position();
    TreeReads certain = new TreeReads(tree, statement, contents, written, rowsMax);
    TreeReads plain =
        switch (level) {
          case SERIALIZABLE -> certain;
          case REPEATABLE_READ -> new TreeReads(tree, statement, contents, written, rowsMax);
          case READ_COMMITTED -> null;
        };
    TreeView view = new TreeView(tree, contents, certain, plain);
    if (keeping) {
      view.keepReplaced();
    }
    if (count == views.length) {
      views = Arrays.copyOf(views, count * 2);
    }
    views[count++] = view;
    last = view;
    return view;
  }

  /** From here on it is remembered what own writes replace. */
  void keepReplaced() {
    keeping = true;
    for (int i = 0; i < count; i++) {
      views[i].keepReplaced();
    }
  }

  void forgetReplaced() {
    keeping = false;
    for (int i = 0; i < count; i++) {
      views[i].forgetReplaced();
    }
  }

  boolean isWritten() {
    for (int i = 0; i < count; i++) {
      if (views[i].isWritten()) {
        return true;
      }
    }
    return false;
  }

  /** Whether it may add to fields, so that others may change these at the same time. */
  boolean adds() {
    for (int i = 0; i < count; i++) {
      if (views[i].adds()) {
        return true;
      }
    }
    return false;
  }

  void undoReads() {
    for (int i = 0; i < count; i++) {
      views[i].undoReads();
    }
  }

  /** All of them, by tree. */
  List<TreeView> sorted() {
    TreeView[] sorted = Arrays.copyOf(views, count);
    Arrays.sort(sorted, Comparator.comparingLong(TreeView::id));
    return Arrays.asList(sorted);
  }

  /** Those whose tree is not the same in another root, by tree. */
  List<TreeView> changed(Root other) {
    List<TreeView> changed = new ArrayList<>(count);
    Root mine = root();
    for (int i = 0; i < count; i++) {
      if (!other.sharesTree(mine, views[i].id())) {
        changed.add(views[i]);
      }
    }
    changed.sort(Comparator.comparingLong(TreeView::id));
    return changed;
  }

  /**
   * Moves to another snapshot, in which all that was read holds; closes the one before.
   *
   * @return false, and the other one is closed, when own patches cannot be made there
   */
  boolean moveTo(Snapshot next) {
    Root root = next.root();
    List<TreeView> changed = changed(root);
    List<@Nullable OwnWrites> own = new ArrayList<>(changed.size());
    for (TreeView view : changed) {
      Tree contents = root.tree(view.id());
      OwnWrites moved = view.ownOn(contents);
      if (moved == null) {
        next.close();
        return false;
      }
      own.add(moved);
    }
    for (int i = 0; i < count; i++) {
      TreeView view = views[i];
      Root.TreeState state = root.state(view.id());
      SnapshotTree held = state == null ? null : next.hold(state.tree());
      int at = changed.indexOf(view);
      if (at < 0) {
        view.hold(held);
      } else {
        view.moveTo(held, state == null ? 0 : state.position(), own.get(at));
      }
    }
    swap(next);
    return true;
  }

  /** Forgets everything and begins anew on another snapshot. */
  void restart(Snapshot next) {
    views = new TreeView[TREES_EXPECTED];
    count = 0;
    last = null;
    swap(next);
  }

  private void swap(Snapshot next) {
    Snapshot before = pin;
    synchronized (this) {
      pin = next;
      if (abandoned != null) {
        next.end(abandoned);
      }
    }
    before.close();
  }

  /** Gives up the snapshot, also one that it moves to later; from any thread. */
  synchronized void abandon(String reason) {
    abandoned = reason;
    pin.end(reason);
    pin.close();
  }
}
