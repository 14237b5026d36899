package io.mosql.sql.planner;

import io.mosql.sql.plan.PlanNode;
import io.mosql.sql.plan.RowClaim;
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
 * Chooses physical operators for a logical query, bottom-up by estimated cost. Every method takes
 * conditions that may be pushed into the input (over its fields), the fields that will be looked
 * at, and the order that would be welcome; the values of outer rows are in {@code outer}.
 */
final class PhysicalPlanner {
  /** What the parent asks of a plan. */
  record Request(
      List<RexNode> conjuncts,
      BitSet demand,
      Planned.Wish wish,
      Map<CorrelationId, List<RexNode>> outer) {
    Request withConjuncts(List<RexNode> other) {
      return new Request(other, demand, wish, outer);
    }

    static Request all(Logical logical, Map<CorrelationId, List<RexNode>> outer) {
      BitSet demand = new BitSet();
      demand.set(0, logical.width());
      return new Request(List.of(), demand, Planned.Wish.NONE, outer);
    }
  }

  private static final double UNKNOWN_LIMIT = 10;
  private static final double VIEW_ROWS = 100;
  private static final double SERIES_ROWS = 100;
  private static final double ROUND_ROWS = 10;

  /** What an item of a WITH is taken to have. */
  private static final double CTE_ROWS = 100;

  private static final double ROUNDS = 10;

  private final PlanContext context;

  PhysicalPlanner(PlanContext context) {
    this.context = context;
  }

  PlanContext context() {
    return context;
  }

  Planned plan(Logical logical, Request request) {
    context.check();
    List<RexNode> kept =
        request.conjuncts.stream().filter(conjunct -> staysAbove(conjunct, logical)).toList();
    if (kept.isEmpty()) {
      return planBelow(logical, request);
    }
    List<RexNode> rest = new ArrayList<>(request.conjuncts);
    rest.removeAll(kept);
    BitSet demand = (BitSet) request.demand.clone();
    kept.forEach(conjunct -> Rexes.addFields(conjunct, demand));
    Planned input = planBelow(logical, new Request(rest, demand, Planned.Wish.NONE, request.outer));
    return filter(input, kept);
  }

  /**
   * Whether a condition must see the rows as they come out: it is another one each time that it is
   * looked at, or would work out again an output that is.
   */
  private static boolean staysAbove(RexNode conjunct, Logical logical) {
    if (logical instanceof Logical.Scan) {
      return false;
    }
    return !Rexes.isDeterministic(conjunct)
        || logical instanceof Logical.Block block
            && Rexes.fields(conjunct).stream()
                .anyMatch(field -> !Rexes.isDeterministic(block.outputs().get(field)));
  }

  private Planned planBelow(Logical logical, Request request) {
    if (logical instanceof Logical.Block block) {
      return new BlockPlanner(this, block, request).plan();
    } else if (logical instanceof Logical.Scan scan) {
      return new AccessPaths(context, scan, request.conjuncts, request.demand, request.wish)
          .cheapest();
    } else if (logical instanceof Logical.View view) {
      Planned all = leaf(new PlanNode.ViewScan(view.view(), view.rowType(), VIEW_ROWS), VIEW_ROWS);
      return filter(all, request.conjuncts);
    } else if (logical instanceof Logical.Rows rows) {
      List<List<RexNode>> tuples = new ArrayList<>();
      for (List<RexNode> tuple : rows.tuples()) {
        tuples.add(Rexes.replaceVariables(tuple, request.outer));
      }
      PlanNode values = new PlanNode.Values(tuples, rows.rowType());
      return filter(leaf(values, tuples.size()), request.conjuncts);
    } else if (logical instanceof Logical.Group group) {
      return group(group, request);
    } else if (logical instanceof Logical.Window window) {
      return new WindowPlanner(this, window, request).plan();
    } else if (logical instanceof Logical.Order order) {
      return order(order, request);
    } else if (logical instanceof Logical.Combine combine) {
      return combine(combine, request);
    } else if (logical instanceof Logical.Series series) {
      List<RexNode> arguments = Rexes.replaceVariables(series.arguments(), request.outer);
      PlanNode node =
          new PlanNode.Series(series.function(), arguments, series.rowType(), SERIES_ROWS);
      return filter(leaf(node, SERIES_ROWS), request.conjuncts);
    } else if (logical instanceof Logical.Recursion recursion) {
      return recursion(recursion, request);
    } else if (logical instanceof Logical.RecursionScan scan) {
      PlanNode node = new PlanNode.RecursionScan(scan.id(), scan.rowType(), ROUND_ROWS);
      return filter(leaf(node, ROUND_ROWS), request.conjuncts);
    }
    if (logical instanceof Logical.Cte cte) {
      PlanNode node = new PlanNode.CteScan(cte.item(), cte.name(), cte.rowType(), CTE_ROWS);
      return filter(leaf(node, CTE_ROWS), request.conjuncts);
    }
    return fullJoin((Logical.FullJoin) logical, request);
  }

