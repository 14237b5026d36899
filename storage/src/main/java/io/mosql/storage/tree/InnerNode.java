package io.mosql.storage.tree;

import io.mosql.core.codec.Keys;
import io.mosql.storage.error.StorageErrorMessage;
import java.util.Arrays;

/**
 * An inner node: children, the number of entries below each, and between neighbours a truncated
 * separator: every key left of it is less, every key right of it is not. It has this form also when
 * it was loaded from a page: then its children are references.
 *
 * <p>An update of a value copies only the array of children; counts are copied when the number of
 * entries changes, separators when the number of children does. Arrays may be longer than the node.
 * The array of children is never shared.
 */
final class InnerNode extends TreeNode {
  /** Heap of the node object and its three arrays. */
  private static final int NODE_BYTES = 56 + 3 * 16;

  /** Heap per child in the arrays, including the header of its separator. */
  private static final int CHILD_BYTES = 4 + 8 + 4 + 16 + 4;

  private static final int REFERENCE_BYTES = 40;

  private final Child[] children;
  private long[] counts;
  private final byte[][] separators;
  private final int size;
  private final int level;

  /** Bytes of all separators. */
  private final int separatorBytes;

  private boolean countsShared;

  private InnerNode(
      EditToken owner,
      Child[] children,
      long[] counts,
      byte[][] separators,
      int level,
      int separatorBytes) {
    super(owner, null);
    this.children = children;
    this.counts = counts;
    this.separators = separators;
    this.size = children.length;
    this.level = level;
    this.separatorBytes = separatorBytes;
    assert isValid() : "the separators of an inner node ascend, one between two children";
  }

  /** A node as it was decoded from the page. */
  InnerNode(PageRef page, Child[] children, long[] counts, byte[][] separators, int level) {
    super(EditToken.NONE, page);
    this.children = children;
    this.counts = counts;
    this.separators = separators;
    this.size = children.length;
    this.level = level;
    this.separatorBytes = sum(separators);
    assert isValid() : "the separators of an inner node ascend, one between two children";
  }

  private boolean isValid() {
    if (level < 1 || counts.length != size || separators.length != size - 1) {
      return false;
    }
    for (int i = 1; i < separators.length; i++) {
      if (Keys.compare(separators[i - 1], separators[i]) >= 0) {
        return false;
      }
    }
    return true;
  }

  private static InnerNode made(
      EditToken owner, Child[] children, long[] counts, byte[][] separators, int level) {
    return new InnerNode(owner, children, counts, separators, level, sum(separators));
  }

  private static int sum(byte[][] separators) {
    int sum = 0;
    for (byte[] separator : separators) {
      sum += separator.length;
    }
    return sum;
  }

  static InnerNode of(EditToken owner, TreeNode left, byte[] separator, TreeNode right) {
    return made(
        owner,
        new Child[] {left, right},
        new long[] {left.entries(), right.entries()},
        new byte[][] {separator},
        left.level() + 1);
  }

  static InnerNode concat(EditToken owner, InnerNode left, byte[] separator, InnerNode right) {
    int size = left.size + right.size;
    Child[] children = Arrays.copyOf(left.children, size);
    long[] counts = Arrays.copyOf(left.counts, size);
    byte[][] separators = Arrays.copyOf(left.separators, size - 1);
    System.arraycopy(right.children, 0, children, left.size, right.size);
    System.arraycopy(right.counts, 0, counts, left.size, right.size);
    separators[left.size - 1] = separator;
    System.arraycopy(right.separators, 0, separators, left.size, right.size - 1);
    return made(owner, children, counts, separators, left.level);
  }

  @Override
  int size() {
    return size;
  }

  @Override
  long entries() {
    return entriesBefore(size);
  }

  /** Entries below the children left of the slot. */
  long entriesBefore(int slot) {
    long sum = 0;
    for (int i = 0; i < slot; i++) {
      sum += counts[i];
    }
    return sum;
  }

  @Override
  public boolean isInner() {
    return true;
  }

  @Override
  int level() {
    return level;
  }

  @Override
  int packedBytes() {
    return InnerNodeCodec.bytes(size, separatorBytes);
  }

  @Override
  public int heapBytes() {
    int references = page() == null ? 0 : size * REFERENCE_BYTES;
    return NODE_BYTES + size * CHILD_BYTES + separatorBytes + references;
  }

  /**
   * The only method that descends: it resolves a reference to a page to a node.
   *
   * @throws io.mosql.core.error.MosqlException XX001 when the page is damaged, 58030 when it cannot
   *     be read
   */
  TreeNode child(int slot) {
    Child child = children[slot];
    return child instanceof PageRef page ? loaded(page) : (TreeNode) child;
  }

  private TreeNode loaded(PageRef page) {
    TreeNode node = page.node();
    if (node.level() != level - 1) {
      throw StorageErrorMessage.DAMAGED_PAGE.error(page, "level differs from that of its parent");
    }
    return node;
  }

