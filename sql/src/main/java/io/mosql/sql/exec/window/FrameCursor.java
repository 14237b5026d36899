package io.mosql.sql.exec.window;

import io.mosql.sql.algebra.WindowFrame;

/**
 * A cursor over the frames of the rows of a partition: for each row the first row of its frame, the
 * row after the last, and the excluded rows. Not thread-safe.
 */
final class FrameCursor {
  private final WindowPartition partition;
  private final FrameBounds.End lower;
  private final FrameBounds.End upper;
  private final WindowFrame.Exclusion exclusion;
  private int from;
  private int to;
  private boolean moved;

  FrameCursor(
      WindowPartition partition,
      FrameBounds.End lower,
      FrameBounds.End upper,
      WindowFrame.Exclusion exclusion) {
    this.partition = partition;
    this.lower = lower;
    this.upper = upper;
    this.exclusion = exclusion;
  }

  WindowPartition partition() {
    return partition;
  }

  /** Moves the cursor to a row; rows are visited in order. */
  void moveTo(int row) {
    int start = lower.indexFor(row);
    int end = Math.max(start, upper.indexFor(row));
    moved = row == 0 || start != from || end != to || excludes();
    from = start;
    to = end;
  }

  /** Whether the frame differs from that of the previous row. */
  boolean hasMoved() {
    return moved;
  }

  /** First row of the frame. */
  int from() {
    return from;
  }

  /** Row after the last one of the frame; never before {@link #from}. */
  int to() {
    return to;
  }

  boolean excludes() {
    return exclusion != WindowFrame.Exclusion.NO_OTHERS;
  }

  /** Whether a row within the bounds of the current row's frame is excluded from it. */
  boolean isExcluded(int row, int current) {
    return switch (exclusion) {
      case NO_OTHERS -> false;
      case CURRENT_ROW -> row == current;
      case GROUP -> arePeers(row, current);
      case TIES -> row != current && arePeers(row, current);
    };
  }

  private boolean arePeers(int row, int current) {
    return row >= partition.peerStart(current) && row < partition.peerEnd(current);
  }
}
