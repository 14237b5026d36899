package io.mosql.benchmarks.tpcc.report;

import io.mosql.benchmarks.tpcc.run.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A run as lines for people. */
public final class TextReport {
  private TextReport() {}

  public static List<String> lines(RunResult result) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(format("Measured tpmC (NewOrders) = %.2f", result.tpmC()));
    lines.add(format("Measured tpmTOTAL = %.2f", result.tpmTotal()));
    lines.add("");
    types(result, lines);
    lines.add("");
    errors(result, lines);
    lines.add(
        format(
            "In the database: %d New-Orders, %d Payments, %d delivered orders in %.1f s",
            result.found().orders(),
            result.found().payments(),
            result.found().delivered(),
            result.seconds()));
    lines.add(format("Longest time without a completed transaction: %.1f ms", longestGap(result)));
    lines.add(
        format(
            "Generator: %.1f %% of the terminals' time (%.1f us a transaction)",
            100 * result.generatorShare(), result.generatorMicros()));
    machine(result, lines);
    for (String problem : result.problems()) {
      lines.add("PROBLEM: " + problem);
    }
    return lines;
  }

  private static void types(RunResult result, List<String> lines) {
    lines.add(
        format(
            "%-13s %9s %9s %9s %9s %9s %9s   ms",
            "", "count", "average", "p50", "p95", "p99", "max"));
    result
        .types()
        .forEach(
            (label, type) ->
                lines.add(
                    format(
                        "%-13s %9d %9.3f %9.3f %9.3f %9.3f %9.3f%s",
                        label,
                        type.count(),
                        type.averageMs(),
                        type.p50Ms(),
                        type.p95Ms(),
                        type.p99Ms(),
                        type.maxMs(),
                        type.rolledBack() == 0
                            ? ""
                            : "   " + type.rolledBack() + " rolled back as intended")));
  }

  private static void errors(RunResult result, List<String> lines) {
    if (result.errors().isEmpty()) {
      lines.add(format("Errors: 0, retries: %d", result.retries()));
      return;
    }
    lines.add(format("Errors by SQLSTATE, retries: %d", result.retries()));
    result
        .errors()
        .forEach(
            (state, error) ->
                lines.add(
                    format(
                        "  %s  %d times, first: %s", state, error.count(), error.firstMessage())));
  }

  private static void machine(RunResult result, List<String> lines) {
    Product product = result.product();
    Machine machine = result.machine();
    lines.add(
        format(
            "Database: %s %s, isolation %s, durability: %s",
            product.name(), product.version(), product.isolation(), product.durability()));
    lines.add(
        format(
            "Disk: %s, fdatasync of 4 KB %.0f us median (%s)",
            machine.fileSystem(),
            machine.fdatasyncMicros(),
            machine.embedded() ? "in the database's directory" : machine.directory()));
    if (machine.commitsPerSync() != null) {
      lines.add(format("Log: %.2f commits per fsync", machine.commitsPerSync()));
    }
    lines.add(
        format(
            "Machine: %d processors, %s, %s; loopback echo %.0f us median",
            machine.processors(), machine.os(), machine.jvm(), machine.loopbackEchoMicros()));
  }

  static double longestGap(RunResult result) {
    double longest = 0;
    for (Series.Second second : result.series()) {
      longest = Math.max(longest, second.longestGapMs());
    }
    return longest;
  }

  /** Always with a decimal point: figures are read by programs too. */
  static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
