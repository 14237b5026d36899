package io.mosql.testkit.history;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A collector of anomalies, a few of each kind. Not thread-safe. */
final class AnomalyCollector {
  private static final int OF_A_KIND_MAX = 5;

  private final List<Anomaly> anomalies = new ArrayList<>();
  private final Map<Anomaly.Kind, Integer> counts = new EnumMap<>(Anomaly.Kind.class);

  /**
   * @param shown attempts that show it
   */
  void add(Anomaly.Kind kind, String text, Attempt... shown) {
    if (counts.merge(kind, 1, Integer::sum) <= OF_A_KIND_MAX) {
      StringBuilder all = new StringBuilder(text);
      for (Attempt attempt : shown) {
        all.append("\n  ").append(attempt);
      }
      anomalies.add(new Anomaly(kind, all.toString()));
    }
  }

  void addAll(List<Anomaly> others) {
    anomalies.addAll(others);
  }

  List<Anomaly> all() {
    return List.copyOf(anomalies);
  }
}
