package io.mosql.storage.page;

import io.mosql.storage.tree.Node;
import io.mosql.storage.tree.PageRef;

/**
 * A part of the {@link PageCache} with a bound of its own.
 *
 * <pre>
 *                  used again: another round, then
 *   new leaf ---> probation (10 %) ------------------> main (the rest) --+
 *                  |                                    ^  ^             | used: another round
 *                  | not used: dropped, stamped         |  +-------------+
 *                  +--> comes back soon ----------------+  not used: dropped
 *
 *   inner page -> inner (up to half of the bound); used: another round, else dropped
 * </pre>
 *
 * That is S3-FIFO (Yang et al., SOSP 2023) with two changes. A first use in probation, which is
 * mostly the same statement once more, only earns another round; and what was dropped lately is not
 * remembered in a list but by a stamp on the reference. A page always meets the same shard.
 *
 * <p>Invariant: the bytes charged are those of the pages in the queues, and at most the limit when
 * the monitor is free. A page's rank and stamp are guarded by the monitor. Thread-safe.
 */
final class CacheShard {
  /** The reference, its slot in a queue, and its share of what hangs between the two. */
  static final int OVERHEAD_BYTES = 64;

  private static final int INNER_SHARE = 2;
  private static final int PROBATION_SHARE = 10;

  /** A single page above this share of the limit would drive out too many others. */
  private static final int PAGE_SHARE = 4;

  private static final int NEW = 0;
  private static final int USED_ONCE = 1;

  private final PageQueue inner = new PageQueue();
  private final PageQueue probation = new PageQueue();
  private final PageQueue main = new PageQueue();
  private long limit;
  private long drops;
  private long reloads;

  /** Counts the drops from probation; wraps; never 0, the stamp of what was never dropped. */
  private int clock = 1;

  CacheShard(long limit) {
    this.limit = limit;
  }

  synchronized Node admit(PageRef page, Node node) {
    Node other = page.cached();
    if (other != null) {
      return other;
    }
    long bytes = (long) node.heapBytes() + OVERHEAD_BYTES;
    if (bytes > limit / PAGE_SHARE) {
      return node;
    }
    int charge = (int) bytes;
    page.wasUsed();
    page.cache(node);
    if (node.isInner()) {
      inner.add(page, charge);
    } else if (cameBackSoon(page)) {
      reloads++;
      main.add(page, charge);
    } else {
      page.rank(NEW);
      probation.add(page, charge);
    }
    shrink();
    return node;
  }

  synchronized void limit(long bytes) {
    limit = bytes;
    shrink();
  }

  synchronized CacheFigures figures() {
    long pages = (long) inner.size() + probation.size() + main.size();
    return new CacheFigures(bytes(), limit, inner.bytes(), pages, 0, drops, reloads);
  }

  private long bytes() {
    return inner.bytes() + probation.bytes() + main.bytes();
  }

  /** Whether no more was dropped since its own drop than there are leaves here. */
  private boolean cameBackSoon(PageRef page) {
    int stamp = page.stamp();
    page.stamp(0);
    int since = clock - stamp;
    return stamp != 0 && since >= 0 && since <= probation.size() + main.size();
  }

  private void shrink() {
    while (inner.bytes() > limit / INNER_SHARE) {
      drop(inner);
    }
    while (bytes() > limit) {
      if (probation.bytes() > (limit - inner.bytes()) / PROBATION_SHARE || main.isEmpty()) {
        judgeProbation();
      } else {
        drop(main);
      }
    }
  }

  /** Takes the oldest leaf out of probation: to its second round, to the main queue, or away. */
  private void judgeProbation() {
    int charge = probation.firstCharge();
    PageRef page = probation.remove();
    if (!page.wasUsed()) {
      clock = clock == -1 ? 1 : clock + 1;
      page.stamp(clock);
      page.cache(null);
      drops++;
    } else if (page.rank() == NEW) {
      page.rank(USED_ONCE);
      probation.add(page, charge);
    } else {
      main.add(page, charge);
    }
  }

  /** Drops the oldest page that was not used since it came to the end before, or else the first. */
  private void drop(PageQueue queue) {
    for (int chances = queue.size(); chances > 0 && queue.first().wasUsed(); chances--) {
      int charge = queue.firstCharge();
      queue.add(queue.remove(), charge);
    }
    queue.remove().cache(null);
    drops++;
  }
}
