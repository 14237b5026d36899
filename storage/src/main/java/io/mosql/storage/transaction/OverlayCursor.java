package io.mosql.storage.transaction;

import io.mosql.core.codec.Keys;
import io.mosql.core.codec.RowBatch;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreeCursor;
import io.mosql.storage.version.ColumnSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cursor that merges the snapshot with the transaction's own writes, in either direction. Own
 * writes are looked up again whenever there were new ones since the last step, so that the cursor
 * sees the current ones; after a tree operation, and when the snapshot has moved, it continues
 * after the last key on the new contents.
 */
final class OverlayCursor implements RowCursor {
  private static final int UNKNOWN = -1;

  private final SnapshotTransaction transaction;
  private final TreeOverlay view;
  private final byte @Nullable [] from;
  private final byte @Nullable [] to;
  private final boolean reverse;
  private final ColumnSet columns;

  /** Records the range read; null when reads are not recorded. */
  private final @Nullable TreeReadSet reads;

  /** Whether own writes are those of the time when the statement took its snapshot. */
  private final boolean earlier;

  private @Nullable TreeCursor base;
  private boolean baseOpened;

  /** Key that the snapshot's cursor is on; null when it has to step first. */
  private byte @Nullable [] baseKey;

  /** Whether all of the leaf that the snapshot's cursor is on lies before the end. */
  private boolean leafWithin;

  /** How many entries of that leaf lie before the end; unknown until asked for. */
  private int leafEntries = UNKNOWN;

  private int baseOperations;
  private @Nullable RangeRead range;
  private long rangeRows;

  private Map.@Nullable Entry<byte[], OwnWrite> own;
  private int ownVersion = -1;

  /** The last key that was passed, whether returned or not. */
  private byte @Nullable [] reached;

  /** Whether the last key is the one under the snapshot's cursor, which was not copied yet. */
  private boolean uncopied;

  private byte @Nullable [] key;
  private byte @Nullable [] row;

  /** Whether the current row is that under the snapshot's cursor, which need not be copied yet. */
  private boolean inPlace;

  private boolean done;

  OverlayCursor(
      SnapshotTransaction transaction,
      TreeOverlay view,
      byte @Nullable [] from,
      byte @Nullable [] to,
      boolean reverse,
      ColumnSet columns,
      @Nullable TreeReadSet reads,
      boolean earlier) {
    this.transaction = transaction;
    this.view = view;
    this.from = from;
    this.to = to;
    this.reverse = reverse;
    this.columns = columns;
    this.reads = reads;
    this.earlier = earlier;
    this.baseOperations = view.operations();
  }

  @Override
  public boolean next() {
    transaction.checkReadable();
    settle();
    inPlace = false;
    while (!done) {
      byte[] nextKey = nextBaseKey();
      Map.Entry<byte[], OwnWrite> ownNext = nextOwnWrite();
      if (ownNext == null) {
        if (nextKey == null) {
          break;
        }
        return takeBase(nextKey);
      }
      byte[] ownKey = ownNext.getKey();
      if (nextKey != null) {
        int order = Keys.compare(nextKey, ownKey);
        if (order != 0 && order < 0 != reverse) {
          return takeBase(nextKey);
        }
        if (order == 0) {
          consumeBase();
        }
      }
      ownVersion = -1;
      reach(ownKey);
      row = ownNext.getValue().row();
      view.readBack(ownNext.getValue(), columns);
      if (row != null) {
        key = ownKey;
        return true;
      }
    }
    end();
    return false;
  }

  @Override
  public boolean next(RowPredicate test) {
    while (!nextOfLeaf(test)) {
      if (!next()) {
        return false;
      }
      TreeCursor cursor = base;
      if (inPlace && cursor != null ? passes(test, cursor) : passes(test, row())) {
        return true;
      }
    }
    return true;
  }

  @Override
  public boolean next(RowBatch rows) {
    while (rows.room() > 0) {
      if (addRestOfLeaf(rows)) {
        continue;
      }
      if (!next()) {
        return false;
      }
      TreeCursor cursor = base;
      if (inPlace && cursor != null) {
        cursor.addValue(rows);
      } else {
        byte[] own = row();
        rows.add(own, 0, own.length);
      }
    }
    return true;
  }

  /** Adds following rows of the snapshot's leaf; false under the conditions of nextOfLeaf. */
  private boolean addRestOfLeaf(RowBatch rows) {
    TreeCursor cursor = leafOfAlone();
    if (cursor == null) {
      return false;
    }
    transaction.checkReadable();
    int stepped = cursor.nextAmong(leafEntries, rows);
    if (stepped == 0) {
      return false;
    }
    beInPlace();
    reachUncopied(stepped);
    return true;
  }

  private static boolean passes(RowPredicate test, byte[] bytes) {
    return test.passes(bytes, 0, bytes.length);
  }

  private static boolean passes(RowPredicate test, TreeCursor cursor) {
    return test.passes(cursor.valueBytes(), cursor.valueStart(), cursor.valueEnd());
  }

  /**
   * Steps to the next matching row of the snapshot's leaf. False, perhaps with part of the leaf
   * left, when there is none, or own writes may come between.
   */
  private boolean nextOfLeaf(RowPredicate test) {
    TreeCursor cursor = leafOfAlone();
    if (cursor == null || !cursor.nextAmong(leafEntries)) {
      return false;
    }
    transaction.checkReadable();
    beInPlace();
    long stepped = 0;
    boolean passed = false;
    try {
      do {
        stepped++;
        passed = passes(test, cursor);
      } while (!passed && cursor.nextAmong(leafEntries));
      return passed;
    } finally {
      reachUncopied(stepped);
    }
  }

