package io.mosql.storage.page;

import io.mosql.core.error.InvariantViolation;
import io.mosql.storage.tree.PageRef;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A queue of cached pages with their charges: a ring of references, no object per page. The charge
 * at admission is the amount released at eviction. Guarded by its shard.
 */
final class PageQueue {
  private static final int FIRST_CAPACITY = 16;

  private @Nullable PageRef[] pages = new PageRef[FIRST_CAPACITY];
  private int[] charges = new int[FIRST_CAPACITY];
  private int head;
  private int size;
  private long bytes;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  long bytes() {
    return bytes;
  }

  void add(PageRef page, int charge) {
    assert charge > 0 : "a cached page has a charge";
    if (size == pages.length) {
      grow();
    }
    int at = (head + size) & (pages.length - 1);
    pages[at] = page;
    charges[at] = charge;
    size++;
    bytes += charge;
  }

  /** The oldest page; the queue is not empty. */
  PageRef first() {
    return Objects.requireNonNull(pages[head], "the queue is empty");
  }

  int firstCharge() {
    return charges[head];
  }

  /** Removes the oldest page. */
  PageRef remove() {
    PageRef page = first();
    pages[head] = null;
    bytes -= charges[head];
    InvariantViolation.check(bytes >= 0, "the charge of a queue is that of its pages", bytes, 0);
    head = (head + 1) & (pages.length - 1);
    size--;
    return page;
  }

  private void grow() {
    int capacity = pages.length * 2;
    @Nullable PageRef[] morePages = Arrays.copyOfRange(pages, head, head + capacity);
    int[] moreCharges = Arrays.copyOfRange(charges, head, head + capacity);
    System.arraycopy(pages, 0, morePages, pages.length - head, head);
    System.arraycopy(charges, 0, moreCharges, pages.length - head, head);
    pages = morePages;
    charges = moreCharges;
    head = 0;
  }
}
