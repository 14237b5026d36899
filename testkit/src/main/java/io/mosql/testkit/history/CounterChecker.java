package io.mosql.testkit.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A checker of histories of {@link TransactionStep.Add} and {@link TransactionStep.ReadValue} on
 * counters that begin with 0 and only grow. A read is at least the sum acknowledged before its
 * attempt began, at most the sum of additions begun before it ended, and not less than an earlier
 * read; additions with unknown outcome may be included or not. So a read at the end gives exactly
 * the acknowledged sum.
 */
public final class CounterChecker {
  private CounterChecker() {}

  /**
   * @param read the sum of other attempts' additions, without the reader's own
   */
  private record Seen(Attempt attempt, long read) {}

  /** An amount from a moment on. */
  private record Change(long moment, long amount) {}

  /** The additions to a counter, and its reads. */
  private static final class Counter {
    final List<Change> sure = new ArrayList<>();
    final List<Change> possible = new ArrayList<>();
    final List<Seen> seen = new ArrayList<>();
    final Map<Attempt, Long> own = new HashMap<>();
  }

  /**
   * Finds the anomalies.
   *
   * @throws IllegalArgumentException when an amount is negative
   */
  public static List<Anomaly> check(History history) {
    Map<Long, Counter> counters = new TreeMap<>();
    for (Attempt attempt : history.attempts()) {
      for (TransactionStep step : attempt.steps()) {
        if (step instanceof TransactionStep.Add add) {
          add(counters.computeIfAbsent(add.key(), key -> new Counter()), attempt, add.amount());
        } else if (step instanceof TransactionStep.ReadValue read) {
          Counter counter = counters.computeIfAbsent(read.key(), key -> new Counter());
          Long value = read.value();
          long own = counter.own.getOrDefault(attempt, 0L);
          counter.seen.add(new Seen(attempt, (value == null ? 0 : value) - own));
        }
      }
    }
    AnomalyCollector findings = new AnomalyCollector();
    counters.forEach((key, counter) -> judge(key, counter, findings));
    return findings.all();
  }

  private static void add(Counter counter, Attempt attempt, long amount) {
    if (amount < 0) {
      throw new IllegalArgumentException("a counter only grows: " + attempt);
    }
    counter.own.merge(attempt, amount, Long::sum);
    if (attempt.outcome() == AttemptOutcome.OK) {
      counter.sure.add(new Change(attempt.ended(), amount));
    }
    if (attempt.outcome() != AttemptOutcome.FAILED) {
      counter.possible.add(new Change(attempt.invoked(), amount));
    }
  }

  private static void judge(long key, Counter counter, AnomalyCollector findings) {
    NavigableMap<Long, Long> sure = sums(counter.sure);
    NavigableMap<Long, Long> possible = sums(counter.possible);
    // Greatest value read by attempts that had ended, by the end of the attempt.
    NavigableMap<Long, Long> earlier = new TreeMap<>();
    counter.seen.sort(Comparator.comparingLong(seen -> seen.attempt().ended()));
    for (Seen seen : counter.seen) {
      Attempt attempt = seen.attempt();
      long acknowledged = before(sure, attempt.invoked());
      if (seen.read() < acknowledged) {
        findings.add(
            Anomaly.Kind.LOST_WRITE,
            "counter " + key + " was at least " + acknowledged + " before this one began",
            attempt);
      }
      // An attempt's own addition, when it reads before it adds, only widens the bounds.
      long begun = before(possible, attempt.ended());
      if (seen.read() > begun) {
        findings.add(
            Anomaly.Kind.GARBAGE,
            "counter " + key + " was at most " + begun + " when this one ended",
            attempt);
      }
      if (seen.read() < before(earlier, attempt.invoked())) {
        findings.add(
            Anomaly.Kind.REAL_TIME_VIOLATION,
            "counter " + key + " had been read before as " + before(earlier, attempt.invoked()),
            attempt);
      }
      earlier.merge(
          attempt.ended(), Math.max(seen.read(), before(earlier, attempt.ended())), Math::max);
    }
  }

  /** Sum of all changes up to each of their moments. */
  private static NavigableMap<Long, Long> sums(List<Change> changes) {
    NavigableMap<Long, Long> sums = new TreeMap<>();
    changes.forEach(change -> sums.merge(change.moment(), change.amount(), Long::sum));
    long sum = 0;
    for (Map.Entry<Long, Long> entry : sums.entrySet()) {
      sum += entry.getValue();
      entry.setValue(sum);
    }
    return sums;
  }

  private static long before(NavigableMap<Long, Long> sums, long moment) {
    Map.Entry<Long, Long> entry = sums.lowerEntry(moment);
    return entry == null ? 0 : entry.getValue();
  }
}