  /**
   * The snapshot's cursor, with the number of entries of its leaf before the end; null when it is
   * not positioned, or own writes may come between.
   */
  private @Nullable TreeCursor leafOfAlone() {
    TreeCursor cursor = base;
    if (cursor == null || baseKey != null || reverse || !isAlone()) {
      return null;
    }
    if (leafEntries == UNKNOWN) {
      leafEntries = cursor.leafEntriesBefore(leafWithin ? null : to);
    }
    return cursor;
  }

  /** The current row is the one under the snapshot's cursor, of which nothing is copied yet. */
  private void beInPlace() {
    key = null;
    row = null;
    inPlace = true;
    uncopied = true;
  }

  /** Whether the snapshot's cursor is positioned and no own write precedes it. */
  private boolean isAlone() {
    return own == null && ownVersion == view.version() && baseOperations == view.operations();
  }

  private void reachUncopied(long stepped) {
    rangeRows += stepped;
    if (reads != null) {
      reads.countRows(stepped);
      if (!reads.isWhole()) {
        byte[] before = reached;
        settle();
        extend(before, key());
      }
    }
  }

  /** Copies the current key, before the snapshot's cursor advances. */
  private void settle() {
    if (uncopied) {
      reached = key();
      uncopied = false;
    }
  }

  @Override
  public byte[] key() {
    if (key == null && inPlace && base != null) {
      key = base.key();
    }
    return current(key);
  }

  @Override
  public byte[] row() {
    if (row == null && inPlace && base != null) {
      row = base.value();
    }
    return current(row);
  }

  private static byte[] current(byte @Nullable [] bytes) {
    if (bytes == null) {
      throw new IllegalStateException("The cursor is not on a row");
    }
    return bytes;
  }

  private boolean takeBase(byte[] nextKey) {
    key = nextKey;
    row = null;
    inPlace = true;
    consumeBase();
    reach(nextKey);
    return true;
  }

  private void consumeBase() {
    baseKey = null;
    rangeRows++;
    if (reads != null) {
      reads.countRow();
    }
  }

  private void reach(byte[] next) {
    extend(reached, next);
    reached = next;
  }

  private void extend(byte @Nullable [] before, byte[] next) {
    if (range != null) {
      range.extend(before, next, rangeRows);
    }
  }

  private void end() {
    if (!done && range != null) {
      range.complete(rangeRows);
    }
    done = true;
    inPlace = false;
    key = null;
    row = null;
  }

  /** The next key of the snapshot within the bounds; null when there is none. */
  private byte @Nullable [] nextBaseKey() {
    if (!baseOpened || baseOperations != view.operations()) {
      open();
    }
    TreeCursor cursor = base;
    if (cursor == null) {
      return null;
    }
    byte[] known = baseKey;
    if (known != null) {
      return known;
    }
    byte[] next = (reverse ? cursor.previous() : cursor.next()) ? keyWithin(cursor) : null;
    if (next == null) {
      base = null;
    }
    baseKey = next;
    return next;
  }

  /** The current key of the snapshot's cursor; null when it is beyond the end. */
  private byte @Nullable [] keyWithin(TreeCursor cursor) {
    byte[] candidate = cursor.key();
    if (cursor.atLeafStart()) {
      // a range of many leaves compares few keys with its end
      leafWithin = !reverse && (to == null || cursor.leafEndsBefore(to));
      leafEntries = UNKNOWN;
    }
    return leafWithin || !isBeyond(candidate) ? candidate : null;
  }

  /** Positions the snapshot's cursor after the last key, and begins the range of recorded reads. */
  private void open() {
    baseOpened = true;
    baseOperations = view.operations();
    base = null;
    baseKey = null;
    leafWithin = false;
    leafEntries = UNKNOWN;
    range = null;
    rangeRows = 0;
    if (!view.showsSnapshot()) {
      return;
    }
    byte[] low = reverse || reached == null ? from : Keys.successor(reached);
    byte[] high = reverse && reached != null ? reached : to;
    if (reads != null) {
      range = reads.range(low, high, reverse, columns);
    }
    Tree tree = view.base();
    if (tree == null) {
      return;
    }
    TreeCursor cursor = tree.cursor();
    boolean on;
    if (reverse) {
      on = high == null ? cursor.last() : cursor.seekBefore(high);
    } else {
      on = low == null ? cursor.first() : cursor.seek(low);
    }
    byte[] first = on ? keyWithin(cursor) : null;
    if (first != null) {
      base = cursor;
      baseKey = first;
    }
  }

  private boolean isBeyond(byte[] candidate) {
    byte[] bound = reverse ? from : to;
    if (bound == null) {
      return false;
    }
    int order = Keys.compare(candidate, bound);
    return reverse ? order < 0 : order >= 0;
  }

  private Map.@Nullable Entry<byte[], OwnWrite> nextOwnWrite() {
    if (ownVersion == view.version()) {
      return own;
    }
    ownVersion = view.version();
    WritesByKey writes = OverlayReader.writes(view, earlier);
    if (writes == null || writes.isEmpty()) {
      own = null;
      return null;
    }
    Map.Entry<byte[], OwnWrite> entry;
    if (reverse) {
      entry = writes.lower(reached == null ? to : reached);
    } else if (reached == null) {
      entry = writes.ceiling(from);
    } else {
      entry = writes.higher(reached);
    }
    own = entry == null || isBeyond(entry.getKey()) ? null : entry;
    return own;
  }
}
