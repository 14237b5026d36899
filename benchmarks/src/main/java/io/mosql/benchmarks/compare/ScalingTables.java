package io.mosql.benchmarks.compare;

import io.mosql.benchmarks.report.BenchmarkResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Tables of the results of several databases for several numbers of clients: one table per number,
 * and one of the throughput by number of clients. Not thread-safe.
 */
final class ScalingTables {
  private final List<Integer> clients;
  private final String clientsName;
  private final List<Map<String, List<BenchmarkResult>>> byPlace = new ArrayList<>();

  /**
   * @param clients numbers of clients, in the order of results
   * @param clientsName name of the clients, in the plural
   */
  ScalingTables(List<Integer> clients, String clientsName) {
    this.clients = List.copyOf(clients);
    this.clientsName = clientsName;
    clients.forEach(number -> byPlace.add(new LinkedHashMap<>()));
  }

  /** Adds the results of one run of a database; empty when the run failed early. */
  void add(String contestant, List<? extends BenchmarkResult> results) {
    for (int i = 0; i < results.size(); i++) {
      byPlace.get(i).computeIfAbsent(contestant, name -> new ArrayList<>()).add(results.get(i));
    }
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < clients.size(); i++) {
      Map<String, List<BenchmarkResult>> results = byPlace.get(i);
      if (!results.isEmpty()) {
        lines.add("");
        lines.add(clientsName + ": " + clients.get(i));
        lines.addAll(new ComparisonTable(results).lines());
      }
    }
    if (clients.size() > 1 && !byPlace.get(0).isEmpty()) {
      growth(lines);
    }
    return lines;
  }

  private void growth(List<String> lines) {
    lines.add("");
    lines.add("Throughput by " + clientsName + ", to the first");
    for (String contestant : byPlace.get(0).keySet()) {
      StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-22s", contestant));
      double first = throughput(0, contestant);
      for (int i = 0; i < clients.size(); i++) {
        line.append(
            String.format(
                Locale.ROOT, "%6d: %.2f", clients.get(i), throughput(i, contestant) / first));
      }
      lines.add(line.toString());
    }
  }

  private double throughput(int place, String contestant) {
    Map<String, List<BenchmarkResult>> results = byPlace.get(place);
    return results.containsKey(contestant)
        ? ComparisonTable.median(
            Objects.requireNonNull(results.get(contestant)),
            result -> result.figures().get(0).value())
        : Double.NaN;
  }

  /** Returns a chart of the throughput of all databases that have results, as SVG. */
  String chart() {
    List<ThroughputChart.Bar> bars = new ArrayList<>();
    String title = "";
    for (int i = 0; i < clients.size(); i++) {
      String suffix = clients.size() == 1 ? "" : ", " + clients.get(i) + " " + clientsName;
      for (Map.Entry<String, List<BenchmarkResult>> results : byPlace.get(i).entrySet()) {
        title = results.getValue().get(0).figures().get(0).title();
        bars.add(
            new ThroughputChart.Bar(results.getKey() + suffix, throughput(i, results.getKey())));
      }
    }
    return ThroughputChart.svg(
        clients.size() == 1 ? title + ", " + clientsName + ": " + clients.get(0) : title, bars);
  }

  /**
   * Returns the content of the JSON file; for a single number of clients only the results by
   * database.
   */
  Object toJson() {
    if (clients.size() == 1) {
      return byPlace.get(0);
    }
    Map<String, Object> all = new LinkedHashMap<>();
    for (int i = 0; i < clients.size(); i++) {
      String key = clients.get(i).toString();
      all.put(all.containsKey(key) ? key + " (" + (i + 1) + ")" : key, byPlace.get(i));
    }
    return all;
  }
}
