package io.mosql.core.codec;

import java.util.ArrayDeque;

/**
 * Bounds the heap of the decoded columns of pages. A column of a page is kept when it is read the
 * second time; beyond the limit, columns of pages that were not used for a round are dropped (the
 * CLOCK algorithm). When more is read in turns than the limit allows, most columns are refused, so
 * that those which are kept stay for a while.
 *
 * <p>It holds the columns, not the pages: what belongs to pages that no longer exist is dropped as
 * unused. Thread-safe.
 */
public final class ColumnCache {
  /** Keeps nothing. */
  public static final ColumnCache NONE = new ColumnCache(0);

  /** Pages that are looked at for one that can be dropped. */
  private static final int CANDIDATES = 8;

  /** Of this number of columns beyond the limit, one is kept. */
  private static final int ADMITTED = 8;

  /** Overhead of a page with columns: objects, and slots of arrays and of the queue. */
  private static final int PAGE_BYTES = 96;

  private final long limit;
  private final ArrayDeque<PageColumns> pages = new ArrayDeque<>();
  private long bytes;
  private int refused;

  /**
   * Creates an empty cache.
   *
   * @param limit bytes of heap; 0 for none
   */
  public ColumnCache(long limit) {
    this.limit = limit;
  }

  /** Bytes of heap that the columns take. */
  public synchronized long bytes() {
    return bytes;
  }

  /** Whether it may keep columns at all. */
  boolean isEnabled() {
    return limit > 0;
  }

  /** Keeps a column of a page, if there is room or some can be made. */
  synchronized void add(PageColumns page, int ordinal, DecodedColumn column) {
    if (page.get(ordinal) != null) {
      return;
    }
    boolean isNew = page.charged() == 0;
    int needed = column.heapBytes() + (isNew ? PAGE_BYTES : 0);
    if (bytes + needed > limit && (++refused % ADMITTED != 0 || !makeRoom(page, needed))) {
      return;
    }
    if (page.charged() == 0) {
      pages.add(page);
    }
    page.put(ordinal, column, needed);
    bytes += needed;
  }

  private boolean makeRoom(PageColumns besides, int needed) {
    for (int i = 0; i < CANDIDATES && bytes + needed > limit && !pages.isEmpty(); i++) {
      PageColumns oldest = pages.remove();
      if (oldest == besides || oldest.wasUsed()) {
        pages.add(oldest);
      } else {
        bytes -= oldest.charged();
        oldest.clear();
      }
    }
    return bytes + needed <= limit;
  }
}
