package io.mosql.storage.version;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.tree.PageSource;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeEditor;
import io.mosql.storage.tree.TreeShape;
import io.mosql.storage.version.Root.TreeState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The uncommitted root that a batch of commits builds, visible to the certifier alone. Each tree
 * that the batch touches has one editor for the whole batch, which copies a node once and then
 * changes its own copy in place; a request that walks a range of such a tree freezes it first.
 *
 * <p>Applying effects is <em>blind</em>: the same method serves the leader and the replay of
 * records. An effect on an absent row means that this replica has diverged.
 *
 * <p>Not thread-safe. When {@link #apply} failed the whole object must be dropped.
 */
public final class TentativeRoot implements RootView {
  private static final class Slot {
    final long id;
    @Nullable TreeEditor editor;
    @Nullable Tree tree;
    long position;

    /** Dirty heap bytes of finished editors. */
    private long dirtied;

    Slot(long id) {
      this.id = id;
    }

    boolean exists() {
      return editor != null || tree != null;
    }

    @Nullable Tree frozen() {
      if (editor != null) {
        dirtied += editor.dirtied();
        tree = editor.finish();
        editor = null;
      }
      return tree;
    }

    TreeEditor edited(long era) {
      TreeEditor current = editor;
      if (current == null) {
        if (tree == null) {
          throw diverged("a tree", id);
        }
        current = tree.edit(era);
        editor = current;
        tree = null;
      }
      return current;
    }

    long dirtied() {
      return dirtied + (editor == null ? 0 : editor.dirtied());
    }
  }

  private final Root base;
  private final TreeShape shape;
  private final Map<Long, Slot> slots = new HashMap<>();
  private @Nullable Slot last;
  private long timeline;
  private long epoch;
  private long position;
  private final long era;
  private boolean moved;

  /**
   * @param era of the nodes that it creates
   */
  public TentativeRoot(Root base, TreeShape shape, long era) {
    this.base = base;
    this.shape = shape;
    this.era = era;
    this.timeline = base.timeline();
    this.epoch = base.epoch();
    this.position = base.position();
  }

  /** Whether it equals its base, including the location of its pages. */
  public boolean isUntouched() {
    return position == base.position() && !moved;
  }

  /**
   * Heap of the nodes that became dirty in its era, including those of its base when that is of the
   * same era.
   */
  public long dirtied() {
    long sum = base.dirt().era() == era ? base.dirt().bytes() : 0;
    for (Slot slot : slots.values()) {
      sum += slot.dirtied();
    }
    return sum;
  }

  /**
   * Copies the nodes on the way to a key whose pages lie in given segments, so that the next
   * checkpoint writes them again. Changes no contents.
   */
  void move(long tree, byte[] key, Predicate<PageSource> segments) {
    if (hasTree(tree) && slot(tree).edited(era).touch(key, segments)) {
      moved = true;
    }
  }

  @Override
  public OutcomeWindow window() {
    return base.window();
  }

  @Override
  public long timeline() {
    return timeline;
  }

  @Override
  public long epoch() {
    return epoch;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public @Nullable Tree tree(long id) {
    Slot slot = touched(id);
    return slot == null ? base.tree(id) : slot.frozen();
  }

  @Override
  public boolean hasTree(long id) {
    Slot slot = touched(id);
    return slot == null ? base.hasTree(id) : slot.exists();
  }

  @Override
  public byte @Nullable [] get(long tree, byte[] key) {
    Slot slot = touched(tree);
    if (slot == null) {
      return base.get(tree, key);
    }
    if (slot.editor != null) {
      return slot.editor.get(key);
    }
    return slot.tree == null ? null : slot.tree.get(key);
  }

  @Override
  public long treePosition(long id) {
    Slot slot = touched(id);
    if (slot == null) {
      return base.treePosition(id);
    }
    return slot.exists() ? slot.position : 0;
  }

  @Override
  public boolean sharesTree(Root snapshot, long id) {
    return touched(id) == null && base.sharesTree(snapshot, id);
  }

  /** Applies one transaction at the next position, and records that it committed. */
  public void apply(TransactionId id, List<Effect> effects) {
    position++;
    long result = OutcomeTable.NO_RESULT;
    for (Effect effect : effects) {
      if (effect instanceof Effect.Result said) {
        result = said.count();
      } else {
        apply(effect);
      }
    }
    Slot outcomes = slot(SystemTrees.OUTCOMES);
    if (position % window().step() == 0 && OutcomeTable.hasFences(outcomes.frozen())) {
      for (byte[] fence : OutcomeTable.oldFences(outcomes.frozen(), position, window())) {
        outcomes.edited(era).remove(fence);
      }
    }
    OutcomeTable.add(outcomes.edited(era), id, position, result, window());
    outcomes.position = position;
  }

  /** Applies an epoch record at the next position. */
  public void apply(EpochChange change) {
    InvariantViolation.check(change.epoch() > epoch, "epochs ascend", change.epoch(), epoch + 1);
    position++;
    timeline = change.timeline();
    epoch = change.epoch();
    Slot slot = slot(SystemTrees.EPOCH);
    slot.edited(era).put(EpochChange.KEY, change.toRow());
    slot.position = position;
  }

  private void apply(Effect effect) {
    Slot slot = slot(effect.tree());
    if (effect instanceof Effect.Put put) {
      slot.edited(era).put(put.key(), put.value());
    } else if (effect instanceof Effect.SetFields set) {
      setFields(slot.edited(era), set);
    } else if (effect instanceof Effect.Delete delete) {
      if (slot.edited(era).remove(delete.key()) == null) {
        throw diverged("a row to delete", effect.tree());
      }
    } else if (effect instanceof Effect.CreateTree) {
      if (slot.exists()) {
        throw diverged("the absence of a tree", effect.tree());
      }
      slot.tree = Tree.empty(shape);
    } else {
      if (!slot.exists()) {
        throw diverged("a tree", effect.tree());
      }
      slot.editor = null;
      slot.tree = effect instanceof Effect.DropTree ? null : Tree.empty(shape);
    }
    slot.position = position;
  }

  private static void setFields(TreeEditor editor, Effect.SetFields set) {
    PatchedRow prepared = set.prepared();
    if (prepared != null) {
      // The leader has computed the new row already; it is valid when the old one is unchanged,
      // which is checked in the same descent as the put: usually by identity, unless it came from a
      // page.
      byte[] before = editor.put(set.key(), prepared.after());
      if (before == prepared.before() || Arrays.equals(before, prepared.before())) {
        return;
      }
      if (before == null) {
        throw diverged("a row to patch", set.tree());
      }
      editor.put(set.key(), set.on(before));
      return;
    }
    byte[] before = editor.get(set.key());
    if (before == null) {
      throw diverged("a row to patch", set.tree());
    }
    editor.put(set.key(), set.on(before));
  }

  /** Freezes everything into a root; this object may not be used any more. */
  public Root finish() {
    if (isUntouched()) {
      return base;
    }
    List<Slot> changed = new ArrayList<>(slots.values());
    changed.sort(Comparator.comparingLong((Slot slot) -> slot.id));
    int more = 0;
    for (Slot slot : changed) {
      boolean was = base.hasTree(slot.id);
      slot.frozen();
      more += (slot.exists() ? 1 : 0) - (was ? 1 : 0);
    }
    long[] oldIds = base.treeIds();
    long[] ids = new long[oldIds.length + more];
    TreeState[] states = new TreeState[ids.length];
    int to = 0;
    int next = 0;
    for (int i = 0; i <= oldIds.length; i++) {
      long id = i < oldIds.length ? oldIds[i] : Long.MAX_VALUE;
      while (next < changed.size() && changed.get(next).id < id) {
        to = place(changed.get(next++), ids, states, to);
      }
      if (next < changed.size() && changed.get(next).id == id) {
        to = place(changed.get(next++), ids, states, to);
      } else if (i < oldIds.length) {
        ids[to] = id;
        states[to++] = base.stateAt(i);
      }
    }
    InvariantViolation.check(to == ids.length, "a root has all trees of its slots", to, ids.length);
    return new Root(
            timeline,
            epoch,
            position,
            ids,
            states,
            new Root.Dirt(era, dirtied()),
            base.version() + 1)
        .withOutcomeWindow(window());
  }

  private static int place(Slot slot, long[] ids, TreeState[] states, int at) {
    Tree tree = slot.tree;
    if (tree == null) {
      return at;
    }
    ids[at] = slot.id;
    states[at] = new TreeState(tree, slot.position);
    return at + 1;
  }

  private @Nullable Slot touched(long id) {
    if (last != null && last.id == id) {
      return last;
    }
    Slot slot = slots.get(id);
    if (slot != null) {
      last = slot;
    }
    return slot;
  }

  private Slot slot(long id) {
    Slot slot = touched(id);
    if (slot == null) {
      slot = new Slot(id);
      TreeState state = base.state(id);
      if (state != null) {
        slot.tree = state.tree();
        slot.position = state.position();
      }
      slots.put(id, slot);
      last = slot;
    }
    return slot;
  }

  private static MosqlException diverged(String missing, long tree) {
    return StorageErrorMessage.REPLICA_DIVERGED.error(missing, tree);
  }
}
