package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.LockingClause;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.function.library.ArrayRowLibrary;
import io.mosql.sql.planner.cost.CardinalityEstimator;
import io.mosql.sql.planner.cost.CostModel;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import io.mosql.sql.planner.schema.SharedQuery;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.jspecify.annotations.Nullable;

/**
 * The physical planner: chooses the operators for a logical plan bottom-up, by estimated cost. A
 * {@link PlanRequest} has the conditions to push down (over the plan's fields), the needed fields,
 * the desired order, and the values of outer rows in {@code outer}.
 */
public final class PhysicalPlanner {
  /** The requirements of the parent on a plan. */
  public record PlanRequest(
      List<RexNode> conjuncts,
      BitSet neededFields,
      CostedPlan.DesiredOrder desiredOrder,
      Map<CorrelationId, List<RexNode>> outer) {
    PlanRequest withConjuncts(List<RexNode> other) {
      return new PlanRequest(other, neededFields, desiredOrder, outer);
    }

    public static PlanRequest all(LogicalPlan logical, Map<CorrelationId, List<RexNode>> outer) {
      BitSet demand = new BitSet();
      demand.set(0, logical.width());
      return new PlanRequest(List.of(), demand, CostedPlan.DesiredOrder.NONE, outer);
    }
  }

  private static final double UNKNOWN_LIMIT = 10;

  /** The cost of an aggregation beside which no other plan is worth the search. */
  private static final double SMALL = 20;

  private static final double VIEW_ROWS = 100;
  private static final double SERIES_ROWS = 100;

  /** Elements of an array, as PostgreSQL assumes. */
  private static final double ELEMENTS = 10;

  private static final double ROUND_ROWS = 10;

  /** Number of rows assumed for an item of a WITH. */
  private static final double CTE_ROWS = 100;

  private static final double ROUNDS = 10;

  private final PlanContext context;

  public PhysicalPlanner(PlanContext context) {
    this.context = context;
  }

  public PlanContext context() {
    return context;
  }

  public CostedPlan plan(LogicalPlan logical, PlanRequest request) {
    context.check();
    List<RexNode> kept =
        request.conjuncts.stream()
            .filter(conjunct -> cannotBePushedDown(conjunct, logical))
            .toList();
    if (kept.isEmpty()) {
      return planBelow(logical, request);
    }
    List<RexNode> rest = new ArrayList<>(request.conjuncts);
    rest.removeAll(kept);
    BitSet demand = (BitSet) request.neededFields.clone();
    kept.forEach(conjunct -> Rexes.addFields(conjunct, demand));
    CostedPlan input =
        planBelow(
            logical, new PlanRequest(rest, demand, CostedPlan.DesiredOrder.NONE, request.outer));
    return filter(input, kept);
  }

  /**
   * Whether a condition must be evaluated on the output rows: it is volatile, or refers to a
   * volatile output, which would be evaluated twice.
   */
  private static boolean cannotBePushedDown(RexNode conjunct, LogicalPlan logical) {
    if (logical instanceof LogicalPlan.Scan || logical instanceof LogicalPlan.Shared) {
      return false;
    }
    return !Rexes.isDeterministic(conjunct)
        || logical instanceof LogicalPlan.Block block
            && Rexes.fields(conjunct).stream()
                .anyMatch(field -> !Rexes.isDeterministic(block.outputs().get(field)));
  }

