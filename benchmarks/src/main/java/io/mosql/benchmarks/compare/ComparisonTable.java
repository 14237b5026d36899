package io.mosql.benchmarks.compare;

import io.mosql.benchmarks.report.BenchmarkMetric;
import io.mosql.benchmarks.report.BenchmarkResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Table that compares the results of several databases, with medians over the rounds. A ratio
 * relates the first database to another one, inverted for times: the first database is better if
 * the ratio is above 1.
 */
final class ComparisonTable {
  private final Map<String, List<? extends BenchmarkResult>> results;
  private final String first;

  /**
   * @param results results by database, not empty, in column order
   */
  ComparisonTable(Map<String, ? extends List<? extends BenchmarkResult>> results) {
    this.results = new LinkedHashMap<>(results);
    this.first = results.keySet().iterator().next();
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    StringBuilder head = new StringBuilder(pad(""));
    for (String name : results.keySet()) {
      head.append(cell(name));
    }
    for (String name : others()) {
      head.append(cell(first + "/" + name));
    }
    lines.add(head.toString());
    for (BenchmarkMetric figure : runs(first).get(0).figures()) {
      ToDoubleFunction<BenchmarkResult> value = result -> valueOf(result, figure.title());
      if (all().anyMatch(result -> !Double.isNaN(value.applyAsDouble(result)))) {
        lines.add(row(figure.title(), value, figure.moreIsBetter(), figure.format()));
      }
    }
    lines.add(plain("errors", ComparisonTable::errors, "%.0f"));
    lines.add(plain("fdatasync us", result -> result.machine().fdatasyncMicros(), "%.0f"));
    lines.add(plain("echo us", result -> result.machine().loopbackEchoMicros(), "%.0f"));
    lines.add("");
    results.forEach(
        (name, runs) -> {
          BenchmarkResult run = runs.get(0);
          lines.add(
              "%s: %s %s, isolation %s, durability: %s"
                  .formatted(
                      name,
                      run.product().name(),
                      run.product().version(),
                      run.product().isolation(),
                      run.product().durability()));
        });
    return lines;
  }

  private Stream<BenchmarkResult> all() {
    return results.values().stream().flatMap(list -> list.stream());
  }

  private List<String> others() {
    return results.keySet().stream().skip(1).toList();
  }

  private static double errors(BenchmarkResult result) {
    return result.errors().values().stream().mapToLong(error -> error.count()).sum();
  }

  private static double valueOf(BenchmarkResult result, String title) {
    for (BenchmarkMetric figure : result.figures()) {
      if (figure.title().equals(title)) {
        return figure.value();
      }
    }
    return Double.NaN;
  }

  private List<? extends BenchmarkResult> runs(String name) {
    return Objects.requireNonNull(results.get(name));
  }

  private String row(
      String title, ToDoubleFunction<BenchmarkResult> figure, boolean moreIsBetter, String format) {
    StringBuilder row = new StringBuilder(plain(title, figure, format));
    double ours = median(first, figure);
    for (String name : others()) {
      double theirs = median(name, figure);
      double ratio = moreIsBetter ? ours / theirs : theirs / ours;
      row.append(cell(Double.isFinite(ratio) ? format("%.2f", ratio) : "-"));
    }
    return row.toString();
  }

  private String plain(String title, ToDoubleFunction<BenchmarkResult> figure, String format) {
    StringBuilder row = new StringBuilder(pad(title));
    for (String name : results.keySet()) {
      double value = median(name, figure);
      row.append(cell(Double.isNaN(value) ? "-" : format(format, value)));
    }
    return row.toString();
  }

  private double median(String name, ToDoubleFunction<BenchmarkResult> figure) {
    return median(runs(name), figure);
  }

  static double median(
      List<? extends BenchmarkResult> runs, ToDoubleFunction<BenchmarkResult> figure) {
    double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static String pad(String title) {
    return format("%-22s", title);
  }

  private static String cell(String text) {
    return format("%20s", text);
  }

  private static String format(String format, Object argument) {
    return String.format(Locale.ROOT, format, argument);
  }
}
