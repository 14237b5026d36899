package io.mosql.storage.tree;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A node of one or many tree versions: opaque outside of this package.
 *
 * <p>A node belongs to the editor whose token it carries and may be changed by that editor alone;
 * once the editor has finished and given up its token, the node is immutable for good, but for two
 * things that change nothing of what it says: where it is stored, and whether an inner node holds
 * its children themselves or references to their pages. Both are written by one thread at a time,
 * which writes pages; readers may see the old or the new state.
 *
 * <p>An edit of somebody else's node makes a copy instead; copies share the arrays that the edit
 * does not change. Nodes are published to other threads by the final field of {@link Tree}, or by
 * the volatile one of {@link PageRef}.
 */
public abstract sealed class TreeNode extends Child permits Leaf, InnerNode {
  private final EditToken owner;

  /** Plain: references are immutable in what is read of them here. */
  private @Nullable PageRef page;

  TreeNode(EditToken owner, @Nullable PageRef page) {
    this.owner = owner;
    this.page = page;
  }

  /** About how many bytes of heap the node keeps alive, children apart. */
  public abstract int heapBytes();

  /** Whether it has children rather than entries. */
  public abstract boolean isInner();

  @Override
  final TreeNode node() {
    return this;
  }

  final boolean isOwnedBy(EditToken editor) {
    return owner == editor;
  }

  final EditToken owner() {
    return owner;
  }

  /** Where it is stored, as far as it has been written. */
  @Override
  final @Nullable PageRef page() {
    return page;
  }

  final void storedAt(PageRef ref) {
    page = ref;
  }

  /** Whether its page is there for good, so that it need not be written, nor be kept in memory. */
  final boolean isClean() {
    PageRef ref = page;
    return ref != null && ref.source().isDurable();
  }

  /** Entries of a leaf, children of an inner node. */
  abstract int size();

  /** Entries in the whole subtree. */
  abstract long entries();

  /** Steps from here down to a leaf. */
  abstract int level();

  /** About how many bytes its page will have, never too few for a leaf. */
  abstract int packedBytes();

  /**
   * The shortest key that is greater than every key up to {@code below} and not greater than {@code
   * from}: what separates two neighbours.
   */
  static byte[] separator(byte[] below, byte[] from) {
    int mismatch = Arrays.mismatch(below, from);
    return mismatch + 1 >= from.length ? from : Arrays.copyOf(from, mismatch + 1);
  }

  /** A copy of the array with a gap at {@code at}, with room for {@code capacity} elements. */
  static <T extends @Nullable Object> void copyWithGap(T[] from, T[] to, int size, int at) {
    System.arraycopy(from, 0, to, 0, at);
    System.arraycopy(from, at, to, at + 1, size - at);
  }
}
