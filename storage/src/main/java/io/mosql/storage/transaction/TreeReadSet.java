package io.mosql.storage.transaction;

import io.mosql.storage.bytes.KeySet;
import io.mosql.storage.certify.ObservedValue;
import io.mosql.storage.certify.Read;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.SnapshotTree;
import io.mosql.storage.version.TreeComparison;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The read set of a running transaction for one tree of its snapshot. A repeated read of a key or a
 * range needs no further memory; a range is stored by its bounds. When more rows were read than the
 * limit for comparison, all reads of the tree become one Table read.
 *
 * <p>Reads are discarded only when the statement that made them is run again. Not thread-safe.
 */
final class TreeReadSet {
  private static final int TABLE_SIZE_MIN = 16;

  private final long tree;
  private final CurrentStatement statement;
  private final long rowsMax;
  private @Nullable SnapshotTree contents;
  private long position;

  private List<Read.Point> points = new ArrayList<>();

  /**
   * Conflict histories of the statements that read the points; null while no statement has a
   * conflict history.
   */
  private @Nullable List<@Nullable ConflictHistory> heats;

  /** Open addressing from key to index in {@link #points} plus one; null while there are few. */
  private int @Nullable [] index;

  private List<RangeRead> ranges = new ArrayList<>();
  private @Nullable Map<RangeKey, RangeRead> rangesByStart;
  private List<Read.Count> counts = new ArrayList<>();
  private long rows;
  private boolean whole;

  /** All columns that a Table read includes. */
  private ColumnSet wholeColumns = ColumnSet.NONE;

  /** The only rows that a Table read includes; null for all rows. */
  private @Nullable KeySet relied;

  /** The state when the statement of this number began. */
  private int stamp;

  private Mark mark = new Mark(0, 0, 0, 0, false, null);

  /** Reads made before the statement that it has changed. */
  private final List<Changed> changed = new ArrayList<>();

  /** Reads that the running statement turned into a Table read. */
  private @Nullable Lists merged;

  private record Mark(
      int points, int ranges, int counts, long rows, boolean whole, @Nullable KeySet relied) {}

  private record Changed(int at, Read.Point point) {}

  private record Lists(
      List<Read.Point> points,
      @Nullable List<@Nullable ConflictHistory> heats,
      int @Nullable [] index,
      List<RangeRead> ranges,
      @Nullable Map<RangeKey, RangeRead> rangesByStart,
      List<Read.Count> counts) {}

  /**
   * @param contents of the tree in the snapshot, null when it is not there
   * @param position of the last write to it
   * @param rowsMax most rows to be compared one by one
   */
  TreeReadSet(
      long tree,
      CurrentStatement statement,
      @Nullable SnapshotTree contents,
      long position,
      long rowsMax) {
    this.tree = tree;
    this.statement = statement;
    this.stamp = statement.number();
    this.contents = contents;
    this.position = position;
    this.rowsMax = rowsMax;
  }

  private void touch() {
    if (stamp != statement.number()) {
      stamp = statement.number();
      mark = new Mark(points.size(), ranges.size(), counts.size(), rows, whole, relied);
      changed.clear();
      merged = null;
    }
  }

  /** Discards the reads of the running statement. */
  void undoStatement() {
    if (stamp != statement.number()) {
      return;
    }
    Lists lists = merged;
    if (lists != null) {
      points = lists.points;
      heats = lists.heats;
      index = lists.index;
      ranges = lists.ranges;
      rangesByStart = lists.rangesByStart;
      counts = lists.counts;
      merged = null;
    }
    whole = mark.whole;
    rows = mark.rows;
    relied = mark.relied;
    for (int i = changed.size() - 1; i >= 0; i--) {
      points.set(changed.get(i).at, changed.get(i).point);
    }
    changed.clear();
    if (points.size() > mark.points) {
      points.subList(mark.points, points.size()).clear();
      if (heats != null) {
        heats.subList(mark.points, heats.size()).clear();
      }
      reindex();
    }
    counts.subList(mark.counts, counts.size()).clear();
    if (ranges.size() > mark.ranges) {
      ranges.subList(mark.ranges, ranges.size()).clear();
      if (rangesByStart != null) {
        rangesByStart.values().retainAll(java.util.Set.copyOf(ranges));
      }
    }
    ranges.forEach(RangeRead::undo);
  }

  void point(byte[] key, ColumnSet columns, byte @Nullable [] row) {
    touch();
    if (whole) {
      wholeColumns = wholeColumns.union(columns);
      if (relied != null) {
        relied.add(key);
      }
      return;
    }
    int at = find(key);
    if (at >= 0) {
      Read.Point known = points.get(at);
      if (!known.columns().containsAll(columns)) {
        ColumnSet both = known.columns().union(columns);
        if (at < mark.points) {
          changed.add(new Changed(at, known));
        }
        points.set(at, new Read.Point(tree, known.key(), both, known.observed()));
      }
      return;
    }
    points.add(new Read.Point(tree, key, columns, new ObservedValue.Row(row)));
    learn();
    link(points.size() - 1);
    countRow();
  }

  private void learn() {
    ConflictHistory history = statement.conflictHistory();
    List<@Nullable ConflictHistory> known = heats;
    if (known == null && history != null) {
      known = new ArrayList<>(java.util.Collections.nCopies(points.size() - 1, null));
      heats = known;
    }
    if (known != null) {
      known.add(history);
    }
  }