  private CostedPlan planBelow(LogicalPlan logical, PlanRequest request) {
    if (logical instanceof LogicalPlan.Block block) {
      return new BlockPlanner(this, block, request).plan();
    } else if (logical instanceof LogicalPlan.Scan scan) {
      return new AccessPathSelector(
              context, scan, request.conjuncts, request.neededFields, request.desiredOrder)
          .cheapest();
    } else if (logical instanceof LogicalPlan.ViewScan view) {
      CostedPlan all =
          leaf(
              new PlanNode.ViewScan(view.view(), view.alias(), view.rowType(), VIEW_ROWS),
              VIEW_ROWS);
      return filter(all, request.conjuncts);
    } else if (logical instanceof LogicalPlan.Values rows) {
      List<List<RexNode>> tuples = new ArrayList<>();
      for (List<RexNode> tuple : rows.tuples()) {
        tuples.add(Rexes.replaceVariables(tuple, request.outer));
      }
      PlanNode values = new PlanNode.Values(tuples, rows.rowType());
      return filter(leaf(values, tuples.size()), request.conjuncts);
    } else if (logical instanceof LogicalPlan.Aggregate group) {
      return planAggregate(group, request);
    } else if (logical instanceof LogicalPlan.Window window) {
      return new WindowPlanner(this, window, request).plan();
    } else if (logical instanceof LogicalPlan.Sort order) {
      return planSort(order, request);
    } else if (logical instanceof LogicalPlan.SetOperation combine) {
      return planSetOperation(combine, request);
    } else if (logical instanceof LogicalPlan.FunctionScan series) {
      List<RexNode> arguments = Rexes.replaceVariables(series.arguments(), request.outer);
      boolean elements = series.function().getName().startsWith(ArrayRowLibrary.UNNEST);
      double rows = elements ? ELEMENTS : SERIES_ROWS;
      PlanNode node =
          new PlanNode.FunctionScan(series.function(), arguments, series.rowType(), rows);
      return filter(leaf(node, rows), request.conjuncts);
    } else if (logical instanceof LogicalPlan.Recursion recursion) {
      return recursion(recursion, request);
    } else if (logical instanceof LogicalPlan.RecursionScan scan) {
      PlanNode node =
          new PlanNode.RecursionScan(scan.id(), scan.name(), scan.rowType(), ROUND_ROWS);
      return filter(leaf(node, ROUND_ROWS), request.conjuncts);
    }
    if (logical instanceof LogicalPlan.CteScan cte) {
      PlanNode node =
          new PlanNode.CteScan(cte.item(), cte.name(), cte.alias(), cte.rowType(), CTE_ROWS);
      return filter(leaf(node, CTE_ROWS), request.conjuncts);
    }
    if (logical instanceof LogicalPlan.Shared query) {
      return shared(query, request);
    }
    return fullJoin((LogicalPlan.FullJoin) logical, request);
  }

  /**
   * Plans a reference to a shared query: a scan of its rows or, if that costs less or if it is NOT
   * MATERIALIZED, the query itself with the conditions of this reference. A volatile query is not
   * repeated; nor is one with others in it, for the time of planning.
   */
  private CostedPlan shared(LogicalPlan.Shared reference, PlanRequest request) {
    SharedQuery.Definition definition = reference.definition();
    LogicalPlan query = reference.query();
    Boolean materialized = definition.materialized();
    if (Boolean.FALSE.equals(materialized) && reference.isRepeatable()) {
      return plan(query, request);
    }
    CostedPlan once =
        context.shared(
            definition,
            () -> {
              CostedPlan planned = plan(query, PlanRequest.all(query, Map.of()));
              return new CostedPlan(
                  exact(planned, query.rowType()),
                  CostedPlan.identity(query.width()),
                  CostedPlan.Ordering.NONE,
                  planned.cost());
            });
    double rows = once.rows();
    RelDataTypeFactory.Builder rowType = context.types().builder();
    for (RelDataTypeField field : query.rowType().getFieldList()) {
      int index = rowType.getFieldCount();
      boolean named = index < definition.columns().size();
      rowType.add(named ? definition.columns().get(index) : field.getName(), field.getType());
    }
    PlanNode node =
        new PlanNode.SharedScan(definition, definition.name(), once.node(), rowType.build(), rows);
    double cost = (once.cost() + rows) / definition.references() + rows;
    CostedPlan scan =
        filter(
            new CostedPlan(node, once.positions(), CostedPlan.Ordering.NONE, cost),
            request.conjuncts);
    boolean shares = Boolean.TRUE.equals(materialized) || !reference.isRepeatable();
    if (shares || once.node().hasSharedScan()) {
      return scan;
    }
    // the first rows in some order may cost little, but another reference reads all of them
    PlanRequest whole =
        request.conjuncts.isEmpty()
            ? new PlanRequest(
                List.of(), request.neededFields, CostedPlan.DesiredOrder.NONE, request.outer)
            : request;
    CostedPlan inline = plan(query, whole);
    return inline.cost() < scan.cost() ? inline : scan;
  }

