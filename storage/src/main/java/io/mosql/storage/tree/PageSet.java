package io.mosql.storage.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A set of pages by identity: an open hash table that never grows. Not thread-safe. */
final class PageSet {
  private static final int FACTOR = 0x9E3779B9;

  private final @Nullable PageRef[] table;

  private PageSet(int capacity) {
    table = new PageRef[Integer.highestOneBit(capacity | 1) * 4];
  }

  /** The pages of the nodes that have one. */
  static PageSet of(List<Child> children) {
    PageSet set = new PageSet(children.size());
    for (Child child : children) {
      PageRef page = child.page();
      if (page != null) {
        set.table[set.place(page)] = page;
      }
    }
    return set;
  }

  boolean contains(PageRef page) {
    return table[place(page)] != null;
  }

  /** The index of the page, or of its free slot. */
  private int place(PageRef page) {
    int hash = (System.identityHashCode(page.source()) + page.offset()) * FACTOR;
    int at = hash >>> Integer.numberOfLeadingZeros(table.length - 1);
    PageRef there = table[at];
    while (there != null && !there.samePage(page)) {
      at = (at + 1) & (table.length - 1);
      there = table[at];
    }
    return at;
  }
}
