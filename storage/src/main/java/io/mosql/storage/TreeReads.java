package io.mosql.storage;

import io.mosql.core.codec.Keys;
import io.mosql.storage.tree.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a running transaction read of one tree of its snapshot. A key that is read again costs no
 * more memory, nor does a range that is walked again; a range is kept as its bounds. When more rows
 * were read than the certifier is meant to compare, all reads of the tree become one Table read.
 *
 * <p>Reads are never forgotten otherwise. Not thread-safe.
 */
final class TreeReads {
  private static final int TABLE_SIZE_MIN = 16;

  private final long tree;
  private final @Nullable SnapshotTree contents;
  private final long position;
  private final long rowsMax;

  private final List<Read.Point> points = new ArrayList<>();

  /** Open addressing from key to index in {@link #points} plus one; null while there are few. */
  private int @Nullable [] index;

  private final List<RangeRead> ranges = new ArrayList<>();
  private @Nullable Map<RangeKey, RangeRead> rangesByStart;
  private final List<Read.Count> counts = new ArrayList<>();
  private long rows;
  private boolean whole;

  /**
   * @param contents of the tree in the snapshot, null when it is not there
   * @param position of the last write to it
   * @param rowsMax most rows to be compared one by one
   */
  TreeReads(long tree, @Nullable SnapshotTree contents, long position, long rowsMax) {
    this.tree = tree;
    this.contents = contents;
    this.position = position;
    this.rowsMax = rowsMax;
  }

  void point(byte[] key, ColumnSet columns, byte @Nullable [] row) {
    if (whole) {
      return;
    }
    int at = find(key);
    if (at >= 0) {
      Read.Point known = points.get(at);
      if (!known.columns().containsAll(columns)) {
        ColumnSet both = known.columns().union(columns);
        points.set(at, new Read.Point(tree, known.key(), both, known.witness()));
      }
      return;
    }
    points.add(new Read.Point(tree, key, columns, new Witness.Row(row)));
    link(points.size() - 1);
    countRow();
  }

  void count(byte @Nullable [] from, byte @Nullable [] to, long n) {
    if (!whole) {
      counts.add(new Read.Count(tree, from, to, n));
    }
  }

  /** Begins a range that reads nothing yet. */
  RangeRead range(
      byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ColumnSet columns) {
    if (whole) {
      return new RangeRead(from, to, reverse);
    }
    if (rangesByStart == null) {
      rangesByStart = new HashMap<>();
    }
    RangeRead range =
        rangesByStart.computeIfAbsent(
            new RangeKey(from, to, reverse),
            start -> {
              RangeRead added = new RangeRead(from, to, reverse);
              ranges.add(added);
              return added;
            });
    range.columns = range.columns.union(columns);
    return range;
  }

  /** Counts a row that a range stepped over. */
  void countRow() {
    if (++rows > rowsMax) {
      readWhole();
    }
  }

  /** All of the tree counts as read. */
  void readWhole() {
    if (whole) {
      return;
    }
    whole = true;
    points.clear();
    index = null;
    ranges.clear();
    counts.clear();
    rangesByStart = null;
  }

  void addTo(List<Read> reads) {
    if (whole) {
      reads.add(new Read.Table(tree, position));
      return;
    }
    reads.addAll(points);
    reads.addAll(counts);
    for (RangeRead range : ranges) {
      Read.Range read = range.toRead(tree, contents == null ? Tree.empty() : contents.get());
      if (read != null) {
        reads.add(read);
      }
    }
  }

  private int find(byte[] key) {
    int[] slots = index;
    if (slots == null) {
      for (int i = 0; i < points.size(); i++) {
        if (Arrays.equals(points.get(i).key(), key)) {
          return i;
        }
      }
      return -1;
    }
    int mask = slots.length - 1;
    for (int slot = hash(key) & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
      if (Arrays.equals(points.get(slots[slot] - 1).key(), key)) {
        return slots[slot] - 1;
      }
    }
    return -1;
  }

  private void link(int at) {
    int[] slots = index;
    if (slots == null ? points.size() > TABLE_SIZE_MIN / 2 : points.size() * 2 > slots.length) {
      slots = new int[slots == null ? TABLE_SIZE_MIN * 4 : slots.length * 2];
      index = slots;
      for (int i = 0; i < points.size(); i++) {
        place(slots, i);
      }
    } else if (slots != null) {
      place(slots, at);
    }
  }

  private void place(int[] slots, int at) {
    int mask = slots.length - 1;
    int slot = hash(points.get(at).key()) & mask;
    while (slots[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = at + 1;
  }

  private static int hash(byte[] key) {
    int hash = Arrays.hashCode(key) * 0x9E3779B9;
    return hash ^ hash >>> 15;
  }

  /** Cursors that start alike share their range: what one claims includes what the other does. */
  private record RangeKey(byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
    @Override
    public boolean equals(@Nullable Object o) {
      return o instanceof RangeKey other
          && reverse == other.reverse
          && Arrays.equals(from, other.from)
          && Arrays.equals(to, other.to);
    }

    @Override
    public int hashCode() {
      return Objects.hash(Arrays.hashCode(from), Arrays.hashCode(to), reverse);
    }
  }

  /** A range that grows as its cursor advances: it claims what was stepped over, no more. */
  static final class RangeRead {
    private final byte @Nullable [] from;
    private final byte @Nullable [] to;
    private final boolean reverse;
    private ColumnSet columns = ColumnSet.NONE;
    private byte @Nullable [] last;
    private long rows;
    private boolean complete;

    RangeRead(byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
      this.from = from;
      this.to = to;
      this.reverse = reverse;
    }

    /**
     * @param key that the cursor reached, included
     * @param rowsSeen rows of the snapshot up to it
     */
    void extend(byte[] key, long rowsSeen) {
      byte[] before = last;
      if (complete) {
        return;
      }
      int order = before == null ? 0 : Keys.compare(key, before);
      if (before == null || (reverse ? order < 0 : order > 0)) {
        last = key;
        rows = rowsSeen;
      }
    }

    /** The cursor found the end. */
    void complete(long rowsSeen) {
      complete = true;
      rows = rowsSeen;
    }

    private Read.@Nullable Range toRead(long tree, Tree contents) {
      byte[] reached = last;
      if (reached == null && !complete) {
        return null;
      }
      byte[] low = complete || !reverse || reached == null ? from : reached;
      byte[] high = complete || reverse || reached == null ? to : Keys.successor(reached);
      Witness witness = new Witness.Contents(contents);
      return new Read.Range(tree, low, high, columns, rows, witness);
    }
  }
}