  private static CostedPlan leaf(PlanNode node, double rows) {
    CostedPlan.Ordering ordering =
        node instanceof PlanNode.Values && rows <= 1
            ? CostedPlan.Ordering.SINGLE
            : CostedPlan.Ordering.NONE;
    return new CostedPlan(
        node, CostedPlan.identity(node.rowType().getFieldCount()), ordering, rows);
  }

  /** Adds a filter for conditions over the logical fields. */
  CostedPlan filter(CostedPlan input, List<RexNode> conjuncts) {
    if (conjuncts.isEmpty()) {
      return input;
    }
    double rows = input.rows();
    List<RexNode> physical = new ArrayList<>();
    for (RexNode conjunct : conjuncts) {
      rows *= CardinalityEstimator.selectivity(conjunct);
      physical.add(input.toPhysical(conjunct));
    }
    PlanNode node =
        new PlanNode.Filter(
            input.node(), RexUtil.composeConjunction(context.rex(), physical), rows);
    return new CostedPlan(node, input.positions(), input.ordering(), input.cost());
  }

  private CostedPlan planAggregate(LogicalPlan.Aggregate group, PlanRequest request) {
    int keys = group.fields().size();
    List<RexNode> pushed = new ArrayList<>();
    List<RexNode> rest = new ArrayList<>();
    for (RexNode conjunct : request.conjuncts) {
      BitSet fields = Rexes.fields(conjunct);
      boolean onKeys =
          !fields.isEmpty()
              && fields.length() <= keys
              && group.sets().stream().allMatch(set -> fields.stream().allMatch(set::contains));
      (onKeys ? pushed : rest).add(conjunct);
    }
    RelDataType inputType = group.input().rowType();
    List<RexNode> inputConjuncts =
        Rexes.replaceFields(pushed, i -> CostedPlan.ref(inputType, group.fields().get(i)));
    BitSet outputs = (BitSet) request.neededFields.clone();
    rest.forEach(conjunct -> Rexes.addFields(conjunct, outputs));
    BitSet demand = new BitSet();
    group.fields().forEach(demand::set);
    List<Integer> wantedCalls = new ArrayList<>();
    for (int i = 0; i < group.calls().size(); i++) {
      AggregateCall call = group.calls().get(i);
      if (outputs.get(keys + i)) {
        wantedCalls.add(i);
        call.getArgList().forEach(demand::set);
        call.getCollation().getKeys().forEach(demand::set);
        if (call.hasFilter()) {
          demand.set(call.filterArg);
        }
      }
    }
    CostedPlan.DesiredOrder wish = endWish(group, wantedCalls, inputConjuncts);
    PlanRequest inputRequest = new PlanRequest(inputConjuncts, demand, wish, request.outer);
    CostedPlan input = plan(group.input(), inputRequest);
    if (!wish.isNone()) {
      input = end(input, wish, group, wantedCalls);
    }
    boolean limited = rest.isEmpty() && !Double.isInfinite(request.desiredOrder.limit());
    CostedPlan.DesiredOrder parent =
        limited
            ? request.desiredOrder
            : new CostedPlan.DesiredOrder(request.desiredOrder.keys(), Double.POSITIVE_INFINITY);
    GroupOrders orders = new GroupOrders(group, wantedCalls, parent);
    CostedPlan best = aggregate(group, wantedCalls, input, false);
    CostedPlan probed =
        best.cost() <= SMALL
            ? null
            : new IndexAggregates(this, group, wantedCalls, inputConjuncts, demand, request.outer)
                .plan();
    if (orders.prefersHashing(input, best.rows())) {
      return filter(orders.cheaper(best, probed, context), rest);
    }
    if (orders.isGrouped(input)) {
      best = aggregate(group, wantedCalls, input, true);
    }
    if (orders.canStream() && !context.methods().alwaysSort()) {
      double bestCost = orders.cost(best, context);
      double perGroup = input.rows() / Math.max(1, best.rows());
      for (List<RelFieldCollation> order : orders.candidates()) {
        CostedPlan sorted =
            plan(
                group.input(),
                new PlanRequest(
                    inputConjuncts,
                    demand,
                    new CostedPlan.DesiredOrder(order, parent.limit() * Math.max(1, perGroup)),
                    request.outer));
        if (orders.isGrouped(sorted)) {
          CostedPlan streamed = aggregate(group, wantedCalls, sorted, true);
          double cost = orders.cost(streamed, context);
          if (cost < bestCost) {
            best = streamed;
            bestCost = cost;
          }
        }
      }
    }
    return filter(orders.cheaper(best, probed, context), rest);
  }

