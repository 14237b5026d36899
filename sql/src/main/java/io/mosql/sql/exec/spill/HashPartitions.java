package io.mosql.sql.exec.spill;

import io.mosql.sql.exec.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * Rows partitioned into temporary files by the hash of their keys: all rows of a key are in one
 * partition. Not thread-safe.
 */
public final class HashPartitions {
  static final int COUNT = 16;

  /**
   * Maximum depth of nested partitions; keys that still do not fit then fail with insufficient
   * memory.
   */
  public static final int DEPTH_MAX = 6;

  private static final int COUNT_BITS = 4;
  private static final int MIX = 0x9E3779B1;
  private static final int MIX_AGAIN = 0x85EBCA6B;

  private final ExecutionContext context;
  private final int depth;
  private final @Nullable SpilledRows[] parts = new SpilledRows[COUNT];

  /**
   * Creates empty partitions.
   *
   * @param depth nesting depth of the input: 0 for the input of an operator, one more for a
   *     partition of it, and so on
   */
  public HashPartitions(ExecutionContext context, int depth) {
    this.context = context;
    this.depth = depth;
  }

  public void add(@Nullable Object[] row, HashKey key) {
    int hash = (key.hashCode() ^ depth * MIX_AGAIN) * MIX;
    int number = (hash ^ hash >>> 15) * MIX_AGAIN >>> Integer.SIZE - COUNT_BITS;
    SpilledRows part = parts[number];
    if (part == null) {
      part = new SpilledRows(context);
      parts[number] = part;
    }
    part.add(row);
  }

  /** Returns one of the partitions; null when it is empty. */
  @Nullable SpilledRows partition(int number) {
    return parts[number];
  }
}
