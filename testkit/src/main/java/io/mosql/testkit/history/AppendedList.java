package io.mosql.testkit.history;

import io.mosql.testkit.history.Dependency.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The evidence of a history about one list. Not thread-safe. */
final class AppendedList {
  /**
   * The append of a value.
   *
   * @param last whether it is the last one by this attempt to this list
   */
  private record Origin(int attempt, boolean last) {}

  /** The values that an attempt read, without its own. */
  private record Seen(int attempt, List<Long> values) {}

  private final long key;
  private final List<Attempt> attempts;
  private final AnomalyCollector findings;
  private final Map<Long, Origin> origins = new LinkedHashMap<>();
  private final List<Seen> reads = new ArrayList<>();
  private List<Long> order = List.of();

  AppendedList(long key, List<Attempt> attempts, AnomalyCollector findings) {
    this.key = key;
    this.attempts = attempts;
    this.findings = findings;
  }

  /** Adds the steps of an attempt. */
  void take(int number, List<TransactionStep> steps, boolean oneSnapshot) {
    List<Long> own = new ArrayList<>();
    List<Long> before = null;
    for (TransactionStep step : steps) {
      if (step instanceof TransactionStep.Append append) {
        own.add(append.value());
      } else if (step instanceof TransactionStep.ReadList list) {
        List<Long> seen = withoutOwn(list.values(), own);
        if (seen == null) {
          say(Anomaly.Kind.INTERNAL, "does not see what it appended itself", number);
          continue;
        }
        if (oneSnapshot && before != null && !before.equals(seen)) {
          say(Anomaly.Kind.INTERNAL, "changes while an attempt looks at it", number);
        }
        before = seen;
        reads.add(new Seen(number, seen));
      }
    }
    for (int i = 0; i < own.size(); i++) {
      if (origins.put(own.get(i), new Origin(number, i == own.size() - 1)) != null) {
        throw new IllegalArgumentException("appended twice to " + key + ": " + own.get(i));
      }
    }
  }

  private static @Nullable List<Long> withoutOwn(List<Long> values, List<Long> own) {
    int others = values.size() - own.size();
    return others >= 0 && values.subList(others, values.size()).equals(own)
        ? values.subList(0, others)
        : null;
  }

  private void say(Anomaly.Kind kind, String text, int... numbers) {
    Attempt[] shown = new Attempt[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      shown[i] = attempts.get(numbers[i]);
    }
    findings.add(kind, "list " + key + " " + text, shown);
  }

  /** Checks each read by itself and determines the order of the values. */
  void findOrder() {
    Seen longest = null;
    for (Seen seen : reads) {
      judge(seen);
      if (longest == null || seen.values().size() > longest.values().size()) {
        longest = seen;
      }
    }
    if (longest == null) {
      return;
    }
    order = longest.values();
    for (Seen seen : reads) {
      if (!seen.values().equals(order.subList(0, seen.values().size()))) {
        say(
            Anomaly.Kind.INCOMPATIBLE_ORDER,
            "was read in ways that no order explains",
            seen.attempt(),
            longest.attempt());
      }
    }
  }

  private void judge(Seen seen) {
    Set<Long> met = new HashSet<>();
    for (long value : seen.values()) {
      Origin origin = origins.get(value);
      if (!met.add(value)) {
        say(Anomaly.Kind.DUPLICATE, "has " + value + " twice", seen.attempt());
      } else if (origin == null) {
        say(Anomaly.Kind.GARBAGE, "has " + value + ", which nobody appended", seen.attempt());
      } else if (origin.attempt() == seen.attempt()) {
        say(Anomaly.Kind.INTERNAL, "has " + value + " before it was appended", seen.attempt());
      } else if (attempts.get(origin.attempt()).outcome() == AttemptOutcome.FAILED) {
        say(
            Anomaly.Kind.ABORTED_READ,
            "has " + value + " of an attempt that failed",
            seen.attempt(),
            origin.attempt());
      }
    }
    if (!seen.values().isEmpty()) {
      Origin origin = origins.get(seen.values().get(seen.values().size() - 1));
      if (origin != null && !origin.last() && origin.attempt() != seen.attempt()) {
        say(
            Anomaly.Kind.INTERMEDIATE_READ,
            "was read between two appends of one attempt",
            seen.attempt(),
            origin.attempt());
      }
    }
  }

  /** Adds the dependencies that follow from the order. */
  void addTo(DependencyGraph graph) {
    List<Integer> writers = new ArrayList<>();
    for (long value : order) {
      Origin origin = origins.get(value);
      writers.add(origin == null ? -1 : origin.attempt());
    }
    Map<Integer, List<Integer>> next = successors(writers);
    for (int i = -1; i < writers.size(); i++) {
      int writer = i < 0 ? -1 : writers.get(i);
      for (int successor : next.getOrDefault(i, List.of())) {
        if (writer >= 0) {
          graph.add(writer, successor, Kind.WRITE_WRITE, key);
        }
      }
    }
    for (Seen seen : reads) {
      int last = seen.values().size() - 1;
      if (seen.values().equals(order.subList(0, last + 1))) {
        if (last >= 0 && writers.get(last) >= 0) {
          graph.add(writers.get(last), seen.attempt(), Kind.WRITE_READ, key);
        }
        next.getOrDefault(last, List.of())
            .forEach(writer -> graph.add(seen.attempt(), writer, Kind.READ_WRITE, key));
      }
    }
  }

  /** By index in the order, -1 for the empty list: the attempt that appended the next value. */
  private Map<Integer, List<Integer>> successors(List<Integer> writers) {
    Map<Integer, List<Integer>> next = new HashMap<>();
    for (int i = 0; i < writers.size(); i++) {
      if (writers.get(i) >= 0) {
        next.put(i - 1, List.of(writers.get(i)));
      }
    }
    // Values that were acknowledged and never read must follow all values that were read.
    Set<Long> seen = new HashSet<>(order);
    List<Integer> unseen = new ArrayList<>();
    origins.forEach(
        (value, origin) -> {
          if (!seen.contains(value)
              && attempts.get(origin.attempt()).outcome() == AttemptOutcome.OK
              && !unseen.contains(origin.attempt())) {
            unseen.add(origin.attempt());
          }
        });
    next.put(writers.size() - 1, unseen);
    return next;
  }
}