  /** Returns the order in which a single MIN or MAX is the first row, such as an index order. */
  static CostedPlan.DesiredOrder endWish(
      LogicalPlan.Aggregate group, List<Integer> wantedCalls, List<RexNode> conjuncts) {
    if (!group.isSingleRow() || wantedCalls.size() != 1 || !conjuncts.isEmpty()) {
      return CostedPlan.DesiredOrder.NONE;
    }
    AggregateCall call = group.calls().get(wantedCalls.get(0));
    SqlKind kind = call.getAggregation().getKind();
    if (kind != SqlKind.MIN && kind != SqlKind.MAX || call.hasFilter()) {
      return CostedPlan.DesiredOrder.NONE;
    }
    int field = call.getArgList().get(0);
    RelFieldCollation key =
        kind == SqlKind.MIN
            ? new RelFieldCollation(
                field,
                RelFieldCollation.Direction.ASCENDING,
                RelFieldCollation.NullDirection.UNSPECIFIED)
            : new RelFieldCollation(
                field,
                RelFieldCollation.Direction.DESCENDING,
                RelFieldCollation.NullDirection.LAST);
    return new CostedPlan.DesiredOrder(List.of(key), 1);
  }

  /** Takes the first row that is not NULL, where the input is in the desired order. */
  CostedPlan end(
      CostedPlan input,
      CostedPlan.DesiredOrder wish,
      LogicalPlan.Aggregate group,
      List<Integer> wantedCalls) {
    int field = group.calls().get(wantedCalls.get(0)).getArgList().get(0);
    int position = input.positions()[field];
    RelFieldCollation key = wish.keys().get(0).withFieldIndex(position);
    if (input.ordering().single() || !input.ordering().satisfies(List.of(key))) {
      return input;
    }
    RexNode value = CostedPlan.ref(input.node().rowType(), position);
    CostedPlan present = input;
    if (value.getType().isNullable()) {
      RexNode condition = context.rex().makeCall(SqlStdOperatorTable.IS_NOT_NULL, value);
      present =
          new CostedPlan(
              new PlanNode.Filter(input.node(), condition, input.rows()),
              input.positions(),
              input.ordering(),
              input.cost());
    }
    PlanNode first =
        new PlanNode.Sort(present.node(), List.of(), null, integer(1), Math.min(1, input.rows()));
    return new CostedPlan(first, input.positions(), CostedPlan.Ordering.SINGLE, input.cost());
  }

  private RexNode integer(int value) {
    return context.rex().makeExactLiteral(BigDecimal.valueOf(value));
  }

