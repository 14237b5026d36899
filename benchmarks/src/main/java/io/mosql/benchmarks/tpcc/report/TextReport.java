package io.mosql.benchmarks.tpcc.report;

import io.mosql.benchmarks.report.ReportLines;
import io.mosql.benchmarks.tpcc.run.ThroughputSeries;
import java.util.ArrayList;
import java.util.List;

/** Report of a run as text. */
public final class TextReport {
  private TextReport() {}

  public static List<String> lines(RunResult result) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(ReportLines.format("Measured tpmC (NewOrders) = %.2f", result.tpmC()));
    lines.add(ReportLines.format("Measured tpmTOTAL = %.2f", result.tpmTotal()));
    lines.add("");
    lines.addAll(ReportLines.times(result.types()));
    lines.add("");
    lines.addAll(ReportLines.errors(result.errors(), result.retries()));
    lines.add(
        ReportLines.format(
            "In the database: %d New-Orders, %d Payments, %d delivered orders in %.1f s",
            result.found().orders(),
            result.found().payments(),
            result.found().delivered(),
            result.seconds()));
    lines.add(
        ReportLines.format(
            "Longest time without a completed transaction: %.1f ms", longestGap(result)));
    lines.add(
        ReportLines.format(
            "Generator: %.1f %% of the terminals' time (%.1f us a transaction)",
            100 * result.generatorShare(), result.generatorMicros()));
    lines.addAll(ReportLines.environment(result.product(), result.machine(), result.engine()));
    lines.addAll(ReportLines.problems(result.problems()));
    return lines;
  }

  static double longestGap(RunResult result) {
    double longest = 0;
    for (ThroughputSeries.Second second : result.series()) {
      longest = Math.max(longest, second.longestGapMs());
    }
    return longest;
  }
}
