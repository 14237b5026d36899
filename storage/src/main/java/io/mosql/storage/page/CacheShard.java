package io.mosql.storage.page;

import io.mosql.storage.tree.PageRef;
import io.mosql.storage.tree.TreeNode;

/**
 * A part of the {@link PageCache} with a bound of its own.
 *
 * <pre>
 *                                        used: to main
 *   new leaf --> window --> trial ---------------------------------> main --+
 *     |          (10 %)     (10 % at least) --> not used:             ^  ^  | used: another round,
 *     |                      dropped, stamped                         |  +--+ else dropped
 *     +-- came back soon after its drop ------------------------------+
 *
 *   inner page -> inner (up to half of the bound); used: another round, else dropped
 * </pre>
 *
 * The algorithm is S3-FIFO (Yang et al., SOSP 2023) with two changes. Accesses in the window, which
 * usually come from the same statement, do not count (as in 2Q); and recently dropped pages are not
 * listed in a ghost queue but stamped on the reference. A page always belongs to the same shard.
 *
 * <p>Invariant: the charged bytes are those of the pages in the queues, and at most the limit
 * whenever the monitor is released. A page's stamp is guarded by the monitor. Thread-safe.
 */
final class CacheShard {
  /**
   * Overhead per page: the reference, its slot in a queue, and its share of the objects between the
   * two.
   */
  static final int OVERHEAD_BYTES = 64;

  private static final int INNER_SHARE = 2;
  private static final int WINDOW_SHARE = 10;
  private static final int NEWCOMERS_SHARE = 5;

  /**
   * A single page above this share of the limit is not cached, since it would evict too many
   * others.
   */
  private static final int PAGE_SHARE = 4;

  private final PageQueue inner = new PageQueue();
  private final PageQueue window = new PageQueue();
  private final PageQueue trial = new PageQueue();
  private final PageQueue main = new PageQueue();
  private long limit;
  private long drops;
  private long reloads;

  /**
   * Number of pages dropped from the trial queue; wraps; never 0, the stamp of a page that was
   * never dropped.
   */
  private int clock = 1;

  CacheShard(long limit) {
    this.limit = limit;
  }

  synchronized TreeNode admit(PageRef page, TreeNode node) {
    TreeNode other = page.cached();
    if (other != null) {
      return other;
    }
    long bytes = (long) node.heapBytes() + OVERHEAD_BYTES;
    if (bytes > limit / PAGE_SHARE) {
      return node;
    }
    int charge = (int) bytes;
    assert limit > 0 : "a shard that caches pages has a limit";
    page.wasUsed();
    page.cache(node);
    if (node.isInner()) {
      inner.add(page, charge);
    } else if (cameBackSoon(page)) {
      reloads++;
      main.add(page, charge);
    } else {
      window.add(page, charge);
    }
    shrink();
    return node;
  }

  synchronized void limit(long bytes) {
    limit = bytes;
    shrink();
  }

  synchronized CacheStatistics statistics() {
    long pages = (long) inner.size() + leaves();
    return new CacheStatistics(bytes(), limit, inner.bytes(), pages, 0, drops, reloads);
  }

  private long bytes() {
    return inner.bytes() + window.bytes() + trial.bytes() + main.bytes();
  }

  private int leaves() {
    return window.size() + trial.size() + main.size();
  }

  /** Whether at most as many pages were dropped since its own drop as there are leaves here. */
  private boolean cameBackSoon(PageRef page) {
    int stamp = page.stamp();
    page.stamp(0);
    int since = clock - stamp;
    return stamp != 0 && since >= 0 && since <= leaves();
  }

  private void shrink() {
    while (inner.bytes() > limit / INNER_SHARE) {
      drop(inner);
    }
    long leafLimit = limit - inner.bytes();
    while (window.bytes() > leafLimit / WINDOW_SHARE) {
      int charge = window.firstCharge();
      PageRef page = window.remove();
      page.wasUsed();
      trial.add(page, charge);
    }
    // Above the limit there is a leaf outside of the window, since the window is limited to its
    // share.
    while (bytes() > limit) {
      boolean crowded = window.bytes() + trial.bytes() > leafLimit / NEWCOMERS_SHARE;
      if (main.isEmpty() || (crowded && !trial.isEmpty())) {
        judgeTrial();
      } else {
        drop(main);
      }
    }
  }

  /** Moves the oldest leaf of the trial queue to the main queue, or drops it. */
  private void judgeTrial() {
    int charge = trial.firstCharge();
    PageRef page = trial.remove();
    if (page.wasUsed()) {
      main.add(page, charge);
    } else {
      clock = clock == -1 ? 1 : clock + 1;
      page.stamp(clock);
      page.cache(null);
      drops++;
    }
  }

  /** Drops the oldest page that was not accessed since its last round, or else the first. */
  private void drop(PageQueue queue) {
    for (int chances = queue.size(); chances > 0 && queue.first().wasUsed(); chances--) {
      int charge = queue.firstCharge();
      queue.add(queue.remove(), charge);
    }
    queue.remove().cache(null);
    drops++;
  }
}