  /**
   * Plans the aggregation of a planned input.
   *
   * @param sorted whether the rows of each group follow one another
   */
  CostedPlan aggregate(
      LogicalPlan.Aggregate group, List<Integer> wantedCalls, CostedPlan input, boolean sorted) {
    int keys = group.fields().size();
    int[] positions = new int[group.width()];
    Arrays.fill(positions, CostedPlan.ABSENT);
    RelDataTypeFactory.Builder rowType = context.types().builder();
    List<RelDataTypeField> fields = group.rowType().getFieldList();
    List<Integer> groupFields = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      groupFields.add(input.positions()[group.fields().get(i)]);
      positions[i] = i;
      rowType.add(fields.get(i));
    }
    List<AggregateCall> calls = new ArrayList<>();
    for (int wanted : wantedCalls) {
      AggregateCall call = group.calls().get(wanted);
      List<Integer> arguments = new ArrayList<>();
      call.getArgList().forEach(argument -> arguments.add(input.positions()[argument]));
      calls.add(
          call.withArgList(arguments)
              .withCollation(moved(call.getCollation(), input))
              .withFilter(call.hasFilter() ? input.positions()[call.filterArg] : -1));
      positions[keys + wanted] = keys + calls.size() - 1;
      rowType.add(fields.get(keys + wanted));
    }
    BitSet constants = input.ordering().constants();
    List<Integer> varying = groupFields.stream().filter(field -> !constants.get(field)).toList();
    double rows = context.estimates().groups(input.node(), varying);
    boolean single = group.sets().size() == 1 && varying.isEmpty();
    PlanNode node =
        new PlanNode.Aggregate(
            input.node(), groupFields, group.sets(), calls, rowType.build(), rows, sorted);
    CostedPlan.Ordering ordering =
        single
            ? CostedPlan.Ordering.SINGLE
            : sorted
                ? GroupOrders.ordering(input.ordering(), groupFields)
                : CostedPlan.Ordering.NONE;
    double row = sorted ? CostModel.GROUP : CostModel.BUILD;
    return new CostedPlan(node, positions, ordering, input.cost() + input.rows() * row);
  }

  private static RelCollation moved(RelCollation order, CostedPlan input) {
    List<RelFieldCollation> keys = new ArrayList<>();
    order
        .getFieldCollations()
        .forEach(key -> keys.add(key.withFieldIndex(input.positions()[key.getFieldIndex()])));
    return RelCollations.of(keys);
  }

  private CostedPlan planSort(LogicalPlan.Sort order, PlanRequest request) {
    boolean limits = order.limits();
    List<RexNode> pushed = limits ? List.of() : request.conjuncts;
    BitSet demand = (BitSet) request.neededFields.clone();
    request.conjuncts.forEach(conjunct -> Rexes.addFields(conjunct, demand));
    order.collations().forEach(key -> demand.set(key.getFieldIndex()));
    double limit = limits ? limit(order) : request.desiredOrder.limit();
    CostedPlan.DesiredOrder wish =
        order.collations().isEmpty() && !limits
            ? request.desiredOrder
            : new CostedPlan.DesiredOrder(order.collations(), limit);
    CostedPlan input = plan(order.input(), new PlanRequest(pushed, demand, wish, request.outer));
    List<RelFieldCollation> keys = new ArrayList<>();
    for (RelFieldCollation key : order.collations()) {
      keys.add(key.withFieldIndex(input.positions()[key.getFieldIndex()]));
    }
    boolean sorting = context.methods().alwaysSort() && !keys.isEmpty();
    boolean ordered = !sorting && input.ordering().satisfies(keys);
    double cost = ordered ? input.cost() : context.costInOrder(input, keys, limit);
    CostedPlan sorted = input;
    if (!ordered || limits) {
      RexNode offset = outer(order.offset(), request);
      RexNode fetch = outer(order.fetch(), request);
      List<RelFieldCollation> ties = order.ties() ? keys : List.of();
      double rows = Math.min(input.rows(), limit);
      PlanNode late = ordered || !limits ? null : withDeferredLocks(input.node());
      PlanNode node =
          late != null
              ? lockInOrder(late, keys, offset, fetch, ties, rows)
              : new PlanNode.Sort(
                  input.node(),
                  ordered ? List.of() : keys,
                  offset,
                  fetch,
                  ties,
                  rows,
                  ordered || sorting ? 0 : input.ordering().prefix(keys));
      CostedPlan.Ordering ordering =
          ordered
              ? input.ordering()
              : new CostedPlan.Ordering(keys, input.ordering().constants(), false, false);
      sorted = new CostedPlan(node, input.positions(), ordering, cost);
    }
    return limits ? filter(sorted, request.conjuncts) : sorted;
  }

  /**
   * Returns the scan with deferred locking, so that rows cut off by a limit are not locked; or
   * null.
   */
  private static @Nullable PlanNode withDeferredLocks(PlanNode node) {
    if (node instanceof PlanNode.Filter filter) {
      PlanNode input = withDeferredLocks(filter.input());
      return input == null ? null : filter.withInputs(List.of(input));
    }
    if (node instanceof PlanNode.TableScan scan) {
      LockingClause locking = scan.locking();
      return locking != null && locking.locksRows() ? scan.withLocking(locking.asDeferred()) : null;
    }
    return null;
  }

  private static PlanNode lockInOrder(
      PlanNode input,
      List<RelFieldCollation> keys,
      @Nullable RexNode offset,
      @Nullable RexNode fetch,
      List<RelFieldCollation> ties,
      double rows) {
    PlanNode sorted = new PlanNode.Sort(input, keys, null, null, input.rows());
    return new PlanNode.Sort(new PlanNode.LockRows(sorted), List.of(), offset, fetch, ties, rows);
  }

  private static @Nullable RexNode outer(@Nullable RexNode node, PlanRequest request) {
    return node == null ? null : Rexes.replaceVariables(node, request.outer);
  }

  private static double limit(LogicalPlan.Sort order) {
    if (order.fetch() == null) {
      return Double.POSITIVE_INFINITY;
    }
    return number(order.fetch()) + (order.offset() == null ? 0 : number(order.offset()));
  }

  /** Returns the value of a limit, or a guess where it is not known at planning time. */
  static double number(RexNode node) {
    Number value = node instanceof RexLiteral literal ? literal.getValueAs(Long.class) : null;
    return value == null ? UNKNOWN_LIMIT : value.doubleValue();
  }

  /** Adds a sort, unless the rows are in order. */
  CostedPlan sorted(CostedPlan input, List<RelFieldCollation> keys) {
    if (input.ordering().satisfies(keys)) {
      return input;
    }
    int presorted = context.methods().alwaysSort() ? 0 : input.ordering().prefix(keys);
    PlanNode sort =
        new PlanNode.Sort(input.node(), keys, null, null, List.of(), input.rows(), presorted);
    return new CostedPlan(
        sort,
        input.positions(),
        new CostedPlan.Ordering(keys, input.ordering().constants(), false, false),
        context.costInOrder(input, keys, Double.POSITIVE_INFINITY));
  }

  private CostedPlan planSetOperation(LogicalPlan.SetOperation combine, PlanRequest request) {
    CostedPlan appended = append(combine, request);
    CostedPlan.DesiredOrder wish = request.desiredOrder;
    boolean merges =
        combine.all()
            && combine.kind() == PlanNode.SetOperation.Kind.UNION
            && !wish.keys().isEmpty()
            && !context.methods().alwaysSort();
    CostedPlan merged = merges ? merge(combine, request) : null;
    return merged != null
            && merged.cost() < context.costInOrder(appended, wish.keys(), wish.limit())
        ? merged
        : appended;
  }

  /**
   * Plans a UNION ALL that merges its inputs in the desired order; null where few of the rows can
   * be read in this order.
   */
  private @Nullable CostedPlan merge(LogicalPlan.SetOperation combine, PlanRequest request) {
    CostedPlan.DesiredOrder wish = request.desiredOrder;
    List<PlanNode> inputs = new ArrayList<>();
    double cost = 0;
    double rows = 0;
    double rowsInOrder = 0;
    for (LogicalPlan input : combine.inputs()) {
      PlanRequest wanted = PlanRequest.all(input, request.outer);
      CostedPlan planned =
          plan(
              input,
              new PlanRequest(pushed(request, input), wanted.neededFields, wish, request.outer));
      List<RelFieldCollation> keys = new ArrayList<>();
      for (RelFieldCollation key : wish.keys()) {
        int field = key.getFieldIndex();
        RelDataType type = combine.rowType().getFieldList().get(field).getType();
        RexInputRef ref = planned.ref(field);
        if (!isOrderedAs(ref.getType(), type)) {
          return null;
        }
        keys.add(key.withFieldIndex(ref.getIndex()));
      }
      CostedPlan sorted = topRows(planned, keys, wish.limit());
      inputs.add(exact(sorted, combine.rowType()));
      cost += sorted.cost();
      rows += sorted.rows();
      rowsInOrder += planned.ordering().satisfies(keys) ? planned.rows() : 0;
    }
    if (rowsInOrder < rows / 2) {
      // one sort has less memory, as it knows the limit
      return null;
    }
    double merging = Math.min(rows, wish.limit()) * Math.log(inputs.size() + 1) * CostModel.MERGE;
    return new CostedPlan(
        new PlanNode.SetOperation(
            combine.kind(), true, wish.keys(), inputs, combine.rowType(), rows),
        CostedPlan.identity(combine.width()),
        new CostedPlan.Ordering(wish.keys(), new BitSet(), false, false),
        cost + merging);
  }

  /** Whether values of a type stay the same and keep their order as values of another type. */
  private static boolean isOrderedAs(RelDataType type, RelDataType other) {
    return type.getSqlTypeName() == other.getSqlTypeName()
        && type.getScale() == other.getScale()
        && RelTypes.sqlType(type).collation().equals(RelTypes.sqlType(other).collation());
  }

  /** Adds a sort with a limit, unless the rows are in order. */
  private CostedPlan topRows(CostedPlan input, List<RelFieldCollation> keys, double limit) {
    CostedPlan sorted = sorted(input, keys);
    return new CostedPlan(
        sorted.node(),
        sorted.positions(),
        sorted.ordering(),
        input.ordering().satisfies(keys) ? input.cost() : context.costInOrder(input, keys, limit));
  }

  private static List<RexNode> pushed(PlanRequest request, LogicalPlan input) {
    RelDataType inputType = input.rowType();
    return Rexes.replaceFields(request.conjuncts, i -> CostedPlan.ref(inputType, i));
  }

  private CostedPlan append(LogicalPlan.SetOperation combine, PlanRequest request) {
    List<PlanNode> inputs = new ArrayList<>();
    double cost = 0;
    double rows = 0;
    boolean union = combine.kind() == PlanNode.SetOperation.Kind.UNION;
    for (LogicalPlan input : combine.inputs()) {
      CostedPlan planned =
          plan(input, PlanRequest.all(input, request.outer).withConjuncts(pushed(request, input)));
      PlanNode exact = exact(planned, combine.rowType());
      if (union && EmptyPlans.isEmpty(exact)) {
        continue;
      }
      inputs.add(exact);
      cost += planned.cost();
      rows += planned.rows();
    }
    boolean streams = combine.all() && union;
    if (inputs.isEmpty()) {
      return CostedPlan.empty(combine.rowType());
    } else if (streams && inputs.size() == 1) {
      return new CostedPlan(
          inputs.get(0), CostedPlan.identity(combine.width()), CostedPlan.Ordering.NONE, cost);
    }
    PlanNode node =
        new PlanNode.SetOperation(combine.kind(), combine.all(), inputs, combine.rowType(), rows);
    return new CostedPlan(
        node,
        CostedPlan.identity(combine.width()),
        CostedPlan.Ordering.NONE,
        cost + (streams ? 0 : rows * CostModel.BUILD));
  }

  private CostedPlan recursion(LogicalPlan.Recursion recursion, PlanRequest request) {
    CostedPlan seed = plan(recursion.seed(), PlanRequest.all(recursion.seed(), request.outer));
    CostedPlan step = plan(recursion.step(), PlanRequest.all(recursion.step(), request.outer));
    PlanNode node =
        new PlanNode.Recursion(
            exact(seed, recursion.rowType()),
            new RescanOptimizer(context, ROUNDS).optimize(exact(step, recursion.rowType())),
            recursion.id(),
            recursion.name(),
            recursion.all(),
            recursion.rowType(),
            seed.rows() + ROUNDS * step.rows());
    double cost = seed.cost() + ROUNDS * step.cost();
    return filter(
        new CostedPlan(
            node, CostedPlan.identity(recursion.width()), CostedPlan.Ordering.NONE, cost),
        request.conjuncts);
  }

  /** Returns the plan with exactly the logical fields, in order and with the required types. */
  public PlanNode exact(CostedPlan planned, RelDataType rowType) {
    List<RexNode> expressions = new ArrayList<>();
    boolean identity = planned.width() == rowType.getFieldCount();
    for (int i = 0; i < rowType.getFieldCount(); i++) {
      RexInputRef ref = planned.ref(i);
      RelDataType wanted = rowType.getFieldList().get(i).getType();
      boolean sameKind = ref.getType().getSqlTypeName() == wanted.getSqlTypeName();
      boolean sameScale = sameKind && ref.getType().getScale() == wanted.getScale();
      boolean text = ref.getType().getSqlTypeName().getFamily() == SqlTypeFamily.CHARACTER;
      identity &= ref.getIndex() == i && (sameScale || text && sameKind);
      expressions.add(
          sameScale || text && sameKind
              ? ref
              : context
                  .rex()
                  .makeAbstractCast(
                      context.types().createTypeWithNullability(wanted, ref.getType().isNullable()),
                      ref,
                      false));
    }
    return identity ? planned.node() : new PlanNode.Project(planned.node(), expressions, rowType);
  }

  private CostedPlan fullJoin(LogicalPlan.FullJoin join, PlanRequest request) {
    CostedPlan left = plan(join.left(), PlanRequest.all(join.left(), request.outer));
    CostedPlan right = plan(join.right(), PlanRequest.all(join.right(), request.outer));
    int leftWidth = join.left().width();
    int[] positions = new int[join.width()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] =
          i < leftWidth ? left.positions()[i] : left.width() + right.positions()[i - leftWidth];
    }
    List<RexNode> on = new ArrayList<>();
    for (RexNode conjunct : Rexes.replaceVariables(join.on(), request.outer)) {
      on.add(
          Rexes.replaceFields(
              conjunct,
              i -> new RexInputRef(positions[i], join.rowType().getFieldList().get(i).getType())));
    }
    HashJoinPlanner joins = new HashJoinPlanner(context);
    PlanNode node =
        joins.join(
            left.node(), right.node(), JoinRelType.FULL, on, Math.max(left.rows(), right.rows()));
    CostedPlan planned =
        new CostedPlan(
            node, positions, CostedPlan.Ordering.NONE, left.cost() + right.cost() + node.rows());
    return filter(planned, request.conjuncts);
  }

  static Map<CorrelationId, List<RexNode>> with(
      Map<CorrelationId, List<RexNode>> outer, CorrelationId variable, List<RexNode> row) {
    Map<CorrelationId, List<RexNode>> extended = new HashMap<>(outer);
    extended.put(variable, row);
    return extended;
  }
}
