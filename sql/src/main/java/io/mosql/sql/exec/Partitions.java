package io.mosql.sql.exec;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are put aside because there is no room for their keys: by hash into files, so that all
 * rows of a key are in one of them, and each is taken up by itself when memory is free again. Not
 * thread-safe.
 */
final class Partitions {
  /** Partitions of partitions; keys that are still too many then fail for want of memory. */
  private static final int DEPTH_MAX = 6;

  private static final int COUNT = 16;
  private static final int COUNT_BITS = 4;
  private static final int MIX = 0x9E3779B1;
  private static final int MIX_AGAIN = 0x85EBCA6B;

  private final ExecutionContext context;
  private final Deque<Part> waiting = new ArrayDeque<>();
  private @Nullable SpilledRows @Nullable [] open;
  private int depth;

  private record Part(SpilledRows rows, int depth) {}

  Partitions(ExecutionContext context) {
    this.context = context;
  }

  /** Whether a row with a new key is to be put aside, when so many bytes are kept. */
  boolean takes(long kept) {
    return open != null || depth < DEPTH_MAX && context.shouldSpill(kept);
  }

  void add(@Nullable Object[] row, RowKey key) {
    SpilledRows[] parts = open;
    if (parts == null) {
      parts = new SpilledRows[COUNT];
      open = parts;
    }
    int hash = (key.hashCode() ^ depth * MIX_AGAIN) * MIX;
    int number = (hash ^ hash >>> 15) * MIX_AGAIN >>> Integer.SIZE - COUNT_BITS;
    SpilledRows part = parts[number];
    if (part == null) {
      part = new SpilledRows(context);
      parts[number] = part;
    }
    part.add(row);
  }

  /** Rows of the next partition; null when there is none. What was kept must be given up before. */
  @Nullable RowStream next() {
    SpilledRows[] parts = open;
    if (parts != null) {
      for (SpilledRows part : parts) {
        if (part != null) {
          waiting.push(new Part(part, depth + 1));
        }
      }
      open = null;
    }
    Part part = waiting.poll();
    if (part == null) {
      return null;
    }
    depth = part.depth;
    return part.rows;
  }
}
