package io.mosql.sql.exec.spill;

import io.mosql.sql.exec.runtime.RowStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Base of operators that process two spilled inputs partition by partition: both inputs were
 * partitioned into files by the hash of their keys, because the right one did not fit into memory.
 * A part whose right rows still do not fit is divided again. Not thread-safe.
 */
public abstract class PartitionPairStream implements RowStream {
  private final Deque<PartitionPair> waiting = new ArrayDeque<>();
  private RowStream current = EMPTY;

  private record PartitionPair(RowStream left, RowStream right, int depth) {}

  /**
   * Reads the right rows and joins the left ones with them.
   *
   * @param depth how often they were divided
   * @return null when they were {@link #repartition}d
   */
  public abstract @Nullable RowStream joinPair(RowStream left, RowStream right, int depth);

  /** What comes before any part, asked for until it is null. */
  public @Nullable RowStream leadingRows() {
    return null;
  }

  /** Nothing more is asked of the last pair: what was kept of it can go. */
  public abstract void release();

  /** Whether nothing can come of left rows without right ones. */
  public abstract boolean needsRight();

  /** Whether nothing can come of right rows without left ones. */
  public abstract boolean needsLeft();

  /** The parts are joined later, each with its counterpart. */
  public final void repartition(HashPartitions left, HashPartitions right, int depth) {
    for (int i = HashPartitions.COUNT - 1; i >= 0; i--) {
      SpilledRows ours = left.partition(i);
      SpilledRows theirs = right.partition(i);
      if (ours == null && theirs != null && needsLeft()) {
        theirs.delete();
      } else if (theirs == null && ours != null && needsRight()) {
        ours.delete();
      } else if (ours != null || theirs != null) {
        waiting.push(
            new PartitionPair(
                ours == null ? EMPTY : ours, theirs == null ? EMPTY : theirs, depth + 1));
      }
    }
  }

  @Override
  public final @Nullable Object @Nullable [] next() {
    Object[] row = current.next();
    while (row == null) {
      release();
      RowStream rows = leadingRows();
      PartitionPair pair = rows == null ? waiting.poll() : null;
      if (pair != null) {
        rows = joinPair(pair.left, pair.right, pair.depth);
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
