package io.mosql.server.admin;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * History of the server's metrics over the last minutes, for the charts of the console.
 * Thread-safe.
 */
final class MetricsHistory {
  /** Number of samples: ten minutes at one sample per two seconds. */
  private static final int SAMPLES_MAX = 300;

  private static final double NANOS_PER_SECOND = 1e9;

  private final ServerMetrics metrics;
  private final DatabaseMeterBinder databases;

  /** Samples, oldest first. Guarded by this. */
  private final ArrayDeque<Sample> samples = new ArrayDeque<>();

  private @Nullable Totals last;

  MetricsHistory(ServerMetrics metrics, DatabaseMeterBinder databases) {
    this.metrics = metrics;
    this.databases = databases;
  }

  /**
   * Sample of a few seconds; counters are converted to rates per second.
   *
   * @param number number
   * @param p50 median of the latency of statements in microseconds
   * @param waitMillis time that sessions waited for row locks
   */
  record Sample(
      long number,
      double statements,
      double errors,
      double p50,
      double p99,
      double commits,
      double commitP50,
      double commitP99,
      double conflicts,
      double waits,
      double waitMillis,
      long sessions,
      double heapBytes) {}

  private record Totals(
      long nanos,
      long number,
      LatencyHistogram statements,
      LatencyHistogram commits,
      long failures,
      long conflicts,
      long waits,
      long waitNanos) {}

  /** Adds a sample of the time since the previous one. */
  synchronized void addSample(long nowNanos) {
    databases.refresh();
    Totals before = last;
    Totals now =
        new Totals(
            nowNanos,
            before == null ? 0 : before.number() + 1,
            metrics.statements(),
            metrics.commits(),
            metrics.failures(),
            databases.sum("log.conflicts"),
            metrics.waits(),
            metrics.waitNanos());
    last = now;
    if (before != null && nowNanos > before.nanos()) {
      if (samples.size() == SAMPLES_MAX) {
        samples.removeFirst();
      }
      samples.addLast(difference(before, now));
    }
  }

  private Sample difference(Totals before, Totals now) {
    double seconds = (now.nanos() - before.nanos()) / NANOS_PER_SECOND;
    LatencyHistogram statements = now.statements().minus(before.statements());
    LatencyHistogram commits = now.commits().minus(before.commits());
    Runtime runtime = Runtime.getRuntime();
    return new Sample(
        now.number(),
        statements.count() / seconds,
        (now.failures() - before.failures()) / seconds,
        statements.micros(0.5),
        statements.micros(0.99),
        commits.count() / seconds,
        commits.micros(0.5),
        commits.micros(0.99),
        Math.max(0, now.conflicts() - before.conflicts()) / seconds,
        (now.waits() - before.waits()) / seconds,
        (now.waitNanos() - before.waitNanos()) / 1e6 / seconds,
        databases.sessions(),
        runtime.totalMemory() - runtime.freeMemory());
  }

  /**
   * Returns the samples after a given one, oldest first.
   *
   * @param after sequence number of the last sample already received, -1 for none
   */
  synchronized List<Sample> after(long after) {
    List<Sample> newer = new ArrayList<>();
    for (Sample sample : samples) {
      if (sample.number() > after) {
        newer.add(sample);
      }
    }
    return newer;
  }
}
