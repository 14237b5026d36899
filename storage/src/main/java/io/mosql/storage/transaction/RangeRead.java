package io.mosql.storage.transaction;

import io.mosql.core.codec.Keys;
import io.mosql.storage.certify.ObservedValue;
import io.mosql.storage.certify.Read;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.version.ColumnSet;
import org.jspecify.annotations.Nullable;

/**
 * A range read that grows as its cursor advances: it covers the keys that the cursor passed, and no
 * others. The part that a statement added can be undone until the next statement extends it. Not
 * thread-safe.
 */
final class RangeRead {
  private final CurrentStatement statement;
  private final @Nullable ConflictHistory conflictHistory;
  private final byte @Nullable [] from;
  private final byte @Nullable [] to;
  private final boolean reverse;
  private ColumnSet columns = ColumnSet.NONE;

  /** The last key that the cursor reached, null for none. */
  private byte @Nullable [] last;

  /** Rows of the snapshot up to it. */
  private long rows;

  /** Whether the cursor reached the end. */
  private boolean complete;

  /** The recorded range when the statement of this number began. */
  private int stamp;

  private Claim before = new Claim(ColumnSet.NONE, null, 0, false);

  private record Claim(ColumnSet columns, byte @Nullable [] last, long rows, boolean complete) {}

  RangeRead(
      CurrentStatement statement, byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
    this.statement = statement;
    this.conflictHistory = statement.conflictHistory();
    this.from = from;
    this.to = to;
    this.reverse = reverse;
    this.stamp = statement.number();
  }

  byte @Nullable [] from() {
    return from;
  }

  @Nullable ConflictHistory conflictHistory() {
    return conflictHistory;
  }

  ColumnSet columns() {
    return columns;
  }

  private void touch() {
    if (stamp != statement.number()) {
      stamp = statement.number();
      before = new Claim(columns, last, rows, complete);
    }
  }

  /** Undoes the part that the running statement added. */
  void undo() {
    if (stamp == statement.number()) {
      columns = before.columns;
      last = before.last;
      rows = before.rows;
      complete = before.complete;
    }
  }

  void read(ColumnSet more) {
    if (!columns.containsAll(more)) {
      touch();
      columns = columns.union(more);
    }
  }

  /**
   * @param before the previous key of the cursor, as passed in then; null for none
   * @param key that the cursor reached, included
   * @param rowsSeen rows of the snapshot up to it
   */
  @SuppressWarnings("ReferenceEquality")
  void extend(byte @Nullable [] before, byte[] key, long rowsSeen) {
    if (!complete && (last == null || last == before || isFurther(key, last))) {
      touch();
      assert rowsSeen >= 0 : "the rows of a range are not negative";
      last = key;
      rows = rowsSeen;
    }
  }

  private boolean isFurther(byte[] key, byte[] reached) {
    int order = Keys.compare(key, reached);
    return reverse ? order < 0 : order > 0;
  }

  /** Records that the cursor reached the end. */
  void complete(long rowsSeen) {
    touch();
    complete = true;
    rows = rowsSeen;
  }

  /** Whether the key lies in the recorded range. */
  boolean covers(byte[] key) {
    byte[] low = low();
    byte[] high = high();
    return (complete || last != null)
        && (low == null || Keys.compare(key, low) >= 0)
        && (high == null || Keys.compare(key, high) < 0);
  }

  private byte @Nullable [] low() {
    return complete || !reverse || last == null ? from : last;
  }

  private byte @Nullable [] high() {
    return complete || reverse || last == null ? to : Keys.successor(last);
  }

  Read.@Nullable Range toRead(long tree, Tree contents) {
    if (last == null && !complete) {
      return null;
    }
    return new Read.Range(tree, low(), high(), columns, rows, new ObservedValue.Contents(contents));
  }
}
