package io.mosql.sql.exec.spill;

import io.mosql.sql.exec.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * Rows partitioned into temporary files by the hash of their keys: all rows of a key are in one
 * partition. Not thread-safe.
 */
public final class HashPartitions {
  static final int COUNT = 16;

  /** Parts of parts; keys that are still too many then fail for want of memory. */
  public static final int DEPTH_MAX = 6;

  private static final int COUNT_BITS = 4;
  private static final int MIX = 0x9E3779B1;
  private static final int MIX_AGAIN = 0x85EBCA6B;

  private final ExecutionContext context;
  private final int depth;
  private final @Nullable SpilledRows[] parts = new SpilledRows[COUNT];

  /**
   * @param depth of what is divided: 0 for an input, one more for a part of it, and so on
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

  /** One of the parts; null when there is nothing in it. */
  @Nullable SpilledRows partition(int number) {
    return parts[number];
  }
}
