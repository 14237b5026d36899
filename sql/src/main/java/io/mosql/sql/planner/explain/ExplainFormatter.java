package io.mosql.sql.planner.explain;

import io.mosql.sql.algebra.OperatorMetrics;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.planner.cost.PlanCostEstimator;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A formatter of plans for EXPLAIN, as text (one operator a line, inputs indented below) or as
 * JSON; the output depends on the plan alone. Immutable.
 */
public final class ExplainFormatter {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int CONTROL_END = 0x20;

  private final boolean costs;
  private final boolean timing;
  private final @Nullable Function<PlanNode, OperatorMetrics> measured;

  /**
   * Creates a formatter.
   *
   * @param costs whether estimated costs are printed
   * @param timing whether measured times are printed
   * @param measured metrics of each operator; null when the plan was not executed
   */
  public ExplainFormatter(
      boolean costs, boolean timing, @Nullable Function<PlanNode, OperatorMetrics> measured) {
    this.costs = costs;
    this.timing = timing;
    this.measured = measured;
  }

  /** Returns the plan as lines, each terminated by a line feed. */
  public String text(PlanNode root) {
    StringBuilder text = new StringBuilder();
    add(root, new PlanNodeFormatter(new PlanNames(root)), 0, text);
    return text.toString();
  }

  /**
   * Returns the plan as one JSON document.
   *
   * @param planningNanos planning time
   * @param runNanos total execution time
   */
  public String json(PlanNode root, long planningNanos, long runNanos) {
    StringBuilder json = new StringBuilder("{\n");
    if (timing && measured != null) {
      json.append("  \"planningMillis\": ").append(millis(planningNanos)).append(",\n");
      json.append("  \"executionMillis\": ").append(millis(runNanos)).append(",\n");
    }
    json.append("  \"plan\": ");
    addJson(root, new PlanNodeFormatter(new PlanNames(root)), 1, json);
    return json.append("\n}").toString();
  }

  private void add(PlanNode node, PlanNodeFormatter lines, int depth, StringBuilder text) {
    text.append("  ".repeat(depth)).append(lines.line(node));
    text.append(" rows=").append(rows(node.rows()));
    if (costs) {
      text.append(" cost=").append(rows(PlanCostEstimator.of(node)));
    }
    if (measured != null) {
      text.append(actual(measured.apply(node)));
    }
    text.append('\n');
    for (PlanNode input : node.inputs()) {
      add(input, lines, depth + 1, text);
    }
  }

  private static String rows(double rows) {
    return String.format(Locale.ROOT, "%.0f", Math.max(rows, rows > 0 ? 1 : 0));
  }

  private String actual(OperatorMetrics figures) {
    if (figures.loops() == 0) {
      return " (never executed)";
    }
    StringBuilder text = new StringBuilder(" (actual rows=").append(figures.rows());
    text.append(" loops=").append(figures.loops());
    if (timing) {
      text.append(" time=").append(millis(figures.nanos())).append("ms");
    }
    addUnlessNone(text, " pages=", figures.pages());
    addUnlessNone(text, " memory=", figures.memoryBytes());
    addUnlessNone(text, " spilled=", figures.spilledBytes());
    return text.append(')').toString();
  }

  private static void addUnlessNone(StringBuilder text, String label, long value) {
    if (value != 0) {
      text.append(label).append(value);
    }
  }

  /** Formats milliseconds with three decimal places. */
  public static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / NANOS_PER_MILLI);
  }

  private void addJson(PlanNode node, PlanNodeFormatter lines, int depth, StringBuilder json) {
    String indent = "\n" + "  ".repeat(depth + 1);
    String line = lines.line(node);
    int space = line.indexOf(' ');
    String operator = space < 0 ? line : line.substring(0, space);
    json.append('{').append(indent).append("\"operator\": ").append(quoted(operator));
    if (space >= 0) {
      String detail = line.substring(space + 1).strip();
      json.append(',').append(indent).append("\"detail\": ").append(quoted(detail));
    }
    json.append(',').append(indent).append("\"rows\": ").append(rows(node.rows()));
    if (costs) {
      json.append(',').append(indent).append("\"cost\": ").append(rows(PlanCostEstimator.of(node)));
    }
    if (measured != null) {
      json.append(',').append(indent).append("\"actual\": ");
      addActual(measured.apply(node), json);
    }
    if (!node.inputs().isEmpty()) {
      json.append(',').append(indent).append("\"inputs\": [");
      String separator = "";
      for (PlanNode input : node.inputs()) {
        json.append(separator);
        addJson(input, lines, depth + 1, json);
        separator = ", ";
      }
      json.append(']');
    }
    json.append("\n").append("  ".repeat(depth)).append('}');
  }

  private void addActual(OperatorMetrics figures, StringBuilder json) {
    json.append("{\"rows\": ").append(figures.rows());
    json.append(", \"loops\": ").append(figures.loops());
    if (timing) {
      json.append(", \"millis\": ").append(millis(figures.nanos()));
    }
    json.append(", \"pages\": ").append(figures.pages());
    json.append(", \"memoryBytes\": ").append(figures.memoryBytes());
    json.append(", \"spilledBytes\": ").append(figures.spilledBytes()).append('}');
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < CONTROL_END) {
        json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
