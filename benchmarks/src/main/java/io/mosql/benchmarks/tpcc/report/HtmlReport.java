package io.mosql.benchmarks.tpcc.report;

import io.mosql.benchmarks.report.DatabaseProduct;
import io.mosql.benchmarks.report.ReportLines;
import io.mosql.benchmarks.tpcc.run.ThroughputSeries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Report of a run as one self-contained HTML page, with charts as inline SVG. */
public final class HtmlReport {
  private static final String STYLE =
      """
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 62em; padding: 0 1em;
             color: #1c2733; background: #fff; }
      h1 { font-size: 1.6em; margin-bottom: 0; } h2 { font-size: 1.15em; margin-top: 2em; }
      table { border-collapse: collapse; } td, th { padding: .25em .8em; text-align: right;
              border-bottom: 1px solid #d8dee6; font-variant-numeric: tabular-nums; }
      td:first-child, th:first-child { text-align: left; }
      .big { font-size: 2.4em; font-weight: 600; } .muted { color: #5b6b7c; }
      .problem { color: #a40000; font-weight: 600; }
      svg { width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; fill: #5b6b7c; }
      """;

  private HtmlReport() {}

  public static void write(RunResult result, Path file) throws IOException {
    Files.writeString(file, page(result));
  }

  static String page(RunResult result) {
    StringBuilder page = new StringBuilder(64 * 1024);
    DatabaseProduct product = result.product();
    page.append(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>TPC-C on ");
    page.append(escape(product.name())).append("</title><style>\n").append(STYLE);
    page.append("</style></head><body>\n<h1>TPC-C on ");
    page.append(escape(product.name() + " " + product.version())).append("</h1>\n");
    page.append(
        ReportLines.format(
            "<p class=\"muted\">%d warehouse(s), %d terminal(s), %.0f s, isolation %s,"
                + " durability: %s. Not an audited TPC-C result: terminals do not think or type.</p>",
            result.warehouses(),
            result.plan().terminals(),
            result.seconds(),
            escape(product.isolation()),
            escape(product.durability())));
    page.append(
        ReportLines.format(
            "<p><span class=\"big\">%,.0f</span> tpmC &nbsp; <span class=\"muted\">%,.0f tpmTOTAL"
                + "</span></p>\n",
            result.tpmC(), result.tpmTotal()));
    for (String problem : result.problems()) {
      page.append("<p class=\"problem\">").append(escape(problem)).append("</p>\n");
    }
    throughput(result, page);
    latencies(result, page);
    pauses(result, page);
    table(result, page);
    facts(result, page);
    return page.append("</body></html>\n").toString();
  }

  private static void throughput(RunResult result, StringBuilder page) {
    List<Double> newOrders = new ArrayList<>();
    List<Double> total = new ArrayList<>();
    for (ThroughputSeries.Second second : full(result)) {
      newOrders.add(second.newOrders() * 60.0);
      total.add(second.total() * 60.0);
    }
    Map<String, List<Double>> lines = new LinkedHashMap<>();
    lines.put("all transactions", total);
    lines.put("New-Orders", newOrders);
    page.append("<h2>Throughput: transactions a minute, second by second</h2>\n");
    page.append(new SvgChart("s", "/min").lines(lines));
  }

  /** Returns the complete seconds: the last second is not one. */
  private static List<ThroughputSeries.Second> full(RunResult result) {
    List<ThroughputSeries.Second> series = result.series();
    return series.size() > 1 ? series.subList(0, series.size() - 1) : series;
  }

  private static void latencies(RunResult result, StringBuilder page) {
    Map<String, List<Double>> bars = new LinkedHashMap<>();
    result
        .types()
        .forEach(
            (label, type) -> {
              if (type.count() > 0) {
                bars.put(
                    label,
                    List.of(
                        type.p50Ms(),
                        type.p90Ms(),
                        type.p95Ms(),
                        type.p99Ms(),
                        type.p999Ms(),
                        type.maxMs()));
              }
            });
    page.append("<h2>Latency: percentiles in milliseconds, logarithmic</h2>\n");
    List<String> groups = List.of("p50", "p90", "p95", "p99", "p99.9", "max");
    page.append(new SvgChart("", "ms").logBars(groups, bars));
  }

  private static void pauses(RunResult result, StringBuilder page) {
    List<Double> gaps = new ArrayList<>();
    for (ThroughputSeries.Second second : result.series()) {
      gaps.add(second.longestGapMs());
    }
    page.append("<h2>Pauses: the longest time between two completions, second by second</h2>\n");
    page.append(new SvgChart("s", "ms").lines(Map.of("longest gap", gaps)));
  }

  private static void table(RunResult result, StringBuilder page) {
    page.append("<h2>Transactions</h2>\n<table><tr><th></th><th>count</th><th>average</th>");
    page.append("<th>p50</th><th>p95</th><th>p99</th><th>max ms</th></tr>\n");
    result
        .types()
        .forEach(
            (label, type) ->
                page.append(
                    ReportLines.format(
                        "<tr><td>%s</td><td>%d</td><td>%.3f</td><td>%.3f</td><td>%.3f</td>"
                            + "<td>%.3f</td><td>%.3f</td></tr>\n",
                        label,
                        type.count(),
                        type.averageMs(),
                        type.p50Ms(),
                        type.p95Ms(),
                        type.p99Ms(),
                        type.maxMs())));
    page.append("</table>\n");
  }

  private static void facts(RunResult result, StringBuilder page) {
    page.append("<h2>Facts</h2>\n<ul>\n");
    List<String> lines = TextReport.lines(result);
    for (String line : lines) {
      if (line.contains(": ") && !line.startsWith("PROBLEM")) {
        page.append("<li>").append(escape(line.strip())).append("</li>\n");
      }
    }
    if (result.loadSeconds() != null) {
      page.append(ReportLines.format("<li>Load: %.1f s</li>\n", result.loadSeconds()));
    }
    long holding = result.conditionsAfter().stream().filter(c -> c.holds()).count();
    page.append("<li>Consistency conditions that hold after the run: ").append(holding);
    page.append(" of ").append(result.conditionsAfter().size()).append("</li>\n</ul>\n");
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