  /**
   * Records a conflict in the histories of the statements whose reads were invalid.
   *
   * @param key of a point or the start of a range; null for ranges from the first key on
   */
  void recordConflict(byte @Nullable [] key) {
    int at = key == null ? -1 : find(key);
    List<@Nullable ConflictHistory> known = heats;
    ConflictHistory history = at < 0 || known == null ? null : known.get(at);
    if (history != null) {
      history.recordConflict();
    }
    for (RangeRead range : ranges) {
      ConflictHistory learns = range.conflictHistory();
      if (learns != null && (key == null ? range.from() == null : range.covers(key))) {
        learns.recordConflict();
      }
    }
  }

  void count(byte @Nullable [] from, byte @Nullable [] to, long n) {
    touch();
    relied = null;
    if (!whole) {
      counts.add(new Read.Count(tree, from, to, n));
    }
  }

  /** Begins a range that reads nothing yet. */
  RangeRead range(
      byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ColumnSet columns) {
    touch();
    relied = null;
    if (whole) {
      wholeColumns = wholeColumns.union(columns);
      return new RangeRead(statement, from, to, reverse);
    }
    if (rangesByStart == null) {
      rangesByStart = new HashMap<>();
    }
    RangeRead range =
        rangesByStart.computeIfAbsent(
            new RangeKey(from, to, reverse),
            start -> {
              RangeRead added = new RangeRead(statement, from, to, reverse);
              ranges.add(added);
              return added;
            });
    range.read(columns);
    return range;
  }

  /** Records a row that a range passed. */
  void countRow() {
    countRows(1);
  }

  /** Records rows that a range passed. */
  void countRows(long more) {
    touch();
    rows += more;
    if (rows > rowsMax) {
      mergeAll();
    }
  }

  /** Records a read of the whole tree. */
  void readWhole() {
    touch();
    relied = null;
    mergeAll();
    wholeColumns = ColumnSet.ALL;
  }

  /** Records reads of some rows, by a Table read limited to them as long as possible. */
  void readFrom(List<byte[]> keys) {
    touch();
    KeySet known = relied;
    if (!whole) {
      boolean first = points.isEmpty() && ranges.isEmpty() && counts.isEmpty();
      mergeAll();
      wholeColumns = ColumnSet.ALL;
      known = first ? new KeySet() : null;
      relied = known;
    }
    if (known != null) {
      known.addAll(keys);
    }
  }

  private void mergeAll() {
    if (whole) {
      return;
    }
    whole = true;
    for (Read.Point point : points) {
      wholeColumns = wholeColumns.union(point.columns());
    }
    for (RangeRead range : ranges) {
      wholeColumns = wholeColumns.union(range.columns());
    }
    merged = new Lists(points, heats, index, ranges, rangesByStart, counts);
    points = new ArrayList<>();
    heats = null;
    index = null;
    ranges = new ArrayList<>();
    counts = new ArrayList<>();
    rangesByStart = null;
  }

  boolean isWhole() {
    return whole;
  }

  /** Whether the whole tree was read, and has the same rows in a newer root; it is valid there. */
  boolean reverify(Root root) {
    if (!whole || !isValidIn(root.tree(tree))) {
      return false;
    }
    position = root.treePosition(tree);
    return true;
  }

  /** Whether the contents of a Table read are the same in another version, value by value. */
  private boolean isValidIn(@Nullable Tree now) {
    Tree then = contents();
    if (then == null || now == null) {
      return false;
    }
    KeySet rows = relied;
    if (rows == null) {
      return TreeComparison.same(then, now, wholeColumns);
    }
    return rows.all(key -> Arrays.equals(then.get(key), now.get(key)));
  }

  private @Nullable Tree contents() {
    SnapshotTree held = contents;
    return held == null ? null : held.get();
  }

  /** The same contents, pinned by another snapshot. */
  void hold(@Nullable SnapshotTree next) {
    contents = next;
  }

  /** Moves the reads to another version of the tree, in which they are valid. */
  void moveTo(@Nullable SnapshotTree next, long treePosition) {
    contents = next;
    position = treePosition;
    Tree now = contents();
    for (int i = 0; i < points.size(); i++) {
      Read.Point point = points.get(i);
      byte[] row = now == null ? null : now.get(point.key());
      if (!(point.observed() instanceof ObservedValue.Row seen) || seen.row() != row) {
        points.set(
            i, new Read.Point(tree, point.key(), point.columns(), new ObservedValue.Row(row)));
      }
    }
  }

  void addTo(List<Read> reads) {
    if (whole) {
      reads.add(new Read.Table(tree, position));
      return;
    }
    reads.addAll(points);
    reads.addAll(counts);
    for (RangeRead range : ranges) {
      Read.Range read = range.toRead(tree, treeOrEmpty());
      if (read != null) {
        reads.add(read);
      }
    }
  }

  /**
   * Adds the reads that have to hold on in a prepared transaction: as few as are known, where the
   * certifier is told of the whole tree.
   */
  void addLastingTo(List<Read> reads) {
    KeySet keys = relied;
    if (whole && keys != null) {
      keys.forEach(
          key -> reads.add(new Read.Point(tree, key, ColumnSet.ALL, new ObservedValue.Row(null))));
    } else {
      addTo(reads);
    }
  }

  private Tree treeOrEmpty() {
    SnapshotTree held = contents;
    return held == null ? Tree.empty() : held.get();
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

  private void reindex() {
    index = null;
    if (points.size() > TABLE_SIZE_MIN / 2) {
      int[] slots = new int[Integer.highestOneBit(Math.max(TABLE_SIZE_MIN, points.size())) * 4];
      index = slots;
      for (int i = 0; i < points.size(); i++) {
        place(slots, i);
      }
    }
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

  /** Cursors with the same start share their range: the larger range includes the smaller one. */
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
}