  /** The child as stored: a node or a reference. */
  Child held(int slot) {
    return children[slot];
  }

  /** Replaces the child by the reference to its page. */
  void release(int slot, PageRef page) {
    children[slot] = page;
  }

  /** The same children as a node of that editor. */
  InnerNode own(EditToken editor) {
    if (isOwnedBy(editor)) {
      return this;
    }
    Child[] copy = Arrays.copyOf(children, size);
    InnerNode node = new InnerNode(editor, copy, counts, separators, level, separatorBytes);
    node.countsShared = true;
    return node;
  }

  long count(int slot) {
    return counts[slot];
  }

  /** The separator between the child at the slot and the next one. */
  byte[] separator(int slot) {
    return separators[slot];
  }

  /** The slot of the child whose range contains the key: the number of separators not above it. */
  int slotOf(byte[] key) {
    byte[][] separators = this.separators;
    int low = 0;
    int high = size - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Keys.compare(separators[middle], key) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The split position that makes the larger part as small as possible in bytes, with at least two
   * children on either side; there are at least four.
   */
  int middle() {
    int left = separators[0].length;
    int cut = 2;
    int least = Integer.MAX_VALUE;
    for (int to = 2; to <= size - 2; to++) {
      int between = separators[to - 1].length;
      int right = separatorBytes - left - between;
      int larger = Math.max(InnerNodeCodec.bytes(to, left), InnerNodeCodec.bytes(size - to, right));
      if (larger >= least) {
        break;
      }
      least = larger;
      cut = to;
      left += between;
    }
    return cut;
  }

  /** The node with that child, whose subtree has grown by {@code delta} entries. */
  InnerNode withChild(EditToken editor, int slot, TreeNode child, int delta) {
    InnerNode node = this;
    if (isOwnedBy(editor)) {
      children[slot] = child;
    } else {
      node = own(editor);
      node.children[slot] = child;
    }
    if (delta != 0) {
      if (node.countsShared) {
        node.counts = Arrays.copyOf(counts, size);
        node.countsShared = false;
      }
      node.counts[slot] += delta;
    }
    return node;
  }

  /** A node whose child at the slot is replaced by two; it may have one child too many. */
  InnerNode withSplit(EditToken editor, int slot, TreeNode left, byte[] separator, TreeNode right) {
    Child[] newChildren = new Child[size + 1];
    long[] newCounts = new long[size + 1];
    byte[][] newSeparators = new byte[size][];
    copyWithGap(children, newChildren, size, slot + 1);
    copyWithGap(separators, newSeparators, size - 1, slot);
    System.arraycopy(counts, 0, newCounts, 0, slot);
    System.arraycopy(counts, slot + 1, newCounts, slot + 2, size - slot - 1);
    newChildren[slot] = left;
    newChildren[slot + 1] = right;
    newCounts[slot] = left.entries();
    newCounts[slot + 1] = right.entries();
    newSeparators[slot] = separator;
    return made(editor, newChildren, newCounts, newSeparators, level);
  }

  /** A node whose children at the slot and after it are replaced by one. */
  InnerNode withMerged(EditToken editor, int slot, TreeNode merged) {
    Child[] newChildren = new Child[size - 1];
    long[] newCounts = new long[size - 1];
    byte[][] newSeparators = new byte[size - 2][];
    int rest = size - slot - 2;
    System.arraycopy(children, 0, newChildren, 0, slot);
    System.arraycopy(children, slot + 2, newChildren, slot + 1, rest);
    System.arraycopy(counts, 0, newCounts, 0, slot);
    System.arraycopy(counts, slot + 2, newCounts, slot + 1, rest);
    System.arraycopy(separators, 0, newSeparators, 0, slot);
    System.arraycopy(separators, slot + 1, newSeparators, slot, rest);
    newChildren[slot] = merged;
    newCounts[slot] = merged.entries();
    return made(editor, newChildren, newCounts, newSeparators, level);
  }

  /** A node whose children at the slot and after it are replaced by two others. */
  InnerNode withPair(EditToken editor, int slot, TreeNode left, byte[] separator, TreeNode right) {
    Child[] newChildren = Arrays.copyOf(children, size);
    long[] newCounts = Arrays.copyOf(counts, size);
    byte[][] newSeparators = Arrays.copyOf(separators, size - 1);
    newChildren[slot] = left;
    newChildren[slot + 1] = right;
    newCounts[slot] = left.entries();
    newCounts[slot + 1] = right.entries();
    newSeparators[slot] = separator;
    return made(editor, newChildren, newCounts, newSeparators, level);
  }

  /** A new node of the children from {@code from} up to {@code to}. */
  InnerNode slice(EditToken editor, int from, int to) {
    return made(
        editor,
        Arrays.copyOfRange(children, from, to),
        Arrays.copyOfRange(counts, from, to),
        Arrays.copyOfRange(separators, from, to - 1),
        level);
  }
}
