package io.mosql.benchmarks.tpcc.report;

import io.mosql.benchmarks.report.RunLines;
import io.mosql.benchmarks.tpcc.run.Series;
import java.util.ArrayList;
import java.util.List;

/** A run as lines for people. */
public final class TextReport {
  private TextReport() {}

  public static List<String> lines(RunResult result) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(RunLines.format("Measured tpmC (NewOrders) = %.2f", result.tpmC()));
    lines.add(RunLines.format("Measured tpmTOTAL = %.2f", result.tpmTotal()));
    lines.add("");
    lines.addAll(RunLines.times(result.types()));
    lines.add("");
    lines.addAll(RunLines.errors(result.errors(), result.retries()));
    lines.add(
        RunLines.format(
            "In the database: %d New-Orders, %d Payments, %d delivered orders in %.1f s",
            result.found().orders(),
            result.found().payments(),
            result.found().delivered(),
            result.seconds()));
    lines.add(
        RunLines.format(
            "Longest time without a completed transaction: %.1f ms", longestGap(result)));
    lines.add(
        RunLines.format(
            "Generator: %.1f %% of the terminals' time (%.1f us a transaction)",
            100 * result.generatorShare(), result.generatorMicros()));
    lines.addAll(RunLines.place(result.product(), result.machine(), result.engine()));
    lines.addAll(RunLines.problems(result.problems()));
    return lines;
  }

  static double longestGap(RunResult result) {
    double longest = 0;
    for (Series.Second second : result.series()) {
      longest = Math.max(longest, second.longestGapMs());
    }
    return longest;
  }
}
