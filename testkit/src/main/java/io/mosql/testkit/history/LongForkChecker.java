package io.mosql.testkit.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A checker for long forks, of attempts that read the same growing sets ({@link
 * TransactionStep.Append}, {@link TransactionStep.ReadList}): of any two, one saw all that the
 * other one did. So it must be on every node, however stale its reads are, when each attempt reads
 * one state of a shared log.
 *
 * <p>Attempts that read different sets are not compared with each other, so readers should read
 * all.
 */
public final class LongForkChecker {
  private LongForkChecker() {}

  /** A value of a set. */
  private record Element(long key, long value) {}

  /** The values that an attempt read, without its own. */
  private record View(Attempt attempt, Set<Element> elements) {}

  /** Finds the anomalies. */
  public static List<Anomaly> check(History history) {
    Map<List<Long>, List<View>> views = new HashMap<>();
    for (Attempt attempt : history.attempts()) {
      Map<Long, Set<Element>> sets = sets(attempt);
      if (!sets.isEmpty()) {
        Set<Element> all = new HashSet<>();
        sets.values().forEach(all::addAll);
        views
            .computeIfAbsent(List.copyOf(sets.keySet()), keys -> new ArrayList<>())
            .add(new View(attempt, all));
      }
    }
    AnomalyCollector findings = new AnomalyCollector();
    views.values().forEach(comparable -> judge(comparable, findings));
    return findings.all();
  }

  /** By their keys, in order; for a set that was read more than once, the last read. */
  private static Map<Long, Set<Element>> sets(Attempt attempt) {
    Map<Long, Set<Element>> sets = new TreeMap<>();
    Set<Element> own = new HashSet<>();
    for (TransactionStep step : attempt.steps()) {
      if (step instanceof TransactionStep.Append append) {
        own.add(new Element(append.key(), append.value()));
      } else if (step instanceof TransactionStep.ReadList read) {
        Set<Element> seen = new HashSet<>();
        read.values().forEach(value -> seen.add(new Element(read.key(), value)));
        seen.removeAll(own);
        sets.put(read.key(), seen);
      }
    }
    return sets;
  }

  /**
   * In order of size each view must include the one before it; then it includes all before that.
   */
  private static void judge(List<View> views, AnomalyCollector findings) {
    views.sort(Comparator.comparingInt(view -> view.elements().size()));
    for (int i = 1; i < views.size(); i++) {
      View less = views.get(i - 1);
      View more = views.get(i);
      if (!more.elements().containsAll(less.elements())) {
        Element missed = missing(less.elements(), more.elements());
        Element other = missing(more.elements(), less.elements());
        findings.add(
            Anomaly.Kind.LONG_FORK,
            "one saw " + text(missed) + " and not " + text(other) + ", the other the reverse",
            less.attempt(),
            more.attempt());
      }
    }
  }

  private static Element missing(Set<Element> of, Set<Element> in) {
    return of.stream()
        .filter(element -> !in.contains(element))
        .min(Comparator.comparingLong(Element::key).thenComparingLong(Element::value))
        .orElseThrow();
  }

  private static String text(Element element) {
    return element.value() + " of " + element.key();
  }
}
