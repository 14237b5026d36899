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
  private final ExecutionContext context;
  private final Deque<Part> waiting = new ArrayDeque<>();
  private @Nullable RowParts open;
  private int depth;

  private record Part(SpilledRows rows, int depth) {}

  Partitions(ExecutionContext context) {
    this.context = context;
  }

  /** Whether a row with a new key is to be put aside, when so many bytes are kept. */
  boolean takes(long kept) {
    return open != null || depth < RowParts.DEPTH_MAX && context.shouldSpill(kept);
  }

  void add(@Nullable Object[] row, RowKey key) {
    RowParts parts = open;
    if (parts == null) {
      parts = new RowParts(context, depth);
      open = parts;
    }
    parts.add(row, key);
  }

  /** Rows of the next partition; null when there is none. What was kept must be given up before. */
  @Nullable RowStream next() {
    RowParts parts = open;
    if (parts != null) {
      for (int i = 0; i < RowParts.COUNT; i++) {
        SpilledRows part = parts.part(i);
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
