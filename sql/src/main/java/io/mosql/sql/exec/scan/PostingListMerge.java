package io.mosql.sql.exec.scan;

import io.mosql.core.codec.Keys;
import io.mosql.storage.transaction.RowCursor;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Merges the posting lists of several items of an inverted index: primary keys, ascending, without
 * duplicates. Not thread-safe.
 */
final class PostingListMerge implements Supplier<byte @Nullable []> {
  /** Items whose first entry has not been read yet. */
  private final Queue<RowCursor> unread;

  private final PriorityQueue<Head> heads =
      new PriorityQueue<>(Comparator.comparing(Head::key, Keys.ORDER));

  private byte @Nullable [] previous;

  /** The next entry of an item. */
  private record Head(RowCursor cursor, byte[] key) {}

  PostingListMerge(List<RowCursor> cursors) {
    this.unread = new ArrayDeque<>(cursors);
  }

  @Override
  public byte @Nullable [] get() {
    while (!unread.isEmpty()) {
      advance(unread.remove());
    }
    while (!heads.isEmpty()) {
      Head least = heads.remove();
      advance(least.cursor);
      if (previous == null || Keys.compare(previous, least.key) != 0) {
        previous = least.key;
        return least.key;
      }
    }
    return null;
  }

  private void advance(RowCursor cursor) {
    if (cursor.next()) {
      heads.add(new Head(cursor, cursor.row()));
    }
  }
}
