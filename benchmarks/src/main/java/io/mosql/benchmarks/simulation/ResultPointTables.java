package io.mosql.benchmarks.simulation;

import io.mosql.benchmarks.report.ReportLines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Formatter of measurement points as tables for display, and as CSV. */
final class ResultPointTables {
  private static final String CSV_HEADER =
      "nodes,partitions,replicas,delay_ms,cross_percent,terminals_per_partition,"
          + "transactions_per_s,cross_per_s,requests_per_record,processor_share,"
          + "light_terminals_per_partition,local_p50_ms,local_p99_ms,cross_p50_ms,cross_p99_ms";

  private ResultPointTables() {}

  /** Tables of nodes and delays against the share of cross-partition transactions. */
  static List<String> text(List<ResultPoint> points) {
    List<String> lines = new ArrayList<>();
    table(
        lines,
        "Transactions/s, all terminals",
        points,
        point -> ReportLines.format("%.0f", point.full().perSecond()));
    table(
        lines,
        "p50 / p99 in one partition, ms, few terminals",
        points,
        point -> times(point.light().local(), point.light().perSecond()));
    table(
        lines,
        "p50 / p99 in several partitions, ms, few terminals",
        points,
        point -> times(point.light().cross(), point.light().crossPerSecond()));
    return lines;
  }

  private static String times(SimulationResult.Times times, double perSecond) {
    return perSecond == 0 ? "-" : ReportLines.format("%.2f / %.2f", times.p50(), times.p99());
  }

  private static void table(
      List<String> lines,
      String title,
      List<ResultPoint> points,
      Function<ResultPoint, String> cell) {
    Map<String, StringBuilder> rows = new LinkedHashMap<>();
    StringBuilder header = new StringBuilder(ReportLines.format("%6s %9s", "nodes", "delay ms"));
    points.stream()
        .map(ResultPoint::crossPercent)
        .distinct()
        .forEach(percent -> header.append(ReportLines.format(" %15s", percent + " % cross")));
    for (ResultPoint point : points) {
      String row = ReportLines.format("%6d %9.3f", point.nodes(), point.delayMillis());
      rows.computeIfAbsent(row, key -> new StringBuilder(key))
          .append(ReportLines.format(" %15s", cell.apply(point)));
    }
    lines.add(title);
    lines.add(header.toString());
    rows.values().forEach(row -> lines.add(row.toString()));
    lines.add("");
  }

  static List<String> csv(List<ResultPoint> points) {
    List<String> lines = new ArrayList<>();
    lines.add(CSV_HEADER);
    for (ResultPoint point : points) {
      SimulationResult full = point.full();
      SimulationResult light = point.light();
      lines.add(
          ReportLines.format(
              "%d,%d,%d,%.3f,%.1f,%d,%.1f,%.1f,%.2f,%.3f,%d,%.3f,%.3f,%.3f,%.3f",
              point.nodes(),
              full.shape().partitions(),
              full.shape().replicasOfEach(),
              point.delayMillis(),
              point.crossPercent(),
              full.shape().terminalsPerPartition(),
              full.perSecond(),
              full.crossPerSecond(),
              full.requestsPerRecord(),
              full.processorShare(),
              light.shape().terminalsPerPartition(),
              light.local().p50(),
              light.local().p99(),
              light.cross().p50(),
              light.cross().p99()));
    }
    return lines;
  }
}
