package io.mosql.storage.tree;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A node of one or many tree versions.
 *
 * <p>A node belongs to the editor whose token it carries and may be changed by that editor alone;
 * once the editor has finished and given up its token, the node is immutable for good. An edit of
 * somebody else's node makes a copy instead; copies share the arrays that the edit does not change.
 * Nodes are published to other threads by the final field of {@link Tree}.
 */
abstract sealed class Node permits Leaf, Inner {
  private final Object owner;

  Node(Object owner) {
    this.owner = owner;
  }

  final boolean isOwnedBy(Object editor) {
    return owner == editor;
  }

  /** Entries of a leaf, children of an inner node. */
  abstract int size();

  /** Entries in the whole subtree. */
  abstract long entries();

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
