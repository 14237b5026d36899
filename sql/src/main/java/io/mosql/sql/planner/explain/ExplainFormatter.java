package io.mosql.sql.planner.explain;

import io.mosql.sql.algebra.OperatorMetrics;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.parser.ast.session.Explain;
import io.mosql.sql.parser.ast.session.Explain.Option;
import io.mosql.sql.planner.cost.PlanCostEstimator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A formatter of plans for EXPLAIN: as text (one operator a line, inputs indented below), as JSON
 * in the form of PostgreSQL, or as a page of HTML. The output depends on the plan and its
 * measurements alone. Immutable.
 */
public final class ExplainFormatter {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Explain.Options options;
  private final @Nullable Measurements measured;
  private final List<String> advice;
  private final ToIntFunction<PlanNode> workers;

  /**
   * The measurements of an execution.
   *
   * @param operators metrics of each operator
   * @param planningNanos time of planning
   * @param runNanos time of execution
   */
  public record Measurements(
      Function<PlanNode, OperatorMetrics> operators, long planningNanos, long runNanos) {}

  /**
   * Creates a formatter.
   *
   * @param measured null when the plan was not executed
   */
  public ExplainFormatter(Explain.Options options, @Nullable Measurements measured) {
    this(options, measured, List.of(), node -> 0);
  }

  /**
   * Creates a formatter.
   *
   * @param measured null when the plan was not executed
   * @param advice lines of advice, which the page of HTML shows
   * @param workers how many workers an operator asks for
   */
  public ExplainFormatter(
      Explain.Options options,
      @Nullable Measurements measured,
      List<String> advice,
      ToIntFunction<PlanNode> workers) {
    this.options = options;
    this.measured = measured;
    this.advice = List.copyOf(advice);
    this.workers = workers;
  }

  /** Returns the plan in the format of the options. */
  public String format(PlanNode root) {
    return switch (options.format()) {
      case TEXT -> text(root);
      case JSON -> new JsonPlanFormatter(options, measured, workers).format(root);
      case HTML -> new HtmlPlanFormatter(options, measured, advice, workers).format(root);
    };
  }

  /** Returns the plan as lines, each terminated by a line feed. */
  private String text(PlanNode root) {
    PlanNames names = new PlanNames(root);
    StringBuilder text = new StringBuilder();
    add(root, new PlanNodeFormatter(names), names, 0, text);
    if (measured != null && options.has(Option.SUMMARY)) {
      text.append("Planning ").append(millis(measured.planningNanos));
      text.append("ms, execution ").append(millis(measured.runNanos)).append("ms\n");
    }
    return text.toString();
  }

  private void add(
      PlanNode node, PlanNodeFormatter lines, PlanNames names, int depth, StringBuilder text) {
    text.append("  ".repeat(depth)).append(lines.line(node));
    if (options.has(Option.VERBOSE)) {
      text.append(" output(").append(String.join(", ", names.output(node))).append(')');
    }
    text.append(" rows=").append(rows(node.rows()));
    if (options.has(Option.COSTS)) {
      text.append(" cost=").append(rows(PlanCostEstimator.of(node)));
    }
    addUnlessNone(text, " workers=", workers.applyAsInt(node));
    if (measured != null) {
      text.append(actual(node, measured.operators.apply(node)));
    }
    text.append('\n');
    for (PlanNode input : node.inputs()) {
      add(input, lines, names, depth + 1, text);
    }
  }

  /** Formats an estimated number of rows, or a cost. */
  static String rows(double rows) {
    return String.format(Locale.ROOT, "%.0f", Math.max(rows, rows > 0 ? 1 : 0));
  }

  private String actual(PlanNode node, OperatorMetrics figures) {
    if (figures.loops() == 0) {
      return " (never executed)";
    }
    StringBuilder text = new StringBuilder(" (actual rows=").append(figures.rows());
    text.append(" loops=").append(figures.loops());
    if (options.has(Option.TIMING)) {
      text.append(" time=").append(millis(figures.nanos())).append("ms");
    }
    if (workers.applyAsInt(node) > 0 || !figures.workerRows().isEmpty()) {
      text.append(" workers=").append(figures.workerRows().size());
    }
    if (isScan(node) && figures.steps() != figures.rows()) {
      text.append(" read=").append(figures.steps());
    }
    if (options.has(Option.BUFFERS)) {
      addUnlessNone(text, " pages=", figures.pages());
    }
    addUnlessNone(text, " memory=", figures.memoryBytes());
    addUnlessNone(text, " spilled=", figures.spilledBytes());
    return text.append(')').toString();
  }

  /** Whether an operator reads rows of a table. */
  static boolean isScan(PlanNode node) {
    return node instanceof PlanNode.TableScan;
  }

  private static void addUnlessNone(StringBuilder text, String label, long value) {
    if (value != 0) {
      text.append(label).append(value);
    }
  }

  /** Formats milliseconds with three decimal places. */
  static String millis(double nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / NANOS_PER_MILLI);
  }
}
