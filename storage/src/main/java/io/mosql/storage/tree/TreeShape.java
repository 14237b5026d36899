package io.mosql.storage.tree;

/**
 * Size limits of the nodes of a tree.
 *
 * @param leafEntries most entries of a leaf
 * @param innerFanout most children of an inner node
 * @param keepsHash whether every edit keeps the content hash current; otherwise the hash is
 *     computed by a walk when it is asked for
 */
public record TreeShape(int leafEntries, int innerFanout, boolean keepsHash) {
  /** The measured compromise between small batches, lookups and loading; see {@link Tree}. */
  public static final TreeShape DEFAULT = new TreeShape(64, 64);

  /** Small enough that a few dozen entries make a deep tree: for tests. */
  public static final TreeShape TINY = new TreeShape(4, 4);

  private static final int LIMIT_MIN = 4;
  private static final int LIMIT_MAX = 4096;

  public TreeShape {
    checkLimit("leafEntries", leafEntries);
    checkLimit("innerFanout", innerFanout);
  }

  /** A shape whose trees do not keep their content hash. */
  public TreeShape(int leafEntries, int innerFanout) {
    this(leafEntries, innerFanout, false);
  }

  /** The same limits, with the content hash kept by every edit. */
  public TreeShape withHash() {
    return new TreeShape(leafEntries, innerFanout, true);
  }

  /** A removal that leaves a leaf with fewer entries than this merges it or borrows. */
  int leafEntriesMin() {
    return (leafEntries + 2) / 3;
  }

  /** A merge that leaves an inner node with fewer children than this merges it or borrows. */
  int innerFanoutMin() {
    return (innerFanout + 2) / 3;
  }

  private static void checkLimit(String name, int value) {
    if (value < LIMIT_MIN || value > LIMIT_MAX) {
      throw new IllegalArgumentException(
          name + " must be within " + LIMIT_MIN + ".." + LIMIT_MAX + ", is " + value);
    }
  }
}
