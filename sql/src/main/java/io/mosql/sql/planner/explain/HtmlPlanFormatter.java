package io.mosql.sql.planner.explain;

import io.mosql.sql.algebra.OperatorMetrics;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.parser.ast.session.Explain;
import io.mosql.sql.parser.ast.session.Explain.Option;
import io.mosql.sql.planner.cost.PlanCostEstimator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A formatter of plans as one page of HTML without scripts and other resources: a box for each
 * operator, above those of its inputs, as wide as its part of the time, or of the estimated cost if
 * the plan was not executed. All texts of the statement are escaped. Immutable.
 */
final class HtmlPlanFormatter {
  /** Widths are hundredths, by classes: a policy of content may forbid styles of elements. */
  private static final int PARTS = 100;

  /** Names of properties that a box shows at once, before its details. */
  private static final List<String> SHOWN =
      List.of(
          "Join Type",
          "Index Cond",
          "Filter",
          "Hash Cond",
          "Merge Cond",
          "Join Filter",
          "Sort Key",
          "Group Key",
          "Grouping Sets",
          "Window",
          "Function Call",
          "Limit");

  private final Explain.Options options;
  private final ExplainFormatter.@Nullable Measurements measured;
  private final List<String> advice;
  private final ToIntFunction<PlanNode> workers;

  HtmlPlanFormatter(
      Explain.Options options,
      ExplainFormatter.@Nullable Measurements measured,
      List<String> advice,
      ToIntFunction<PlanNode> workers) {
    this.options = options;
    this.measured = measured;
    this.advice = advice;
    this.workers = workers;
  }

  String format(PlanNode root) {
    return new Page(root).toString();
  }

  /** Loaded when the first page is made. */
  private static final class Style {
    private static final String TEXT = read();

