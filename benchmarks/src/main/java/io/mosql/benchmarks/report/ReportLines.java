package io.mosql.benchmarks.report;

import io.mosql.benchmarks.database.EngineCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Report lines shared by all benchmarks. */
public final class ReportLines {
  private ReportLines() {}

  /** Table of latencies, one line per transaction type. */
  public static List<String> times(Map<String, TransactionTypeResult> types) {
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "%-13s %9s %9s %9s %9s %9s %9s   ms",
            "", "count", "average", "p50", "p95", "p99", "max"));
    types.forEach(
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
    return lines;
  }

  public static List<String> errors(Map<String, ErrorCount> errors, long retries) {
    List<String> lines = new ArrayList<>();
    if (errors.isEmpty()) {
      lines.add(format("Errors: 0, retries: %d", retries));
      return lines;
    }
    lines.add(format("Errors by SQLSTATE, retries: %d", retries));
    errors.forEach(
        (state, error) ->
            lines.add(
                format("  %s  %d times, first: %s", state, error.count(), error.firstMessage())));
    return lines;
  }

  /** Lines that describe machine, product and environment of a run. */
  public static List<String> environment(
      DatabaseProduct product, MachineInfo machine, @Nullable EngineCounters engine) {
    List<String> lines = new ArrayList<>();
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
    if (engine != null) {
      lines.add(engine.line());
    }
    lines.add(
        format(
            "Machine: %d processors, %s, %s; loopback echo %.0f us median",
            machine.processors(), machine.os(), machine.jvm(), machine.loopbackEchoMicros()));
    return lines;
  }

  public static List<String> problems(List<String> problems) {
    return problems.stream().map(problem -> "PROBLEM: " + problem).toList();
  }

  /** Formats with a decimal point in every locale, since the values are also parsed by programs. */
  public static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