  private static Planned leaf(PlanNode node, double rows) {
    Planned.Ordering ordering =
        node instanceof PlanNode.Values && rows <= 1
            ? Planned.Ordering.SINGLE
            : Planned.Ordering.NONE;
    return new Planned(node, Planned.identity(node.rowType().getFieldCount()), ordering, rows);
  }

  /** Adds a filter for conditions over the logical fields. */
  Planned filter(Planned input, List<RexNode> conjuncts) {
    if (conjuncts.isEmpty()) {
      return input;
    }
    double rows = input.rows();
    List<RexNode> physical = new ArrayList<>();
    for (RexNode conjunct : conjuncts) {
      rows *= Estimates.selectivity(conjunct);
      physical.add(input.toPhysical(conjunct));
    }
    PlanNode node =
        new PlanNode.Filter(
            input.node(), RexUtil.composeConjunction(context.rex(), physical), rows);
    return new Planned(node, input.positions(), input.ordering(), input.cost());
  }

  private Planned group(Logical.Group group, Request request) {
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
        Rexes.replaceFields(pushed, i -> Planned.ref(inputType, group.fields().get(i)));
    BitSet outputs = (BitSet) request.demand.clone();
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
    Planned.Wish wish = endWish(group, wantedCalls, inputConjuncts);
    Planned input = plan(group.input(), new Request(inputConjuncts, demand, wish, request.outer));
    if (!wish.isNone()) {
      input = end(input, wish, group, wantedCalls);
    }
    return filter(aggregate(group, wantedCalls, input), rest);
  }

