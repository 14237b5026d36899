package io.mosql.storage.tree;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A node of one or many tree versions: opaque outside of this package.
 *
 * <p>A node belongs to the editor whose token it carries and may be changed by that editor alone;
 * once the editor has finished and discarded its token, the node is immutable, except for two
 * things that do not affect its contents: its page reference, and whether an inner node refers to
 * its children as nodes or by references to their pages. Both are written by one thread at a time,
 * which writes pages; readers may see the old or the new state.
 *
 * <p>An edit of another editor's node makes a copy instead; copies share the arrays that the edit
 * does not change. Nodes are published to other threads by the final field of {@link Tree}, or by
 * the volatile one of {@link PageRef}.
 */
public abstract sealed class TreeNode extends Child permits Leaf, InnerNode {
  private final EditToken owner;

  /** Not volatile: the fields of a reference that are read here are immutable. */
  private @Nullable PageRef page;

  TreeNode(EditToken owner, @Nullable PageRef page) {
    this.owner = owner;
    this.page = page;
  }

  /** Estimated bytes of heap of the node, without its children. */
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

  /** Its page, as far as it has been written. */
  @Override
  final @Nullable PageRef page() {
    return page;
  }

  final void storedAt(PageRef ref) {
    page = ref;
  }

  /** Whether its page is durable, so that the node need not be written, nor be kept in memory. */
  final boolean isClean() {
    PageRef ref = page;
    return ref != null && ref.source().isDurable();
  }

  /** Entries of a leaf, children of an inner node. */
  abstract int size();

  /** Entries in the whole subtree. */
  abstract long entries();

  /** Number of levels from here down to a leaf. */
  abstract int level();

  /** Estimated bytes of its page, never too few for a leaf. */
  abstract int packedBytes();

  /**
   * The shortest key that is greater than every key up to {@code below} and not greater than {@code
   * from}: the separator of two neighbours.
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
