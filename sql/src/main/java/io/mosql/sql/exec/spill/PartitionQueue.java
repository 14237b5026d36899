package io.mosql.sql.exec.spill;

import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.RowStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A queue of hash partitions: rows whose keys did not fit into memory, in files, so that all rows
 * of a key are in one partition; each partition is processed when memory is free again. Not
 * thread-safe.
 */
public final class PartitionQueue {
  private final ExecutionContext context;
  private final Deque<QueuedPartition> waiting = new ArrayDeque<>();
  private @Nullable HashPartitions open;
  private int depth;

  private record QueuedPartition(SpilledRows rows, int depth) {}

  public PartitionQueue(ExecutionContext context) {
    this.context = context;
  }

  /** Whether a row with a new key must be spilled, given the number of bytes in memory. */
  public boolean shouldSpill(long kept) {
    return open != null || depth < HashPartitions.DEPTH_MAX && context.shouldSpill(kept);
  }

  /** Whether no row waits in it. */
  public boolean isEmpty() {
    return open == null && waiting.isEmpty();
  }

  public void add(@Nullable Object[] row, HashKey key) {
    HashPartitions parts = open;
    if (parts == null) {
      parts = new HashPartitions(context, depth);
      open = parts;
    }
    parts.add(row, key);
  }

  /**
   * Rows of the next partition; null when there is none. Memory of the previous one must be
   * released before.
   */
  public @Nullable RowStream next() {
    HashPartitions parts = open;
    if (parts != null) {
      for (int i = 0; i < HashPartitions.COUNT; i++) {
        SpilledRows part = parts.partition(i);
        if (part != null) {
          waiting.push(new QueuedPartition(part, depth + 1));
        }
      }
      open = null;
    }
    QueuedPartition part = waiting.poll();
    if (part == null) {
      return null;
    }
    depth = part.depth;
    return part.rows;
  }
}
