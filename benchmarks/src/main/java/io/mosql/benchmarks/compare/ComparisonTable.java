package io.mosql.benchmarks.compare;

import io.mosql.benchmarks.tpcc.report.RunResult;
import io.mosql.benchmarks.tpcc.report.TypeResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Results of contestants side by side; of several rounds the medians. Ratios are the first one's
 * figure to the other's for throughput, the other's to the first one's for times: above 1 the first
 * is better.
 */
final class ComparisonTable {
  private final Map<String, List<RunResult>> results;
  private final String first;

  /**
   * @param results of each contestant, not empty, in the order of columns
   */
  ComparisonTable(Map<String, List<RunResult>> results) {
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
    lines.add(row("tpmC", RunResult::tpmC, true, "%.0f"));
    lines.add(row("tpmTOTAL", RunResult::tpmTotal, true, "%.0f"));
    if (all().allMatch(result -> result.loadSeconds() != null)) {
      lines.add(row("load s", ComparisonTable::loadSeconds, false, "%.1f"));
    }
    for (String label : results.values().iterator().next().get(0).types().keySet()) {
      lines.add(row(label + " p50 ms", time(label, TypeResult::p50Ms), false, "%.3f"));
      lines.add(row(label + " p95 ms", time(label, TypeResult::p95Ms), false, "%.3f"));
      lines.add(row(label + " p99 ms", time(label, TypeResult::p99Ms), false, "%.3f"));
    }
    lines.add(plain("errors", ComparisonTable::errors, "%.0f"));
    lines.add(plain("fdatasync us", result -> result.machine().fdatasyncMicros(), "%.0f"));
    lines.add(plain("echo us", result -> result.machine().loopbackEchoMicros(), "%.0f"));
    lines.add("");
    results.forEach(
        (name, runs) -> {
          RunResult run = runs.get(0);
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

  private Stream<RunResult> all() {
    return results.values().stream().flatMap(List::stream);
  }

  private List<String> others() {
    return results.keySet().stream().skip(1).toList();
  }

  private static double loadSeconds(RunResult result) {
    return Objects.requireNonNullElse(result.loadSeconds(), Double.NaN);
  }

  private static double errors(RunResult result) {
    return result.errors().values().stream().mapToLong(error -> error.count()).sum();
  }

  private static ToDoubleFunction<RunResult> time(
      String label, ToDoubleFunction<TypeResult> figure) {
    return result -> {
      TypeResult type = result.types().get(label);
      return type == null || type.count() == 0 ? Double.NaN : figure.applyAsDouble(type);
    };
  }

  private String row(
      String title, ToDoubleFunction<RunResult> figure, boolean moreIsBetter, String format) {
    StringBuilder row = new StringBuilder(plain(title, figure, format));
    double ours = median(first, figure);
    for (String name : others()) {
      double theirs = median(name, figure);
      double ratio = moreIsBetter ? ours / theirs : theirs / ours;
      row.append(cell(Double.isFinite(ratio) ? format("%.2f", ratio) : "-"));
    }
    return row.toString();
  }

  private String plain(String title, ToDoubleFunction<RunResult> figure, String format) {
    StringBuilder row = new StringBuilder(pad(title));
    for (String name : results.keySet()) {
      double value = median(name, figure);
      row.append(cell(Double.isNaN(value) ? "-" : format(format, value)));
    }
    return row.toString();
  }

  private double median(String name, ToDoubleFunction<RunResult> figure) {
    List<RunResult> runs = Objects.requireNonNull(results.get(name));
    double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static String pad(String title) {
    return format("%-22s", title);
  }

  private static String cell(String text) {
    return format("%18s", text);
  }

  private static String format(String format, Object argument) {
    return String.format(Locale.ROOT, format, argument);
  }
}
