package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The planner of window functions: one {@link PlanNode.Window} for each partitioning and order,
 * preceded by a sort unless the input is already in order. Windows with the most keys come first,
 * because their order may also satisfy the others.
 */
final class WindowPlanner {
  /** The partitioning and order of functions that are computed over one sorted input. */
  private record Order(List<Integer> partition, List<RelFieldCollation> keys) {
    int size() {
      return partition.size() + keys.size();
    }
  }

  private final PhysicalPlanner planner;
  private final LogicalPlan.Window window;
  private final PhysicalPlanner.PlanRequest request;
  private final int inputWidth;

  WindowPlanner(
      PhysicalPlanner planner, LogicalPlan.Window window, PhysicalPlanner.PlanRequest request) {
    this.planner = planner;
    this.window = window;
    this.request = request;
    this.inputWidth = window.input().width();
  }

  CostedPlan plan() {
    BitSet wanted = (BitSet) request.neededFields().clone();
    request.conjuncts().forEach(conjunct -> Rexes.addFields(conjunct, wanted));
    Map<Order, List<Integer>> orders = orders(wanted);
    BitSet free = commonPartition(orders);
    List<RexNode> pushed = new ArrayList<>();
    List<RexNode> rest = new ArrayList<>();
    for (RexNode conjunct : request.conjuncts()) {
      BitSet fields = Rexes.fields(conjunct);
      boolean whole =
          !fields.isEmpty()
              && JoinOrderSearch.isSubset(fields, free)
              && Rexes.isDeterministic(conjunct);
      (whole ? pushed : rest).add(conjunct);
    }
    List<Map.Entry<Order, List<Integer>>> windows = List.copyOf(orders.entrySet());
    PlanNode.RunCondition run =
        windows.isEmpty() ? null : runCondition(windows.get(windows.size() - 1).getValue(), rest);
    CostedPlan planned =
        planner.plan(
            window.input(),
            new PhysicalPlanner.PlanRequest(
                pushed, inputDemand(wanted, orders), wish(orders, run), request.outer()));
    int[] positions = new int[window.width()];
    Arrays.fill(positions, CostedPlan.ABSENT);
    System.arraycopy(planned.positions(), 0, positions, 0, inputWidth);
    for (int i = 0; i < windows.size(); i++) {
      boolean last = i == windows.size() - 1;
      Map.Entry<Order, List<Integer>> order = windows.get(i);
      planned = add(planned, positions, order.getKey(), order.getValue(), last ? run : null);
    }
    return planner.filter(
        new CostedPlan(planned.node(), positions, planned.ordering(), planned.cost()), rest);
  }

  /**
   * Returns the condition that ends the partitions of the last window: an upper bound of a number
   * or rank of it. Null where there is none, or a call needs the rows after it.
   */
  private PlanNode.@Nullable RunCondition runCondition(
      List<Integer> numbers, List<RexNode> conjuncts) {
    if (!numbers.stream().allMatch(number -> isNumber(window.calls().get(number).call()))) {
      return null;
    }
    for (RexNode conjunct : conjuncts) {
      for (int i = 0; i < numbers.size(); i++) {
        RexNode limit = limit(conjunct, inputWidth + numbers.get(i));
        if (limit != null) {
          return new PlanNode.RunCondition(i, limit);
        }
      }
    }
    return null;
  }

  private static boolean isNumber(AggregateCall call) {
    return switch (call.getAggregation().getKind()) {
      case ROW_NUMBER, RANK, DENSE_RANK -> true;
      default -> false;
    };
  }