  /** A lone MIN or MAX would like the index end where it is found at once. */
  private static Planned.Wish endWish(
      Logical.Group group, List<Integer> wantedCalls, List<RexNode> conjuncts) {
    if (!group.isSingleRow() || wantedCalls.size() != 1 || !conjuncts.isEmpty()) {
      return Planned.Wish.NONE;
    }
    AggregateCall call = group.calls().get(wantedCalls.get(0));
    SqlKind kind = call.getAggregation().getKind();
    if (kind != SqlKind.MIN && kind != SqlKind.MAX || call.hasFilter()) {
      return Planned.Wish.NONE;
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
    return new Planned.Wish(List.of(key), 1);
  }

  /** Takes the first row that is not NULL where the input comes in the wanted order. */
  private Planned end(
      Planned input, Planned.Wish wish, Logical.Group group, List<Integer> wantedCalls) {
    int field = group.calls().get(wantedCalls.get(0)).getArgList().get(0);
    int position = input.positions()[field];
    RelFieldCollation key = wish.keys().get(0).withFieldIndex(position);
    if (input.ordering().single() || !input.ordering().satisfies(List.of(key))) {
      return input;
    }
    RexNode value = Planned.ref(input.node().rowType(), position);
    Planned present = input;
    if (value.getType().isNullable()) {
      RexNode condition = context.rex().makeCall(SqlStdOperatorTable.IS_NOT_NULL, value);
      present =
          new Planned(
              new PlanNode.Filter(input.node(), condition, input.rows()),
              input.positions(),
              input.ordering(),
              input.cost());
    }
    PlanNode first =
        new PlanNode.Sort(present.node(), List.of(), null, integer(1), Math.min(1, input.rows()));
    return new Planned(first, input.positions(), Planned.Ordering.SINGLE, input.cost());
  }

  private RexNode integer(int value) {
    return context.rex().makeExactLiteral(BigDecimal.valueOf(value));
  }

  private Planned aggregate(Logical.Group group, List<Integer> wantedCalls, Planned input) {
    int keys = group.fields().size();
    int[] positions = new int[group.width()];
    Arrays.fill(positions, Planned.ABSENT);
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
    double rows = context.estimates().groups(input.node(), groupFields);
    PlanNode node =
        new PlanNode.Aggregate(
            input.node(), groupFields, group.sets(), calls, rowType.build(), rows);
    Planned.Ordering ordering =
        group.isSingleRow() ? Planned.Ordering.SINGLE : Planned.Ordering.NONE;
    return new Planned(node, positions, ordering, input.cost() + input.rows() * Costs.BUILD);
  }

  private static RelCollation moved(RelCollation order, Planned input) {
    List<RelFieldCollation> keys = new ArrayList<>();
    order
        .getFieldCollations()
        .forEach(key -> keys.add(key.withFieldIndex(input.positions()[key.getFieldIndex()])));
    return RelCollations.of(keys);
  }

  private Planned order(Logical.Order order, Request request) {
    boolean limits = order.limits();
    List<RexNode> pushed = limits ? List.of() : request.conjuncts;
    BitSet demand = (BitSet) request.demand.clone();
    request.conjuncts.forEach(conjunct -> Rexes.addFields(conjunct, demand));
    order.collations().forEach(key -> demand.set(key.getFieldIndex()));
    double limit = limits ? limit(order) : request.wish.limit();
    Planned.Wish wish =
        order.collations().isEmpty() && !limits
            ? request.wish
            : new Planned.Wish(order.collations(), limit);
    Planned input = plan(order.input(), new Request(pushed, demand, wish, request.outer));
    List<RelFieldCollation> keys = new ArrayList<>();
    for (RelFieldCollation key : order.collations()) {
      keys.add(key.withFieldIndex(input.positions()[key.getFieldIndex()]));
    }
    boolean sorting = context.shape().sorting() && !keys.isEmpty();
    boolean ordered = !sorting && input.ordering().satisfies(keys);
    double cost = input.cost() + (ordered ? 0 : Costs.sort(input.rows()));
    Planned sorted = input;
    if (!ordered || limits) {
      RexNode offset = outer(order.offset(), request);
      RexNode fetch = outer(order.fetch(), request);
      List<RelFieldCollation> ties = order.ties() ? keys : List.of();
      double rows = Math.min(input.rows(), limit);
      PlanNode late = ordered || !limits ? null : heldLater(input.node());
      PlanNode node =
          late != null
              ? heldInOrder(late, keys, offset, fetch, ties, rows)
              : new PlanNode.Sort(
                  input.node(), ordered ? List.of() : keys, offset, fetch, ties, rows);
      Planned.Ordering ordering =
          ordered
              ? input.ordering()
              : new Planned.Ordering(keys, input.ordering().constants(), false, false);
      sorted = new Planned(node, input.positions(), ordering, cost);
    }
    return limits ? filter(sorted, request.conjuncts) : sorted;
  }

  /** What a limit cuts off is not to be held: a scan that leaves that to later, or null. */
  private static @Nullable PlanNode heldLater(PlanNode node) {
    if (node instanceof PlanNode.Filter filter) {
      PlanNode input = heldLater(filter.input());
      return input == null ? null : new PlanNode.Filter(input, filter.condition(), filter.rows());
    }
    if (node instanceof PlanNode.TableScan scan) {
      RowClaim claim = scan.claim();
      return claim != null && claim.holds() ? scan.withClaim(claim.delayed()) : null;
    }
    if (node instanceof PlanNode.MultiLookup lookup) {
      RowClaim claim = lookup.claim();
      return claim != null && claim.holds() ? lookup.withClaim(claim.delayed()) : null;
    }
    return null;
  }

  private static PlanNode heldInOrder(
      PlanNode input,
      List<RelFieldCollation> keys,
      @Nullable RexNode offset,
      @Nullable RexNode fetch,
      List<RelFieldCollation> ties,
      double rows) {
    PlanNode sorted = new PlanNode.Sort(input, keys, null, null, input.rows());
    return new PlanNode.Sort(new PlanNode.HoldRows(sorted), List.of(), offset, fetch, ties, rows);
  }

  private static @Nullable RexNode outer(@Nullable RexNode node, Request request) {
    return node == null ? null : Rexes.replaceVariables(node, request.outer);
  }

  private static double limit(Logical.Order order) {
    if (order.fetch() == null) {
      return Double.POSITIVE_INFINITY;
    }
    return number(order.fetch()) + (order.offset() == null ? 0 : number(order.offset()));
  }

  private static double number(RexNode node) {
    Number value = node instanceof RexLiteral literal ? literal.getValueAs(Long.class) : null;
    return value == null ? UNKNOWN_LIMIT : value.doubleValue();
  }

  private Planned combine(Logical.Combine combine, Request request) {
    List<PlanNode> inputs = new ArrayList<>();
    double cost = 0;
    double rows = 0;
    for (Logical input : combine.inputs()) {
      RelDataType inputType = input.rowType();
      List<RexNode> conjuncts =
          Rexes.replaceFields(request.conjuncts, i -> Planned.ref(inputType, i));
      Planned planned = plan(input, Request.all(input, request.outer).withConjuncts(conjuncts));
      inputs.add(exact(planned, combine.rowType()));
      cost += planned.cost();
      rows += planned.rows();
    }
    boolean streams = combine.all() && combine.kind() == PlanNode.SetOperation.Kind.UNION;
    PlanNode node =
        new PlanNode.SetOperation(combine.kind(), combine.all(), inputs, combine.rowType(), rows);
    return new Planned(
        node,
        Planned.identity(combine.width()),
        Planned.Ordering.NONE,
        cost + (streams ? 0 : rows * Costs.BUILD));
  }

  private Planned recursion(Logical.Recursion recursion, Request request) {
    Planned seed = plan(recursion.seed(), Request.all(recursion.seed(), request.outer));
    Planned step = plan(recursion.step(), Request.all(recursion.step(), request.outer));
    PlanNode node =
        new PlanNode.Recursion(
            exact(seed, recursion.rowType()),
            new KeptSides(context, ROUNDS).in(exact(step, recursion.rowType())),
            recursion.id(),
            recursion.all(),
            recursion.rowType(),
            seed.rows() + ROUNDS * step.rows());
    double cost = seed.cost() + ROUNDS * step.cost();
    return filter(
        new Planned(node, Planned.identity(recursion.width()), Planned.Ordering.NONE, cost),
        request.conjuncts);
  }

  /** The plan with exactly the logical fields, in order, of the types wanted. */
  PlanNode exact(Planned planned, RelDataType rowType) {
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

  private Planned fullJoin(Logical.FullJoin join, Request request) {
    Planned left = plan(join.left(), Request.all(join.left(), request.outer));
    Planned right = plan(join.right(), Request.all(join.right(), request.outer));
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
    HashJoins joins = new HashJoins(context);
    PlanNode node =
        joins.join(
            left.node(), right.node(), JoinRelType.FULL, on, Math.max(left.rows(), right.rows()));
    Planned planned =
        new Planned(
            node, positions, Planned.Ordering.NONE, left.cost() + right.cost() + node.rows());
    return filter(planned, request.conjuncts);
  }

  static Map<CorrelationId, List<RexNode>> with(
      Map<CorrelationId, List<RexNode>> outer, CorrelationId variable, List<RexNode> row) {
    Map<CorrelationId, List<RexNode>> extended = new HashMap<>(outer);
    extended.put(variable, row);
    return extended;
  }
}
