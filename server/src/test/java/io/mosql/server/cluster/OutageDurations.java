package io.mosql.server.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Durations without successful writes, one per trial. Not thread-safe. */
final class OutageDurations {
  private final List<Duration> all = new ArrayList<>();

  void add(Duration gap) {
    all.add(gap);
  }

  void addAll(List<Duration> gaps) {
    all.addAll(gaps);
  }

  /** The smallest duration that is not exceeded by the given percentage of trials. */
  Duration percentile(int percent) {
    List<Duration> sorted = new ArrayList<>(all);
    Collections.sort(sorted);
    int rank = (sorted.size() * percent + 99) / 100;
    return sorted.isEmpty() ? Duration.ZERO : sorted.get(Math.max(rank, 1) - 1);
  }

  /** Formats a table row for docs/reliability.md. */
  String toRow(String what) {
    return String.format(
        Locale.ROOT,
        "| %s | %d | %.2f s | %.2f s | %.2f s |",
        what,
        all.size(),
        seconds(50),
        seconds(99),
        seconds(100));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d failovers, p50 %.2f s, p95 %.2f s, p99 %.2f s, longest %.2f s",
        all.size(),
        seconds(50),
        seconds(95),
        seconds(99),
        seconds(100));
  }

  private double seconds(int percent) {
    return percentile(percent).toMillis() / 1e3;
  }
}
