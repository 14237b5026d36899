package io.mosql.sql.exec;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What two inputs give together, one part of either after the other: both were put into files by
 * the hash of their keys, because there was no room for the right one. A part whose right rows
 * still do not fit is divided again. Not thread-safe.
 */
abstract class PairedParts implements RowStream {
  private final Deque<Pair> waiting = new ArrayDeque<>();
  private RowStream current = EMPTY;

  private record Pair(RowStream left, RowStream right, int depth) {}

  /**
   * Reads the right rows and joins the left ones with them.
   *
   * @param depth how often they were divided
   * @return null when they were {@link #divide}d
   */
  abstract @Nullable RowStream paired(RowStream left, RowStream right, int depth);

  /** What comes before any part, asked for until it is null. */
  @Nullable RowStream first() {
    return null;
  }

  /** Nothing more is asked of the last pair: what was kept of it can go. */
  abstract void forget();

  /** Whether nothing can come of left rows without right ones. */
  abstract boolean needsRight();

  /** Whether nothing can come of right rows without left ones. */
  abstract boolean needsLeft();

  /** The parts are joined later, each with its counterpart. */
  final void divide(RowParts left, RowParts right, int depth) {
    for (int i = RowParts.COUNT - 1; i >= 0; i--) {
      SpilledRows ours = left.part(i);
      SpilledRows theirs = right.part(i);
      if (ours == null && theirs != null && needsLeft()) {
        theirs.drop();
      } else if (theirs == null && ours != null && needsRight()) {
        ours.drop();
      } else if (ours != null || theirs != null) {
        waiting.push(
            new Pair(ours == null ? EMPTY : ours, theirs == null ? EMPTY : theirs, depth + 1));
      }
    }
  }

  @Override
  public final @Nullable Object @Nullable [] next() {
    Object[] row = current.next();
    while (row == null) {
      forget();
      RowStream rows = first();
      Pair pair = rows == null ? waiting.poll() : null;
      if (pair != null) {
        rows = paired(pair.left, pair.right, pair.depth);
      } else if (rows == null) {
        current = EMPTY;
        return null;
      }
      current = rows == null ? EMPTY : rows;
      row = current.next();
    }
    return row;
  }
}
