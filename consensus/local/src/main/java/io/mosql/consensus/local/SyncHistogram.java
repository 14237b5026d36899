package io.mosql.consensus.local;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A histogram of sync durations: count, sum, and eight buckets per power of two, which gives the
 * median to within 6 %. One thread adds; any thread reads, without blocking it.
 */
final class SyncHistogram {
  private static final int SUB_BITS = 3;
  private static final int SUB_BUCKETS = 1 << SUB_BITS;

  private final AtomicLongArray buckets = new AtomicLongArray((Long.SIZE - SUB_BITS) * SUB_BUCKETS);
  private volatile long count;
  private volatile long sum;

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  void add(long nanos) {
    long time = Math.max(nanos, 0);
    buckets.getAndIncrement(bucket(time));
    sum += time;
    count++;
  }

  long count() {
    return count;
  }

  long mean() {
    long n = count;
    return n == 0 ? 0 : sum / n;
  }

  long median() {
    long half = (count + 1) / 2;
    long seen = 0;
    for (int i = 0; i < buckets.length() && half > 0; i++) {
      seen += buckets.get(i);
      if (seen >= half) {
        return middle(i);
      }
    }
    return 0;
  }

  private static int bucket(long time) {
    if (time < SUB_BUCKETS) {
      return (int) time;
    }
    int shift = Long.SIZE - 1 - SUB_BITS - Long.numberOfLeadingZeros(time);
    return (shift << SUB_BITS) + (int) (time >>> shift);
  }

  private static long middle(int bucket) {
    if (bucket < 2 * SUB_BUCKETS) {
      return bucket;
    }
    int shift = (bucket >> SUB_BITS) - 1;
    long low = (long) (bucket - (shift << SUB_BITS)) << shift;
    return low + (1L << shift) / 2;
  }
}