  /** Returns the greatest value of a field that a condition admits; null when it is not known. */
  private @Nullable RexNode limit(RexNode conjunct, int field) {
    if (!(conjunct instanceof RexCall call) || call.getOperands().size() != 2) {
      return null;
    }
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    boolean turned = right instanceof RexInputRef;
    SqlKind kind = turned ? call.getKind().reverse() : call.getKind();
    RexNode value = turned ? left : right;
    if (!((turned ? right : left) instanceof RexInputRef ref)
        || ref.getIndex() != field
        || !Rexes.isLeaf(value)
        || !SqlTypeUtil.isIntType(value.getType())) {
      return null;
    }
    return switch (kind) {
      case EQUALS, LESS_THAN_OR_EQUAL -> value;
      case LESS_THAN -> value instanceof RexLiteral literal ? before(literal) : null;
      default -> null;
    };
  }

  private @Nullable RexNode before(RexLiteral literal) {
    BigDecimal value = literal.getValueAs(BigDecimal.class);
    return value == null
        ? null
        : planner.context().rex().makeExactLiteral(value.subtract(BigDecimal.ONE));
  }

  /** Returns the needed calls by partitioning and order, those with most keys first. */
  private Map<Order, List<Integer>> orders(BitSet wanted) {
    Map<Order, List<Integer>> byOrder = new LinkedHashMap<>();
    for (int i = 0; i < window.calls().size(); i++) {
      if (wanted.get(inputWidth + i)) {
        LogicalPlan.WindowCall call = window.calls().get(i);
        byOrder
            .computeIfAbsent(new Order(call.partition(), call.order()), o -> new ArrayList<>())
            .add(i);
      }
    }
    Map<Order, List<Integer>> sorted = new LinkedHashMap<>();
    byOrder.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> -entry.getKey().size()))
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  /**
   * Returns the fields that are part of every partitioning: conditions on them remove whole
   * partitions.
   */
  private BitSet commonPartition(Map<Order, List<Integer>> orders) {
    BitSet common = new BitSet();
    common.set(0, inputWidth);
    for (Order order : orders.keySet()) {
      BitSet partition = new BitSet();
      order.partition.forEach(partition::set);
      common.and(partition);
    }
    return common;
  }

  private BitSet inputDemand(BitSet wanted, Map<Order, List<Integer>> orders) {
    BitSet demand = wanted.get(0, inputWidth);
    orders.forEach(
        (order, calls) -> {
          order.partition.forEach(demand::set);
          order.keys.forEach(key -> demand.set(key.getFieldIndex()));
          calls.forEach(call -> window.calls().get(call).call().getArgList().forEach(demand::set));
        });
    return demand;
  }

  /** Returns the order of the first window; without windows the order desired by the parent. */
  private CostedPlan.DesiredOrder wish(
      Map<Order, List<Integer>> orders, PlanNode.@Nullable RunCondition run) {
    if (orders.isEmpty()) {
      return request.desiredOrder().keys().stream()
              .allMatch(key -> key.getFieldIndex() < inputWidth)
          ? request.desiredOrder()
          : CostedPlan.DesiredOrder.NONE;
    }
    Order first = orders.keySet().iterator().next();
    List<RelFieldCollation> keys = sortKeys(first.partition, first.keys);
    return keys.isEmpty()
        ? CostedPlan.DesiredOrder.NONE
        : new CostedPlan.DesiredOrder(
            keys,
            run != null && orders.size() == 1 && first.partition.isEmpty()
                ? PhysicalPlanner.number(run.limit())
                : Double.POSITIVE_INFINITY);
  }

  private static RelFieldCollation ascending(int field) {
    return new RelFieldCollation(
        field, RelFieldCollation.Direction.ASCENDING, RelFieldCollation.NullDirection.UNSPECIFIED);
  }

  private CostedPlan add(
      CostedPlan input,
      int[] positions,
      Order order,
      List<Integer> numbers,
      PlanNode.@Nullable RunCondition run) {
    List<Integer> partition = order.partition.stream().map(field -> positions[field]).toList();
    List<RelFieldCollation> keys = new ArrayList<>();
    for (RelFieldCollation key : order.keys) {
      keys.add(key.withFieldIndex(positions[key.getFieldIndex()]));
    }
    List<RelFieldCollation> all = partitionKeys(partition, input.ordering());
    all.addAll(keys);
    CostedPlan sorted =
        input.ordering().satisfies(all)
            ? input
            : firstRows(planner.sorted(input, sortKeys(partition, keys)), order, numbers, run);
    RelDataTypeFactory.Builder rowType =
        planner.context().types().builder().addAll(sorted.node().rowType().getFieldList());
    List<RelDataTypeField> fields = window.rowType().getFieldList();
    List<PlanNode.WindowCall> calls = new ArrayList<>();
    for (int number : numbers) {
      LogicalPlan.WindowCall call = window.calls().get(number);
      AggregateCall aggregate = call.call();
      List<Integer> arguments =
          aggregate.getArgList().stream().map(argument -> positions[argument]).toList();
      calls.add(new PlanNode.WindowCall(aggregate.withArgList(arguments), call.frame()));
      positions[inputWidth + number] = rowType.getFieldCount();
      rowType.add(fields.get(inputWidth + number));
    }
    PlanNode node =
        new PlanNode.Window(sorted.node(), partition, keys, calls, run, rowType.build());
    double cost = sorted.cost() + sorted.rows() * calls.size();
    return new CostedPlan(node, positions, sorted.ordering(), cost);
  }

  /** Lets a sort end where the rows of the only partition are numbered up to a limit. */
  private CostedPlan firstRows(
      CostedPlan sorted, Order order, List<Integer> numbers, PlanNode.@Nullable RunCondition run) {
    boolean numbered =
        numbers.stream()
            .map(number -> window.calls().get(number).call().getAggregation().getKind())
            .allMatch(kind -> kind == SqlKind.ROW_NUMBER);
    if (run == null
        || !numbered
        || !order.partition.isEmpty()
        || !(run.limit() instanceof RexLiteral)
        || PhysicalPlanner.number(run.limit()) < 0
        || !(sorted.node() instanceof PlanNode.Sort sort)) {
      return sorted;
    }
    double rows = Math.min(sort.rows(), PhysicalPlanner.number(run.limit()));
    PlanNode first =
        new PlanNode.Sort(
            sort.input(), sort.collations(), null, run.limit(), List.of(), rows, sort.presorted());
    return new CostedPlan(first, sorted.positions(), sorted.ordering(), sorted.cost());
  }

  /**
   * Returns sort keys that group rows by partition and sort each partition. Partition fields at the
   * beginning of the order come first, with their direction, so that the result may also satisfy
   * the order as a whole.
   */
  private static List<RelFieldCollation> sortKeys(
      List<Integer> partition, List<RelFieldCollation> order) {
    Map<Integer, RelFieldCollation> keys = new LinkedHashMap<>();
    for (RelFieldCollation key : order) {
      if (!partition.contains(key.getFieldIndex())) {
        break;
      }
      keys.putIfAbsent(key.getFieldIndex(), key);
    }
    partition.forEach(field -> keys.putIfAbsent(field, ascending(field)));
    order.forEach(key -> keys.putIfAbsent(key.getFieldIndex(), key));
    return new ArrayList<>(keys.values());
  }

  /**
   * Returns the partition fields as sort keys, in the order of the rows where they are already
   * sorted.
   */
  private static List<RelFieldCollation> partitionKeys(
      List<Integer> partition, CostedPlan.Ordering ordering) {
    List<Integer> left = new ArrayList<>(partition);
    List<RelFieldCollation> keys = new ArrayList<>();
    for (RelFieldCollation key : ordering.keys()) {
      if (ordering.constants().get(key.getFieldIndex())) {
        continue;
      }
      if (!left.remove((Integer) key.getFieldIndex())) {
        break;
      }
      keys.add(key);
    }
    left.forEach(field -> keys.add(ascending(field)));
    return keys;
  }
}
