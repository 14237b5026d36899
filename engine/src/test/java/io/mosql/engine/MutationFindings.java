package io.mosql.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects the findings of many seeds, with one example of each fault. Not thread-safe. */
final class MutationFindings {
  private final Map<String, Found> byPlace = new TreeMap<>();

  private static final class Found {
    private int count;
    private long seed;
    private String text = "";
  }

  void add(long seed, List<MutationFinding> findings) {
    for (MutationFinding finding : findings) {
      Found found = byPlace.computeIfAbsent(finding.where(), where -> new Found());
      if (found.count++ == 0 || finding.text().length() < found.text.length()) {
        found.seed = seed;
        found.text = finding.text();
      }
    }
  }

  /** Number of different faults. */
  int size() {
    return byPlace.size();
  }

  /** The faults with their counts and shortest statements, the most frequent first. */
  List<String> report() {
    List<Map.Entry<String, Found>> entries = new ArrayList<>(byPlace.entrySet());
    entries.sort(Comparator.comparing(entry -> -entry.getValue().count));
    return entries.stream()
        .map(
            entry ->
                "%d times, -Dsoak.seed=%d: %s%n  %s"
                    .formatted(
                        entry.getValue().count,
                        entry.getValue().seed,
                        entry.getKey(),
                        entry.getValue().text))
        .toList();
  }
}
