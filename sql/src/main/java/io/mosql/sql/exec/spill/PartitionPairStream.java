package io.mosql.sql.exec.spill;

import io.mosql.sql.exec.runtime.RowStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Base of operators that process two spilled inputs partition by partition: both inputs were
 * partitioned into files by the hash of their keys, because the right one did not fit into memory.
 * A partition whose right rows still do not fit is partitioned again. Not thread-safe.
 */
public abstract class PartitionPairStream implements RowStream {
  private final Deque<PartitionPair> waiting = new ArrayDeque<>();
  private RowStream current = EMPTY;

  private record PartitionPair(RowStream left, RowStream right, int depth) {}

  /**
   * Reads the right rows and joins the left ones with them.
   *
   * @param depth number of times that they were partitioned
   * @return null when they were {@link #repartition}d
   */
  public abstract @Nullable RowStream joinPair(RowStream left, RowStream right, int depth);

  /** Rows that come before the first pair; called until it returns null. */
  public @Nullable RowStream leadingRows() {
    return null;
  }

  /** Releases the memory of the last pair; it is not read afterwards. */
  public abstract void release();

  /** Whether left rows without right rows have no result. */
  public abstract boolean needsRight();

  /** Whether right rows without left rows have no result. */
  public abstract boolean needsLeft();

  /** Queues the partitions; each left one is joined with its right one later. */
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
