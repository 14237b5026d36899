package io.mosql.benchmarks.plans;

import io.mosql.benchmarks.report.DatabaseProduct;
import io.mosql.benchmarks.report.MachineInfo;
import io.mosql.benchmarks.report.ReportLines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Times and rows of all queries on all databases, as written to the JSON file. The first database
 * is compared with the others.
 *
 * @param products by the name of the database, the first one first
 */
record PlansReport(
    MachineInfo machine,
    Map<String, DatabaseProduct> products,
    int orders,
    int rounds,
    List<Line> queries) {
  private static final String HEAD = "%-40s %7s";

  /**
   * Query.
   *
   * @param databases by the name of the database
   */
  record Line(String name, String sql, Map<String, Result> databases) {

    /** Compares the outcomes of all databases with that of the first. */
    static Line of(PlanQuery query, Map<String, QueryTimer.Outcome> outcomes) {
      QueryTimer.Outcome first = outcomes.values().iterator().next();
      Map<String, Result> results = new LinkedHashMap<>();
      outcomes.forEach((name, outcome) -> results.put(name, Result.of(outcome, first)));
      return new Line(query.name(), query.sql(), results);
    }

    Result first() {
      return databases.values().iterator().next();
    }

    /** Whether the first database has an answer, and each other one that has an answer the same. */
    boolean holds() {
      return first().problem.isEmpty()
          && databases.values().stream()
              .allMatch(result -> result.sameRows || !result.problem.isEmpty());
    }

    List<String> lines() {
      StringBuilder line =
          new StringBuilder(
              ReportLines.format(HEAD, name, first().problem.isEmpty() ? first().rows : "-"));
      line.append(first().time());
      databases.values().stream().skip(1).forEach(result -> line.append(result.compared(first())));
      List<String> lines = new ArrayList<>(List.of(line.toString()));
      databases.forEach(
          (database, result) -> {
            if (!result.problem.isEmpty()) {
              lines.add("    " + database + ": " + result.problem);
            } else if (!result.sameRows && first().problem.isEmpty()) {
              lines.add("    " + database + " has other rows: " + result.difference);
            }
          });
      return lines;
    }
  }

  /**
   * Result of a query on a database.
   *
   * @param millis median; NaN when the query failed
   * @param ratio the first database's time to this one's; NaN if one of them is missing
   * @param sameRows whether the rows are those of the first database
   * @param difference the first different rows; empty for none
   */
  record Result(
      double millis, int rows, double ratio, boolean sameRows, String difference, String problem) {
    private static final int TEXT_MAX = 120;

    static Result of(QueryTimer.Outcome outcome, QueryTimer.Outcome first) {
      boolean same =
          outcome.problem().isEmpty()
              && first.problem().isEmpty()
              && outcome.rows().equals(first.rows());
      return new Result(
          outcome.millis(),
          outcome.rows().size(),
          first.millis() / outcome.millis(),
          same,
          same ? "" : difference(outcome.rows(), first.rows()),
          outcome.problem());
    }

    private static String difference(List<String> rows, List<String> expected) {
      List<String> more = new ArrayList<>(rows);
      expected.forEach(more::remove);
      List<String> less = new ArrayList<>(expected);
      rows.forEach(less::remove);
      String text =
          more.isEmpty() && less.isEmpty()
              ? "another order"
              : ReportLines.format(
                  "%d rows for %d, more: %s, less: %s", rows.size(), expected.size(), more, less);
      return text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + ".." : text;
    }

    private String time() {
      return cell("%13.3f", millis);
    }

    private String compared(Result first) {
      return time() + cell("%9.2f", ratio) + ReportLines.format("%6s", equal(first));
    }

    private String equal(Result first) {
      return !problem.isEmpty() || !first.problem.isEmpty() ? "-" : sameRows ? "yes" : "NO";
    }
  }

  boolean holds() {
    return queries.stream().allMatch(Line::holds);
  }

  static String head(Iterable<String> names) {
    StringBuilder head = new StringBuilder(ReportLines.format(HEAD, "ms, medians", "rows"));
    boolean first = true;
    for (String name : names) {
      head.append(ReportLines.format("%13s", name));
      head.append(first ? "" : ReportLines.format("%9s%6s", "ratio", "equal"));
      first = false;
    }
    return head.toString();
  }

  /** Sums, means and the greatest ratios. */
  List<String> summary() {
    List<String> lines = new ArrayList<>();
    List<String> names = List.copyOf(products.keySet());
    for (String other : names.subList(1, names.size())) {
      List<Line> both =
          queries.stream().filter(line -> Double.isFinite(of(line, other).ratio)).toList();
      lines.add(
          ReportLines.format(
              "%s: %d queries on both, sum %.1f ms beside %.1f, geometric mean of the ratios %.2f;"
                  + " above 1: %d, above 3: %d",
              other,
              both.size(),
              both.stream().mapToDouble(line -> line.first().millis).sum(),
              both.stream().mapToDouble(line -> of(line, other).millis).sum(),
              Math.exp(
                  both.stream()
                      .mapToDouble(line -> Math.log(of(line, other).ratio))
                      .average()
                      .orElse(Double.NaN)),
              above(both, other, 1),
              above(both, other, 3)));
    }
    lines.add(
        ReportLines.format(
            "%d queries, %d with a failure or other rows",
            queries.size(), queries.stream().filter(line -> !line.holds()).count()));
    return lines;
  }

  private static long above(List<Line> lines, String other, double bound) {
    return lines.stream().filter(line -> of(line, other).ratio > bound).count();
  }

  private static Result of(Line line, String database) {
    return Objects.requireNonNull(line.databases.get(database));
  }

  private static String cell(String format, double value) {
    String text = ReportLines.format(format, value);
    return Double.isNaN(value) ? text.replace("NaN", "  -") : text;
  }
}