    private static String read() {
      try (InputStream in = HtmlPlanFormatter.class.getResourceAsStream("plan.css")) {
        if (in == null) {
          throw new IllegalStateException("the style of plans is missing");
        }
        StringBuilder css = new StringBuilder();
        css.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        for (int part = 0; part <= PARTS; part++) {
          css.append(".w").append(part).append(" { flex-grow: ").append(part).append("; }\n");
          css.append(".p").append(part).append(" { width: ").append(part).append("%; }\n");
        }
        return css.toString();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The page of one plan. */
  private final class Page {
    private final PlanNames names;
    private final PlanProperties properties;
    private final StringBuilder html = new StringBuilder();
    private final boolean timed;
    private final double total;

    Page(PlanNode root) {
      this.names = new PlanNames(root);
      this.properties = new PlanProperties(names, new PlanNodeFormatter(names));
      this.timed = measured != null && options.has(Option.TIMING);
      this.total = Math.max(Double.MIN_NORMAL, weight(root));
      html.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
      html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
      html.append("<meta name=\"color-scheme\" content=\"light dark\">\n<title>Plan</title>\n");
      html.append("<style>\n")
          .append(Style.TEXT)
          .append("</style>\n</head>\n<body>\n<div class=\"plan\">\n");
      addHead(root);
      addHints(root);
      html.append("<main class=\"tree\">\n");
      addNode(root);
      html.append("</main>\n<details class=\"text\"><summary>As text</summary><pre>");
      html.append(
          escaped(
              new ExplainFormatter(options.with(Explain.Format.TEXT), measured, List.of(), workers)
                  .format(root)));
      html.append("</pre></details>\n</div>\n</body>\n</html>\n");
    }

    private double weight(PlanNode node) {
      double weight =
          measured != null && timed
              ? measured.operators().apply(node).nanos()
              : PlanCostEstimator.of(node);
      return Double.isFinite(weight) ? weight : Double.MAX_VALUE / 1e6;
    }

    private void addHead(PlanNode root) {
      html.append("<header><h1>Plan</h1><dl>");
      if (measured == null) {
        addFact("estimated cost", PlanHints.count(PlanCostEstimator.of(root)));
        addFact("estimated rows", PlanHints.count(Math.ceil(root.rows())));
        html.append(
            "</dl><p>Not executed: boxes are as wide as their estimated cost.</p></header>\n");
        return;
      }
      if (options.has(Option.SUMMARY)) {
        addFact("planning", ExplainFormatter.millis(measured.planningNanos()) + " ms");
        addFact("execution", ExplainFormatter.millis(measured.runNanos()) + " ms");
      }
      addFact("rows", PlanHints.count(measured.operators().apply(root).rows()));
      html.append("</dl><p>Boxes are as wide as their ")
          .append(timed ? "time" : "estimated cost")
          .append(", with that of their inputs.</p></header>\n");
    }

    private void addFact(String name, String value) {
      html.append("<div><dt>").append(name).append("</dt><dd>").append(escaped(value));
      html.append("</dd></div>");
    }

    private void addHints(PlanNode root) {
      List<String> hints = new ArrayList<>();
      collectHints(root, hints);
      if (!advice.isEmpty()) {
        // The hint says what the advice has done.
        hints.removeIf(hint -> hint.contains("EXPLAIN (ADVISE)"));
        hints.addAll(advice);
      }
      if (!hints.isEmpty()) {
        html.append("<ul class=\"hints\">\n");
        hints.stream()
            .distinct()
            .forEach(hint -> html.append("<li>").append(escaped(hint)).append("</li>\n"));
        html.append("</ul>\n");
      }
    }

    private void collectHints(PlanNode node, List<String> hints) {
      hints.addAll(PlanHints.of(node, measured == null ? null : measured.operators().apply(node)));
      node.inputs().forEach(input -> collectHints(input, hints));
    }

    private void addNode(PlanNode node) {
      double inputs = 0;
      for (PlanNode input : node.inputs()) {
        inputs += weight(input);
      }
      double own = Math.max(0, weight(node) - inputs);
      html.append("<div class=\"node w").append(parts(weight(node))).append("\">\n");
      addBox(node, 100 * own / total);
      if (!node.inputs().isEmpty()) {
        html.append("<div class=\"inputs\">\n");
        node.inputs().forEach(this::addNode);
        if (own > total / PARTS) {
          html.append("<div class=\"own w").append(parts(own)).append("\"></div>");
        }
        html.append("</div>\n");
      }
      html.append("</div>\n");
    }

    private int parts(double weight) {
      return (int) Math.max(1, Math.min(PARTS, Math.round(PARTS * weight / total)));
    }

    private void addBox(PlanNode node, double percent) {
      Map<String, Object> own = properties.of(node);
      String operator = String.valueOf(own.remove(PlanProperties.OPERATOR));
      String width = String.format(Locale.ROOT, "%.1f", Math.min(100, percent));
      html.append("<div class=\"box\"><h2>").append(escaped(operator)).append("<span>");
      html.append(width).append("%</span></h2>");
      html.append("<div class=\"bar\"><i class=\"p").append(Math.round(Math.min(100, percent)));
      html.append("\"></i></div>");
      String relation = relation(own);
      if (!relation.isEmpty()) {
        html.append("<p class=\"relation\">").append(escaped(relation)).append("</p>");
      }
      for (String name : SHOWN) {
        Object value = own.get(name);
        if (value != null) {
          html.append("<p class=\"condition\"><b>").append(escaped(name)).append("</b> <code>");
          html.append(escaped(text(value))).append("</code></p>");
        }
      }
      addFigures(node);
      html.append("<details><summary>Details</summary><dl>");
      own.forEach((name, value) -> addFact(escaped(name), text(value)));
      addFact("Output", String.join(", ", names.output(node)));
      if (options.has(Option.COSTS)) {
        addFact("Total Cost", PlanHints.count(PlanCostEstimator.of(node)));
      }
      html.append("</dl></details></div>\n");
    }

    private static String relation(Map<String, Object> own) {
      Object name = own.getOrDefault("Relation Name", own.get("CTE Name"));
      if (name == null) {
        return "";
      }
      Object alias = own.get("Alias");
      Object index = own.get("Index Name");
      return name
          + (alias == null || alias.equals(name) ? "" : " " + alias)
          + (index == null ? "" : " by " + index);
    }

    private static String text(Object value) {
      return value instanceof List<?> list
          ? list.stream().map(String::valueOf).collect(Collectors.joining(", "))
          : value.toString();
    }

    private void addFigures(PlanNode node) {
      html.append("<ul class=\"figures\">");
      OperatorMetrics figures = measured == null ? null : measured.operators().apply(node);
      if (figures == null) {
        addFigure("", PlanHints.count(Math.ceil(node.rows())) + " rows estimated");
        int planned = workers.applyAsInt(node);
        if (planned > 0) {
          addFigure("", planned + (planned == 1 ? " worker" : " workers"));
        }
      } else if (figures.loops() == 0) {
        addFigure("", "never executed");
      } else {
        addRows(node, figures);
        if (!figures.workerRows().isEmpty()) {
          addFigure("", workers(figures.workerRows()));
        }
        if (timed) {
          addFigure("", ExplainFormatter.millis(figures.nanos()) + " ms with inputs");
        }
        if (ExplainFormatter.isScan(node)) {
          addFigure("", PlanHints.count(figures.steps()) + " rows read");
        }
        if (options.has(Option.BUFFERS) && figures.pages() > 0) {
          addFigure("", PlanHints.count(figures.pages()) + " pages from files");
        }
        if (figures.memoryBytes() > 0) {
          addFigure("", bytes(figures.memoryBytes()) + " memory");
        }
        if (figures.spilledBytes() > 0) {
          addFigure("bad", bytes(figures.spilledBytes()) + " spilled to files");
        }
      }
      html.append("</ul>");
    }

    private static String workers(List<Long> rows) {
      return rows.size()
          + (rows.size() == 1 ? " worker with " : " workers with ")
          + rows.stream().map(PlanHints::count).collect(Collectors.joining(", "))
          + " rows";
    }

    private void addRows(PlanNode node, OperatorMetrics figures) {
      double actual = (double) figures.rows() / figures.loops();
      double factor = PlanHints.factor(node.rows(), actual);
      String level =
          factor >= 100
              ? "worst"
              : factor >= PlanHints.MISESTIMATED ? "bad" : factor >= 4 ? "fair" : "";
      String rows = PlanHints.count(figures.rows()) + " rows";
      if (figures.loops() > 1) {
        rows += " in " + PlanHints.count(figures.loops()) + " loops";
      }
      rows += ", " + PlanHints.count(Math.ceil(node.rows()));
      rows += figures.loops() > 1 ? " estimated for each" : " estimated";
      if (!level.isEmpty()) {
        rows +=
            String.format(
                Locale.ROOT, " (%,.0f times %s)", factor, actual > node.rows() ? "more" : "fewer");
      }
      addFigure(level, rows);
    }

    private void addFigure(String level, String text) {
      html.append(level.isEmpty() ? "<li>" : "<li class=\"" + level + "\">");
      html.append(escaped(text)).append("</li>");
    }

    @Override
    public String toString() {
      return html.toString();
    }
  }

  private static String bytes(long bytes) {
    return bytes < 10_240
        ? PlanHints.count(bytes) + " B"
        : bytes < 10_485_760
            ? PlanHints.count(bytes / 1024.0) + " KB"
            : PlanHints.count(bytes / 1048576.0) + " MB";
  }

  private static String escaped(String text) {
    StringBuilder html = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> html.append("&amp;");
        case '<' -> html.append("&lt;");
        case '>' -> html.append("&gt;");
        case '"' -> html.append("&quot;");
        case '\'' -> html.append("&#39;");
        default -> html.append(c);
      }
    }
    return html.toString();
  }
}
