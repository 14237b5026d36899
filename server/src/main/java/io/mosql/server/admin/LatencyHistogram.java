package io.mosql.server.admin;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import java.util.concurrent.TimeUnit;

/**
 * Histogram of latencies with fixed buckets. Immutable.
 *
 * @param counts per bucket (not cumulative), parallel to {@link ServerMetrics#BUCKETS}, then the
 *     overflow bucket; not to be modified
 */
record LatencyHistogram(long[] counts) {
  static final LatencyHistogram NONE =
      new LatencyHistogram(new long[ServerMetrics.BUCKETS.length + 1]);

  static LatencyHistogram of(Timer timer) {
    long[] counts = new long[ServerMetrics.BUCKETS.length + 1];
    CountAtBucket[] cumulated = timer.takeSnapshot().histogramCounts();
    long before = 0;
    for (CountAtBucket bucket : cumulated) {
      int index = index(bucket.bucket(TimeUnit.NANOSECONDS));
      long upTo = (long) bucket.count();
      counts[index] += upTo - before;
      before = upTo;
    }
    counts[ServerMetrics.BUCKETS.length] += Math.max(0, timer.count() - before);
    return new LatencyHistogram(counts);
  }

  private static int index(double nanos) {
    int index = 0;
    while (index < ServerMetrics.BUCKETS.length
        && ServerMetrics.BUCKETS[index].toNanos() < nanos - 0.5) {
      index++;
    }
    return index;
  }

  LatencyHistogram plus(LatencyHistogram other) {
    return combined(other, 1);
  }

  LatencyHistogram minus(LatencyHistogram earlier) {
    return combined(earlier, -1);
  }

  private LatencyHistogram combined(LatencyHistogram other, int sign) {
    long[] result = new long[counts.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = Math.max(0, counts[i] + sign * other.counts[i]);
    }
    return new LatencyHistogram(result);
  }

  long count() {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }

  /** Estimates the given quantile (0 to 1) in microseconds; 0 for an empty histogram. */
  double micros(double part) {
    long rank = (long) Math.ceil(part * count());
    long before = 0;
    for (int i = 0; i < counts.length && rank > 0; i++) {
      if (before + counts[i] >= rank) {
        double low = i == 0 ? 0 : bucketMicros(i - 1);
        double high = i == ServerMetrics.BUCKETS.length ? 2 * low : bucketMicros(i);
        return low + (high - low) * (rank - before) / counts[i];
      }
      before += counts[i];
    }
    return 0;
  }

  private static double bucketMicros(int index) {
    return ServerMetrics.BUCKETS[index].toNanos() / 1_000.0;
  }
}
