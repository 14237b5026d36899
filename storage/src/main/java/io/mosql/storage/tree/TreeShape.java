package io.mosql.storage.tree;

/**
 * Size limits of the nodes of a tree. A leaf is full when either of its limits is reached; a
 * removal rebalances a node only when it is small by both.
 *
 * <p>Bytes limit the leaves of tables: 8 KB, as much as one read of a page should be. Entries limit
 * those of indexes, whose copies cost by the entry. Measured with 300,000 entries inserted in
 * random order, as CPU time of the thread in ns per entry because the machine was busy, the least
 * of two medians; bytes are those allocated.
 *
 * <pre>
 * entries of 18 + 12 bytes, most of a leaf     64    128    192    256    400
 * get                                        1713   1787   1841   1635   1846
 * scan                                         20     14     12      9     10
 * update, 1 per version                      2102   2082   1874   2048   2365
 * update, 30 per version                     1787   1853   1858   1788   2161
 * remove and insert 10 neighbours             276    309    310    332    380
 * insert in random order                      608    669    671    641    681
 * bytes of an update, 1 per version          1096   1273   1449   1547   1913
 * bytes of an update, 30 per version          566    718    869   1003   1402
 * </pre>
 *
 * <p>Time is spent on cache misses and hardly depends on the limit up to 256, which makes pages of
 * small entries four times as large as 64 does (an index entry of 30 bytes takes 15 to 23 in a
 * page), so that fewer pages are read and tracked. Beyond, each version allocates more, which old
 * snapshots keep alive. Rows of 168 bytes, of which 48 fill a page, gave the same picture for
 * fan-outs: within 11 % in time from 32 to 128, and 150 to 250 bytes more per version for twice the
 * fan-out. Keeping the hash made scattered updates 13 to 54 % slower and updates of neighbours 1.9
 * to 2.6 times as slow, so it is off by default.
 *
 * @param leafEntries most entries of a leaf
 * @param leafBytes most bytes of a leaf's page, unless it has one entry only
 * @param innerFanout most children of an inner node
 * @param innerBytes size above which the page of an inner node is split, if it has four children
 * @param keepsHash whether every edit keeps the content hash current; otherwise the hash is
 *     computed by a walk on request
 */
public record TreeShape(
    int leafEntries, int leafBytes, int innerFanout, int innerBytes, boolean keepsHash) {
  private static final int PAGE_BYTES = 8192;

  /** The measured compromise between small batches, lookups and loading. */
  public static final TreeShape DEFAULT = new TreeShape(256, 64);

  /** Small enough that a few dozen entries make a deep tree: for tests. */
  public static final TreeShape TINY = new TreeShape(4, 4);

  private static final int LIMIT_MIN = 4;
  private static final int LIMIT_MAX = 4096;
  private static final int BYTES_MIN = 32;
  private static final int BYTES_MAX = 1 << 20;

  /** Below four children no split is possible: each half needs two. */
  private static final int CHILDREN_SPLIT_MIN = 4;

  public TreeShape {
    check("leafEntries", leafEntries, LIMIT_MIN, LIMIT_MAX);
    check("leafBytes", leafBytes, BYTES_MIN, BYTES_MAX);
    check("innerFanout", innerFanout, LIMIT_MIN, LIMIT_MAX);
    check("innerBytes", innerBytes, BYTES_MIN, BYTES_MAX);
  }

  /** A shape of pages of the usual size whose trees do not keep their content hash. */
  public TreeShape(int leafEntries, int innerFanout) {
    this(leafEntries, PAGE_BYTES, innerFanout, PAGE_BYTES, false);
  }

  /** The same limits, with the content hash kept by every edit. */
  public TreeShape withHash() {
    return new TreeShape(leafEntries, leafBytes, innerFanout, innerBytes, true);
  }

  /** The same shape with other sizes of pages. */
  public TreeShape withBytes(int leaf, int inner) {
    return new TreeShape(leafEntries, leaf, innerFanout, inner, keepsHash);
  }

  /** A removal that leaves a leaf with fewer entries than this may merge it or borrow. */
  int leafEntriesMin() {
    return (leafEntries + 2) / 3;
  }

  /** A merge that leaves an inner node with fewer children than this may merge it or borrow. */
  int innerFanoutMin() {
    return (innerFanout + 2) / 3;
  }

  boolean fits(Leaf leaf) {
    int size = leaf.size();
    return size <= leafEntries && (size <= 1 || leaf.packedBytes() <= leafBytes);
  }

  boolean fits(InnerNode inner) {
    int size = inner.size();
    return size <= innerFanout && (size < CHILDREN_SPLIT_MIN || inner.packedBytes() <= innerBytes);
  }

  /** Whether the entry can be added to the leaf, at that place. */
  boolean hasRoom(Leaf leaf, int at, byte[] key, byte[] value) {
    return leaf.size() < leafEntries && leaf.hasRoom(at, key, value, leafBytes);
  }

  /** Whether a removal that leaves such a node must rebalance it: it is small by either limit. */
  boolean isSmall(TreeNode node) {
    int size = node.size();
    if (node instanceof InnerNode) {
      return size < 2 || (size < innerFanoutMin() && node.packedBytes() < innerBytes / 3);
    }
    return size == 0 || (size < leafEntriesMin() && node.packedBytes() < leafBytes / 3);
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be within " + least + ".." + most + ", is " + value);
    }
  }
}
