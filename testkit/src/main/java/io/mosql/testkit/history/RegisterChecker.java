package io.mosql.testkit.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A checker of histories of {@link TransactionStep.Write} and {@link TransactionStep.ReadValue}.
 * Because no value is written twice, a read identifies the write. Versions of one register are
 * ordered as far as attempts read before they wrote, and by real time: each register by itself must
 * be linearizable. Cycles among attempts then follow as for lists.
 *
 * <p>The reads of an attempt count also when it failed afterwards.
 */
public final class RegisterChecker {
  private RegisterChecker() {}

  /**
   * Finds the anomalies that the history shows.
   *
   * @throws IllegalArgumentException when a value was written twice to a register
   */
  public static List<Anomaly> check(History history, ConsistencyModel promise) {
    List<Attempt> attempts = history.attempts();
    AnomalyCollector findings = new AnomalyCollector();
    Map<Long, RegisterVersions> registers = new TreeMap<>();
    for (int number = 0; number < attempts.size(); number++) {
      for (Map.Entry<Long, List<TransactionStep>> entry : byKey(attempts.get(number)).entrySet()) {
        registers
            .computeIfAbsent(entry.getKey(), key -> new RegisterVersions(key, attempts, findings))
            .take(number, entry.getValue());
      }
    }
    DependencyGraph graph = new DependencyGraph(attempts);
    for (RegisterVersions register : registers.values()) {
      register.judge(promise.oneSnapshot());
      register.addTo(graph, promise.oneSnapshot());
    }
    graph.addRealTime(IntStream.range(0, attempts.size()).boxed().toList());
    findings.addAll(CycleSearch.find(graph, promise));
    return findings.all();
  }

  private static Map<Long, List<TransactionStep>> byKey(Attempt attempt) {
    Map<Long, List<TransactionStep>> keys = new LinkedHashMap<>();
    for (TransactionStep step : attempt.steps()) {
      Long key =
          step instanceof TransactionStep.Write write
              ? (Long) write.key()
              : step instanceof TransactionStep.ReadValue read ? (Long) read.key() : null;
      if (key != null) {
        keys.computeIfAbsent(key, k -> new ArrayList<>()).add(step);
      }
    }
    return keys;
  }
}
