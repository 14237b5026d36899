package io.mosql.sql.exec;

import org.jspecify.annotations.Nullable;

/** Rows in files, by the hash of their keys: all rows of a key are in one part. Not thread-safe. */
final class RowParts {
  static final int COUNT = 16;

  /** Parts of parts; keys that are still too many then fail for want of memory. */
  static final int DEPTH_MAX = 6;

  private static final int COUNT_BITS = 4;
  private static final int MIX = 0x9E3779B1;
  private static final int MIX_AGAIN = 0x85EBCA6B;

  private final ExecutionContext context;
  private final int depth;
  private final @Nullable SpilledRows[] parts = new SpilledRows[COUNT];

  /**
   * @param depth of what is divided: 0 for an input, one more for a part of it, and so on
   */
  RowParts(ExecutionContext context, int depth) {
    this.context = context;
    this.depth = depth;
  }

  void add(@Nullable Object[] row, RowKey key) {
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
  @Nullable SpilledRows part(int number) {
    return parts[number];
  }
}
