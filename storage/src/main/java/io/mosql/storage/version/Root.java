package io.mosql.storage.version;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.port.LogStamp;
import io.mosql.storage.tree.PageStatistics;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeShape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A version of the whole database: an immutable directory from tree id to contents and position of
 * the last write. All persistent state of the engine is in its trees; a snapshot <em>is</em> a
 * root.
 *
 * <p>The directory is a pair of arrays sorted by id: a commit touches a handful of trees and copies
 * a few hundred references, which is cheaper than any persistent map at that size. Thread-safe.
 *
 * <p>The log stamp of its last record is stored beside its contents: a checkpoint of the root
 * replaces the log up to that record.
 */
public final class Root implements RootView, TreeEstimates {
  /** A tree and the position of the last write to it; compared by identity. */
  public static final class TreeState {
    private final Tree tree;
    private final long position;

    public TreeState(Tree tree, long position) {
      InvariantViolation.check(
          position >= 0, "the position of a write is not negative", position, 0);
      this.tree = tree;
      this.position = position;
    }

    public Tree tree() {
      return tree;
    }

    public long position() {
      return position;
    }
  }

  private final long timeline;
  private final long epoch;
  private final long position;
  private final long[] ids;
  private final TreeState[] states;
  private final Dirt dirt;
  private final long version;

  /** Set once, before the root is published. */
  private OutcomeWindow window = OutcomeWindow.DEFAULT;

  /** Stamp of the last record in it; set once, before the root is published. */
  private long logIndex;

  private long logTerm;
  private long logEntry;

  /**
   * The changes since a checkpoint began.
   *
   * @param era number of checkpoints that had begun when the root was made
   * @param bytes heap of the nodes that became dirty in this era, up to this root
   */
  public record Dirt(long era, long bytes) {
    public static final Dirt NONE = new Dirt(0, 0);
  }

  /** Takes over the arrays. */
  public Root(
      long timeline,
      long epoch,
      long position,
      long[] ids,
      TreeState[] states,
      Dirt dirt,
      long version) {
    this.timeline = timeline;
    this.epoch = epoch;
    this.position = position;
    this.ids = ids;
    this.states = states;
    this.dirt = dirt;
    this.version = version;
    InvariantViolation.check(ids.length == states.length, "a root has a state for each tree");
    InvariantViolation.check(position >= 0, "the position of a root is not negative", position, 0);
    assert isValid() : "the trees of a root ascend by id, and none is of a later position";
  }

  private boolean isValid() {
    for (int i = 0; i < ids.length; i++) {
      if (states[i].position > position || (i > 0 && ids[i - 1] >= ids[i])) {
        return false;
      }
    }
    return true;
  }

  /** The root before the first record: empty system trees, no timeline, position 0. */
  public static Root empty(TreeShape shape) {
    TreeState[] states = new TreeState[SystemTrees.ALL.length];
    Arrays.fill(states, new TreeState(Tree.empty(shape), 0));
    return new Root(0, 0, 0, SystemTrees.ALL.clone(), states, Dirt.NONE, 1);
  }

  /** Sets the retention of outcomes; returns this. */
  public Root withOutcomeWindow(OutcomeWindow outcomes) {
    window = outcomes;
    return this;
  }

  @Override
  public OutcomeWindow window() {
    return window;
  }

  /**
   * Incremented from each root of this process to the next one, from 1; unlike the position also
   * when only pages were relocated.
   */
  public long version() {
    return version;
  }

  public Dirt dirt() {
    return dirt;
  }

  /** Index of the last record in it, 0 for none. */
  public long logIndex() {
    return logIndex;
  }

  /** Log stamp of the last record in it. */
  public LogStamp stamp() {
    return new LogStamp(logIndex, logTerm, logEntry);
  }

  /** Sets the stamp of its last record; returns this. */
  public Root withStamp(LogStamp last) {
    return withStamp(last.index(), last.term(), last.entry());
  }

  /** The same, without a stamp object. */
  public Root withStamp(long index, long term, long entry) {
    logIndex = index;
    logTerm = term;
    logEntry = entry;
    return this;
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

  public @Nullable TreeState state(long id) {
    int at = Arrays.binarySearch(ids, id);
    return at < 0 ? null : states[at];
  }

  @Override
  public @Nullable Tree tree(long id) {
    TreeState state = state(id);
    return state == null ? null : state.tree();
  }

  @Override
  public boolean hasTree(long id) {
    return state(id) != null;
  }

  @Override
  public byte @Nullable [] get(long tree, byte[] key) {
    TreeState state = state(tree);
    return state == null ? null : state.tree().get(key);
  }

  @Override
  public long treePosition(long id) {
    TreeState state = state(id);
    return state == null ? 0 : state.position();
  }

  @Override
  public boolean sharesTree(Root snapshot, long id) {
    if (this == snapshot) {
      return true;
    }
    TreeState mine = state(id);
    TreeState other = snapshot.state(id);
    if (mine == null || other == null) {
      return mine == other;
    }
    return mine == other || mine.tree().sameRoot(other.tree());
  }

  @Override
  public long count(long tree, byte @Nullable [] from, byte @Nullable [] to) {
    TreeState state = state(tree);
    return state == null ? 0 : state.tree().count(from, to);
  }

  @Override
  public byte @Nullable [] keyAt(long tree, long rank) {
    TreeState state = state(tree);
    return state == null ? null : state.tree().keyAt(rank);
  }

  @Override
  public PageStatistics pages(long tree) {
    TreeState state = state(tree);
    return state == null ? PageStatistics.NONE : PageStatistics.of(state.tree());
  }

  public TreeState stateAt(int at) {
    return states[at];
  }

  public int treeCount() {
    return ids.length;
  }

  /** Tree ids, ascending; not to be changed. */
  public long[] treeIds() {
    return ids;
  }
}
