package io.mosql.testkit.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A checker of histories of {@link TransactionStep.Append} and {@link TransactionStep.ReadList},
 * after the checker Elle (Kingsbury and Alvaro, "Elle: Inferring Isolation Anomalies from
 * Experimental Observations", 2020): because an appended value keeps its place, one read of a list
 * shows the order of all its values, and so the order of the attempts. The consistency model
 * forbids some cycles of that order.
 *
 * <p>The reads of an attempt count also when it failed afterwards.
 */
public final class ListAppendChecker {
  private ListAppendChecker() {}

  /**
   * Finds the anomalies that the history shows.
   *
   * @throws IllegalArgumentException when a value was appended twice to a list
   */
  public static List<Anomaly> check(History history, ConsistencyModel promise) {
    List<Attempt> attempts = history.attempts();
    AnomalyCollector findings = new AnomalyCollector();
    Map<Long, AppendedList> lists = new TreeMap<>();
    for (int number = 0; number < attempts.size(); number++) {
      for (Map.Entry<Long, List<TransactionStep>> entry : byKey(attempts.get(number)).entrySet()) {
        lists
            .computeIfAbsent(entry.getKey(), key -> new AppendedList(key, attempts, findings))
            .take(number, entry.getValue(), promise.oneSnapshot());
      }
    }
    DependencyGraph graph = new DependencyGraph(attempts);
    for (AppendedList list : lists.values()) {
      list.findOrder();
      list.addTo(graph);
    }
    graph.addRealTime(IntStream.range(0, attempts.size()).boxed().toList());
    findings.addAll(CycleSearch.find(graph, promise));
    return findings.all();
  }

  private static Map<Long, List<TransactionStep>> byKey(Attempt attempt) {
    Map<Long, List<TransactionStep>> keys = new LinkedHashMap<>();
    for (TransactionStep step : attempt.steps()) {
      Long key =
          step instanceof TransactionStep.Append append
              ? (Long) append.key()
              : step instanceof TransactionStep.ReadList list ? (Long) list.key() : null;
      if (key != null) {
        keys.computeIfAbsent(key, k -> new ArrayList<>()).add(step);
      }
    }
    return keys;
  }
}
