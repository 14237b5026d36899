package io.mosql.server.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** How long nobody could write, trial by trial. Not thread-safe. */
final class OutageDurations {
  private final List<Duration> all = new ArrayList<>();

  void add(Duration gap) {
    all.add(gap);
  }

  void addAll(List<Duration> gaps) {
    all.addAll(gaps);
  }

  /** The least of them that so many of a hundred do not exceed. */
  Duration percentile(int percent) {
    List<Duration> sorted = new ArrayList<>(all);
    Collections.sort(sorted);
    int rank = (sorted.size() * percent + 99) / 100;
    return sorted.isEmpty() ? Duration.ZERO : sorted.get(Math.max(rank, 1) - 1);
  }

  /** A row of a table in docs/reliability.md. */
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
