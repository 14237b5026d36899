package io.mosql.storage.tree;

/**
 * Size limits of the nodes of a tree.
 *
 * <p>The default was measured on entries of 18-byte keys and 150-byte values. Times are medians in
 * ns per entry, with 400,000 entries, as CPU time of the thread because the machine was busy, all
 * shapes in turns. Bytes are those allocated, the 168 of the value included, with 1,000,000
 * entries.
 *
 * <pre>
 * leaf/fan-out                   32/32   64/32   64/64  64/128  128/64 128/128
 * get                             1272    1158    1204    1152    1086    1091
 * update, 1 per version           1673    1611    1546    1566    1681    1659
 * update, 10 per version          1585    1628    1614    1579    1527    1592
 * update, 30 per version          1649    1554    1477    1463    1435    1365
 * 3 x 10 neighbours per version    300     285     277     272     277     274
 * remove and insert 10             298     288     275     283     309     307
 * bytes of an update, 1 per vers. 1060    1181    1225    1410    1463    1646
 * bytes of an update, 30 per v.    635     709     755     889     870    1010
 * </pre>
 *
 * <p>Time is spent on cache misses and hardly depends on the shape: 64/64 is within 11 % of the
 * best in every row of times, while a larger node makes each version allocate more, which old
 * snapshots keep alive and the collector must free. Keeping the hash made scattered updates 13 to
 * 54 % dearer and updates of neighbours 1.9 to 2.6 times as dear, so it is off by default.
 *
 * @param leafEntries most entries of a leaf
 * @param leafBytes most bytes of a leaf's page, unless it has one entry only
 * @param innerFanout most children of an inner node
 * @param innerBytes beyond so many bytes the page of an inner node is split, if it has four
 *     children
 * @param keepsHash whether every edit keeps the content hash current; otherwise the hash is
 *     computed by a walk when it is asked for
 */
public record TreeShape(
    int leafEntries, int leafBytes, int innerFanout, int innerBytes, boolean keepsHash) {
  private static final int PAGE_BYTES = 8192;

  /** The measured compromise between small batches, lookups and loading. */
  public static final TreeShape DEFAULT = new TreeShape(64, 64);

  /** Small enough that a few dozen entries make a deep tree: for tests. */
  public static final TreeShape TINY = new TreeShape(4, 4);

  private static final int LIMIT_MIN = 4;
  private static final int LIMIT_MAX = 4096;
  private static final int BYTES_MIN = 32;
  private static final int BYTES_MAX = 1 << 20;

  /** Below four children there is nothing to split: each half needs two. */
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

  boolean fits(Inner inner) {
    int size = inner.size();
    return size <= innerFanout && (size < CHILDREN_SPLIT_MIN || inner.packedBytes() <= innerBytes);
  }

  /** Whether the entry can be added to the leaf, at that place. */
  boolean hasRoom(Leaf leaf, int at, byte[] key, byte[] value) {
    return leaf.size() < leafEntries && leaf.hasRoom(at, key, value, leafBytes);
  }

  /** Whether a removal that leaves such a node must mend it: it is small by either limit. */
  boolean isSmall(Node node) {
    int size = node.size();
    if (node instanceof Inner) {
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
