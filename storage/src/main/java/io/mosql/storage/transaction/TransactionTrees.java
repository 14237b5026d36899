package io.mosql.storage.transaction;

import io.mosql.core.error.InvariantViolation;
import io.mosql.storage.certify.Write;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.Snapshot;
import io.mosql.storage.version.SnapshotTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The trees that a transaction has accessed, as overlays over its snapshot, which can be moved
 * forward. Used by the transaction's thread, except {@link #abandon}.
 */
final class TransactionTrees {
  private static final int TREES_EXPECTED = 8;

  private final CertificationLevel level;
  private final long rowsMax;
  private final CurrentStatement statement;
  private TreeOverlay[] views = new TreeOverlay[TREES_EXPECTED];
  private int count;

  /** Whether the previous states of own writes are kept. */
  private boolean keeping;

  private @Nullable TreeOverlay last;

  private volatile Snapshot pin;

  /** The reason why the snapshot was abandoned by another thread; guarded by this. */
  private @Nullable String abandoned;

  TransactionTrees(
      Snapshot pin, CertificationLevel level, long rowsMax, CurrentStatement statement) {
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

  /** Their writes, in the order of a request. */
  static List<Write> writes(List<TreeOverlay> sorted) {
    int count = 0;
    for (TreeOverlay view : sorted) {
      count += 1 + view.ownCount();
    }
    List<Write> writes = new ArrayList<>(count);
    for (TreeOverlay view : sorted) {
      view.addOperation(writes);
    }
    for (TreeOverlay view : sorted) {
      view.addWrites(writes);
    }
    return writes;
  }

  TreeOverlay view(long tree) {
    TreeOverlay view = last;
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

  private TreeOverlay add(long tree) {
    Root.TreeState state = pin.root().state(tree);
    SnapshotTree contents = state == null ? null : pin.hold(state.tree());
    long written = state == null ? 0 : state.position();
    TreeReadSet certain = new TreeReadSet(tree, statement, contents, written, rowsMax);
    TreeReadSet plain =
        switch (level) {
          case SERIALIZABLE -> certain;
          case REPEATABLE_READ -> new TreeReadSet(tree, statement, contents, written, rowsMax);
          case READ_COMMITTED -> null;
        };
    TreeOverlay view = new TreeOverlay(tree, contents, certain, plain);
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

  /** Keeps the previous states of own writes from here on. */
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

  /** Whether it may add to fields, so that other transactions may change these at the same time. */
  boolean hasAdditions() {
    for (int i = 0; i < count; i++) {
      if (views[i].hasAdditions()) {
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
  List<TreeOverlay> sorted() {
    TreeOverlay[] sorted = Arrays.copyOf(views, count);
    Arrays.sort(sorted, Comparator.comparingLong(TreeOverlay::id));
    return Arrays.asList(sorted);
  }

  /** The trees that differ in another root, by tree. */
  List<TreeOverlay> changed(Root other) {
    List<TreeOverlay> changed = new ArrayList<>(count);
    Root mine = root();
    for (int i = 0; i < count; i++) {
      if (!other.sharesTree(mine, views[i].id())) {
        changed.add(views[i]);
      }
    }
    changed.sort(Comparator.comparingLong(TreeOverlay::id));
    return changed;
  }

  /**
   * Moves to another snapshot, in which all recorded reads are valid; closes the previous one.
   *
   * @return false, and the other one is closed, when own patches are impossible there
   */
  boolean moveTo(Snapshot next) {
    Root root = next.root();
    InvariantViolation.check(
        root.position() >= pin.position(),
        "a snapshot only moves forward",
        root.position(),
        pin.position());
    List<TreeOverlay> changed = changed(root);
    List<@Nullable TreeWriteSet> own = new ArrayList<>(changed.size());
    for (TreeOverlay view : changed) {
      Tree contents = root.tree(view.id());
      TreeWriteSet moved = view.rebaseWrites(contents);
      if (moved == null) {
        next.close();
        return false;
      }
      own.add(moved);
    }
    for (int i = 0; i < count; i++) {
      TreeOverlay view = views[i];
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

  /** Discards everything and begins again on another snapshot. */
  void restart(Snapshot next) {
    views = new TreeOverlay[TREES_EXPECTED];
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

  /** Releases the snapshot, and any to which it moves later; called by any thread. */
  synchronized void abandon(String reason) {
    abandoned = reason;
    pin.end(reason);
    pin.close();
  }
}
