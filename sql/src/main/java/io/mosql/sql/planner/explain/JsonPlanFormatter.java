package io.mosql.sql.planner.explain;

import io.mosql.sql.algebra.OperatorMetrics;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.function.json.JsonText;
import io.mosql.sql.parser.ast.session.Explain;
import io.mosql.sql.parser.ast.session.Explain.Option;
import io.mosql.sql.planner.cost.PlanCostEstimator;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A formatter of plans as JSON, with the names and the nesting that PostgreSQL has, so that tools
 * for its plans read it: rows and times of an operator are averages of its loops. Immutable.
 */
final class JsonPlanFormatter {
  private final Explain.Options options;
  private final ExplainFormatter.@Nullable Measurements measured;
  private final ToIntFunction<PlanNode> workers;

  JsonPlanFormatter(
      Explain.Options options,
      ExplainFormatter.@Nullable Measurements measured,
      ToIntFunction<PlanNode> workers) {
    this.options = options;
    this.measured = measured;
    this.workers = workers;
  }

  String format(PlanNode root) {
    PlanNames names = new PlanNames(root);
    PlanProperties properties = new PlanProperties(names, new PlanNodeFormatter(names));
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("Plan", node(root, null, null, names, properties));
    if (measured != null && options.has(Option.SUMMARY)) {
      document.put("Planning Time", decimal(measured.planningNanos() / 1e6, 3));
      document.put("Triggers", List.of());
      document.put("Execution Time", decimal(measured.runNanos() / 1e6, 3));
    }
    StringBuilder json = new StringBuilder();
    write(List.of(document), 0, json);
    return json.toString();
  }

  private Map<String, Object> node(
      PlanNode node,
      @Nullable String relationship,
      @Nullable String subplan,
      PlanNames names,
      PlanProperties properties) {
    Map<String, Object> own = properties.of(node);
    Map<String, Object> all = new LinkedHashMap<>();
    all.put(PlanProperties.NODE_TYPE, String.valueOf(own.remove(PlanProperties.NODE_TYPE)));
    all.put(PlanProperties.OPERATOR, String.valueOf(own.remove(PlanProperties.OPERATOR)));
    if (relationship != null) {
      all.put("Parent Relationship", relationship);
    }
    if (subplan != null) {
      all.put("Subplan Name", subplan);
    }
    all.put("Parallel Aware", false);
    all.put("Async Capable", false);
    if (options.has(Option.COSTS)) {
      all.put("Startup Cost", decimal(0, 2));
      all.put("Total Cost", decimal(PlanCostEstimator.of(node), 2));
      all.put("Plan Rows", decimal(Math.max(node.rows(), node.rows() > 0 ? 1 : 0), 0));
    }
    if (measured != null) {
      putActual(all, measured.operators().apply(node));
    }
    if (options.has(Option.VERBOSE)) {
      all.put("Output", names.output(node));
    }
    all.putAll(own);
    putWorkers(all, node);
    if (measured != null) {
      putUsage(all, node, measured.operators().apply(node));
    }
    List<Map<String, Object>> plans = new ArrayList<>();
    for (PlanNode input : node.inputs()) {
      int number = plans.size();
      plans.add(
          node(
              input,
              PlanProperties.relationship(node, number),
              PlanProperties.subplan(node, number),
              names,
              properties));
    }
    if (!plans.isEmpty()) {
      all.put("Plans", plans);
    }
    return all;
  }

  private void putActual(Map<String, Object> all, OperatorMetrics figures) {
    double loops = Math.max(1, figures.loops());
    if (options.has(Option.TIMING)) {
      all.put("Actual Startup Time", decimal(figures.startupNanos() / loops / 1e6, 3));
      all.put("Actual Total Time", decimal(figures.nanos() / loops / 1e6, 3));
    }
    all.put(
        "Actual Rows", decimal(figures.rows() / loops, figures.rows() % (long) loops == 0 ? 0 : 2));
    all.put("Actual Loops", figures.loops());
  }

  private void putWorkers(Map<String, Object> all, PlanNode node) {
    int planned = workers.applyAsInt(node);
    if (planned > 0) {
      all.put("Workers Planned", planned);
    }
    List<Long> rows = measured == null ? List.of() : measured.operators().apply(node).workerRows();
    if (measured != null && (planned > 0 || !rows.isEmpty())) {
      all.put("Workers Launched", rows.size());
      List<Map<String, Object>> each = new ArrayList<>();
      for (long read : rows) {
        Map<String, Object> worker = new LinkedHashMap<>();
        worker.put("Worker Number", each.size());
        worker.put("Actual Rows", read);
        each.add(worker);
      }
      all.put("Workers", each);
    }
  }

  private void putUsage(Map<String, Object> all, PlanNode node, OperatorMetrics figures) {
    if (ExplainFormatter.isScan(node) && figures.loops() > 0) {
      double removed = Math.max(0, figures.steps() - figures.rows());
      all.put("Rows Read", figures.steps());
      if (all.containsKey("Filter")) {
        all.put("Rows Removed by Filter", decimal(removed / figures.loops(), 0));
      }
    }
    if (options.has(Option.BUFFERS)) {
      all.put("Shared Read Blocks", figures.pages());
    }
    all.put("Peak Memory Usage", kilobytes(figures.memoryBytes()));
    all.put("Disk Usage", kilobytes(figures.spilledBytes()));
  }

  private static long kilobytes(long bytes) {
    return (bytes + 1023) / 1024;
  }

  private static BigDecimal decimal(double value, int scale) {
    double finite = Double.isFinite(value) ? value : Double.MAX_VALUE;
    return BigDecimal.valueOf(finite).setScale(scale, RoundingMode.HALF_UP);
  }

  private static void write(Object value, int depth, StringBuilder json) {
    if (value instanceof Map<?, ?> object) {
      writeObject(object, depth, json);
    } else if (value instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof Map) {
      writeObjects(list, depth, json);
    } else if (value instanceof List<?> list) {
      json.append(
          list.stream()
              .map(item -> JsonText.quote(String.valueOf(item)))
              .collect(Collectors.joining(", ", "[", "]")));
    } else if (value instanceof BigDecimal number) {
      json.append(number.toPlainString());
    } else if (value instanceof Number || value instanceof Boolean) {
      json.append(value);
    } else {
      json.append(JsonText.quote(value.toString()));
    }
  }

  private static void writeObjects(List<?> objects, int depth, StringBuilder json) {
    json.append('[');
    String separator = "";
    for (Object object : objects) {
      json.append(separator).append(indent(depth + 1));
      write(object, depth + 1, json);
      separator = ",";
    }
    json.append(indent(depth)).append(']');
  }

  private static void writeObject(Map<?, ?> object, int depth, StringBuilder json) {
    json.append('{');
    Iterator<? extends Map.Entry<?, ?>> entries = object.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<?, ?> entry = entries.next();
      json.append(indent(depth + 1));
      json.append(JsonText.quote(String.valueOf(entry.getKey()))).append(": ");
      write(entry.getValue(), depth + 1, json);
      json.append(entries.hasNext() ? "," : "");
    }
    json.append(indent(depth)).append('}');
  }

  private static String indent(int depth) {
    return "\n" + "  ".repeat(depth);
  }
}
