package io.mosql.storage.page;

import io.mosql.storage.tree.PageRef;
import io.mosql.storage.tree.TreeNode;
import java.util.concurrent.atomic.LongAdder;

/**
 * A cache of loaded pages with a limit in heap bytes. A page is charged the heap that its node
 * keeps alive and an overhead; a page is dropped by clearing the node in its reference, so a thread
 * that still uses the node keeps it alive a little longer.
 *
 * <p>Scans evict neither inner pages nor leaves that proved useful: see {@link CacheShard}. Only
 * admission and eviction acquire a lock, that of one shard, and never during I/O; a hit is a read
 * of the reference. Thread-safe.
 */
final class PageCache {
  private static final int SHARDS_MAX = 16;
  private static final long SHARD_BYTES_MIN = 8 << 20;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final CacheShard[] shards;
  private final int shift;
  private final LongAdder loads = new LongAdder();
  private final ThreadLocal<long[]> loadsHere = ThreadLocal.withInitial(() -> new long[1]);

  PageCache(long limit) {
    int count = (int) Math.max(1, Math.min(SHARDS_MAX, limit / SHARD_BYTES_MIN));
    count = Integer.highestOneBit(count);
    shift = Long.SIZE - Integer.numberOfTrailingZeros(count);
    shards = new CacheShard[count];
    for (int i = 0; i < count; i++) {
      shards[i] = new CacheShard(limit / count);
    }
  }

  TreeNode admit(PageRef page, TreeNode node) {
    long hash = (page.source().idLow() ^ page.offset()) * MIX;
    // A shift by 64 is one by 0.
    int shard = shards.length == 1 ? 0 : (int) (hash >>> shift);
    return shards[shard].admit(page, node);
  }

  void countLoad() {
    loads.increment();
    loadsHere.get()[0]++;
  }

  /** Number of pages that the calling thread has read from files. */
  long loadsHere() {
    return loadsHere.get()[0];
  }

  /** Changes the limit; 0 drops all pages. */
  void limit(long bytes) {
    for (CacheShard shard : shards) {
      shard.limit(bytes / shards.length);
    }
  }

  CacheStatistics statistics() {
    long bytes = 0;
    long bytesMax = 0;
    long inner = 0;
    long pages = 0;
    long drops = 0;
    long reloads = 0;
    for (CacheShard shard : shards) {
      CacheStatistics figures = shard.statistics();
      bytes += figures.bytes();
      bytesMax += figures.bytesMax();
      inner += figures.innerBytes();
      pages += figures.pages();
      drops += figures.drops();
      reloads += figures.reloads();
    }
    return new CacheStatistics(bytes, bytesMax, inner, pages, loads.sum(), drops, reloads);
  }
}
