package io.mosql.sql.planner.physical;

import io.mosql.sql.planner.cost.CostModel;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.CorrelatedFields;
import io.mosql.sql.planner.logical.Decorrelator;
import io.mosql.sql.planner.logical.LogicalPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.Direction;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The search for the join order of a block, over left-deep trees. With few sources all orders are
 * enumerated. Otherwise a greedy search takes the best next source from every start; up to a limit
 * on the number of sources, dynamic programming over sets of sources follows. Each step chooses the
 * cheapest of a lookup join, a hash join and a merge join ({@link JoinStep}).
 */
final class JoinOrderSearch {
  private static final int MAX_EXHAUSTIVE = 4;
  private static final int MAX_STARTS = 8;
  private static final int MAX_SETS_OF = 10;
  private static final double LEAST_ROWS = 1e-6;

  /** Maximum cost of a start in a useful order, as a multiple of the source's cheapest path. */
  private static final double ORDERED_COST_MAX = 1.5;

  private final PhysicalPlanner planner;
  private final LogicalPlan.Block block;
  private final List<RexNode> conjuncts;
  private final List<BitSet> conjunctFields = new ArrayList<>();
  private final BitSet demand;
  private final CostedPlan.DesiredOrder wish;
  private final Map<CorrelationId, List<RexNode>> outer;
  private final int fields;
  private final Map<Integer, CostedPlan> planSource = new HashMap<>();
  private final Map<OrderedSource, CostedPlan> inOrder = new HashMap<>();
  private final Map<Integer, Optional<Decorrelator.Decorrelated>> decorrelated = new HashMap<>();
  private @Nullable CostedPlan best;
  private double bestCost = Double.POSITIVE_INFINITY;

  JoinOrderSearch(
      PhysicalPlanner planner,
      LogicalPlan.Block block,
      List<RexNode> conjuncts,
      BitSet demanded,
      CostedPlan.DesiredOrder wish,
      Map<CorrelationId, List<RexNode>> outer) {
    this.planner = planner;
    this.block = block;
    this.conjuncts = conjuncts;
    this.wish = wish;
    this.outer = outer;
    this.demand = (BitSet) demanded.clone();
    int end = 0;
    for (LogicalPlan.Source source : block.sources()) {
      end = Math.max(end, source.end());
      source.on().forEach(conjunct -> Rexes.addFields(conjunct, demand));
      source.compared().forEach(conjunct -> Rexes.addFields(conjunct, demand));
      demand.or(variableFields(source));
    }
    this.fields = end;
    for (RexNode conjunct : conjuncts) {
      BitSet looked = Rexes.fields(conjunct);
      conjunctFields.add(looked);
      if (!concernsOneScan(looked)) {
        demand.or(looked);
      }
    }
  }

  /**
   * Whether only the scan of one table uses the fields. The scan then decides itself which fields
   * it needs, because index bounds or a partial index may cover its conditions.
   */
  private boolean concernsOneScan(BitSet looked) {
    return block.sources().stream()
        .anyMatch(
            source ->
                source.type() == JoinRelType.INNER
                    && source.input() instanceof LogicalPlan.Scan
                    && isSubset(looked, ownFields(source)));
  }

  /** Returns the block fields that a source uses through its correlation variable. */
  static BitSet variableFields(LogicalPlan.Source source) {
    BitSet fields = new BitSet();
    CorrelationId variable = source.variable();
    if (variable != null) {
      BitSet used = CorrelatedFields.of(source.input(), variable);
      for (int i = used.nextSetBit(0); i >= 0; i = used.nextSetBit(i + 1)) {
        Rexes.addFields(source.variableRow().get(i), fields);
      }
    }
    return fields;
  }

  /**
   * A partial plan that joins some sources.
   *
   * @param planned positions are of the block's fields
   */
  record State(CostedPlan planned, BitSet sources, BitSet fields, BitSet applied) {}

  CostedPlan best() {
    List<State> starts = new ArrayList<>();
    for (int i = 0; i < block.sources().size(); i++) {
      LogicalPlan.Source source = block.sources().get(i);
      if (source.type() == JoinRelType.INNER && variableFields(source).isEmpty()) {
        State start = start(i, desiredOrder(source));
        starts.add(start);
        if (block.sources().size() <= MAX_EXHAUSTIVE) {
          addOrdered(start, i, starts);
        }
      }
    }
    starts.sort(Comparator.comparingDouble(state -> state.planned.cost()));
    int explored = planner.context().isExhausted() ? 1 : MAX_STARTS;
    for (State start : starts.subList(0, Math.min(explored, starts.size()))) {
      extend(start);
    }
    int count = block.sources().size();
    if (count > MAX_EXHAUSTIVE && count <= MAX_SETS_OF) {
      joinSets(starts);
    }
    return Objects.requireNonNull(best, "no order of sources");
  }

  /** Returns the cost of the best plan, including a final sort where one is needed. */
  double bestCost() {
    return bestCost;
  }

  /** Adds starts in the order of join keys, if that costs little more. */
  private void addOrdered(State start, int index, List<State> starts) {
    LogicalPlan.Source source = block.sources().get(index);
    for (int field : MergeJoinPlanner.keyFields(block, conjuncts, source)) {
      RelFieldCollation key =
          new RelFieldCollation(
              field - source.offset(), Direction.ASCENDING, NullDirection.UNSPECIFIED);
      if (!isOrdered(start, field)) {
        State other =
            start(index, new CostedPlan.DesiredOrder(List.of(key), Double.POSITIVE_INFINITY));
        if (isOrdered(other, field)
            && other.planned.cost() <= start.planned.cost() * ORDERED_COST_MAX) {
          starts.add(other);
        }
      }
    }
  }

  private static boolean isOrdered(State state, int field) {
    RelFieldCollation key =
        new RelFieldCollation(
            state.planned.positions()[field], Direction.ASCENDING, NullDirection.UNSPECIFIED);
    return state.planned.ordering().satisfies(List.of(key));
  }

  private State start(int index, CostedPlan.DesiredOrder ordered) {
    LogicalPlan.Source source = block.sources().get(index);
    BitSet own = ownFields(source);
    BitSet applied = new BitSet();
    List<RexNode> local = new ArrayList<>();
    for (int i = 0; i < conjuncts.size(); i++) {
      if (isSubset(conjunctFields.get(i), own)) {
        applied.set(i);
        local.add(toSource(conjuncts.get(i), source));
      }
    }
    CostedPlan planned =
        planner.plan(
            source.input(),
            new PhysicalPlanner.PlanRequest(
                local, neededFields(source), ordered, environment(source)));
    int[] positions = new int[fields];
    Arrays.fill(positions, CostedPlan.ABSENT);
    System.arraycopy(planned.positions(), 0, positions, source.offset(), source.input().width());
    BitSet sources = new BitSet();
    sources.set(index);
    return new State(
        new CostedPlan(planned.node(), positions, planned.ordering(), planned.cost()),
        sources,
        own,
        applied);
  }

  /**
   * Plans the source alone, as the right side of a hash join; the plan does not depend on the left
   * side.
   *
   * @param local conditions on the source alone, over its fields
   */
  CostedPlan planSource(int index, List<RexNode> local) {
    CostedPlan planned = planSource.get(index);
    if (planned == null) {
      LogicalPlan.Source source = block.sources().get(index);
      planned =
          planner.plan(
              source.input(),
              new PhysicalPlanner.PlanRequest(
                  local, neededFields(source), CostedPlan.DesiredOrder.NONE, environment(source)));
      planSource.put(index, planned);
    }
    return planned;
  }

  /**
   * Plans the source alone as {@link #planSource} does, but in an order, where that costs less than
   * a sort.
   *
   * @param wanted over the source's fields
   */
  CostedPlan planOrderedSource(int index, List<RexNode> local, List<RelFieldCollation> wanted) {
    return inOrder.computeIfAbsent(
        new OrderedSource(index, wanted),
        unused -> {
          LogicalPlan.Source source = block.sources().get(index);
          return planner.plan(
              source.input(),
              new PhysicalPlanner.PlanRequest(
                  local,
                  neededFields(source),
                  new CostedPlan.DesiredOrder(wanted, Double.POSITIVE_INFINITY),
                  environment(source)));
        });
  }

  /** Returns a source that depends on others without its correlation, or null. */
  Decorrelator.@Nullable Decorrelated decorrelated(int index) {
    return decorrelated
        .computeIfAbsent(
            index,
            unused ->
                Optional.ofNullable(Decorrelator.decorrelate(block.sources().get(index), rex())))
        .orElse(null);
  }

  /** Plans such a source; the plan does not depend on the left side. */
  CostedPlan planDecorrelated(int index, LogicalPlan plan) {
    CostedPlan planned = planSource.get(index);
    if (planned == null) {
      planned = planner.plan(plan, PhysicalPlanner.PlanRequest.all(plan, outer));
      planSource.put(index, planned);
    }
    return planned;
  }

  private record OrderedSource(int index, List<RelFieldCollation> order) {}

  private Map<CorrelationId, List<RexNode>> environment(LogicalPlan.Source source) {
    CorrelationId variable = source.variable();
    return variable == null
        ? outer
        : PhysicalPlanner.with(
            outer, variable, Rexes.replaceVariables(source.variableRow(), outer));
  }

  static BitSet ownFields(LogicalPlan.Source source) {
    BitSet own = new BitSet();
    own.set(source.offset(), source.end());
    return own;
  }

  static boolean isSubset(BitSet some, BitSet all) {
    BitSet rest = (BitSet) some.clone();
    rest.andNot(all);
    return rest.isEmpty();
  }

  static RexNode toSource(RexNode conjunct, LogicalPlan.Source source) {
    return Rexes.replaceFields(
        conjunct, field -> CostedPlan.ref(source.input().rowType(), field - source.offset()));
  }

  BitSet neededFields(LogicalPlan.Source source) {
    BitSet own = new BitSet();
    for (int i = demand.nextSetBit(source.offset());
        i >= 0 && i < source.offset() + source.input().width();
        i = demand.nextSetBit(i + 1)) {
      own.set(i - source.offset());
    }
    return own;
  }

  /** Returns the desired order over the source's fields, when the source alone determines it. */
  CostedPlan.DesiredOrder desiredOrder(LogicalPlan.Source source) {
    List<RelFieldCollation> keys = new ArrayList<>();
    for (RelFieldCollation key : wish.keys()) {
      int field = key.getFieldIndex();
      if (field < source.offset() || field >= source.end()) {
        return CostedPlan.DesiredOrder.NONE;
      }
      keys.add(key.withFieldIndex(field - source.offset()));
    }
    return new CostedPlan.DesiredOrder(keys, wish.limit());
  }

  private void extend(State state) {
    // Costs of many-table products overflow to infinity: any plan is better than none.
    if (best != null && !(state.planned.cost() < bestCost)) {
      return;
    }
    if (state.sources.cardinality() == block.sources().size()) {
      finish(state);
      return;
    }
    planner.context().countStep();
    List<State> next = new ArrayList<>();
    for (int i = 0; i < block.sources().size(); i++) {
      if (!state.sources.get(i)) {
        State extended = new JoinStep(planner, this, state, block.sources().get(i), i).cheapest();
        if (extended != null) {
          next.add(extended);
        }
      }
    }
    next.sort(Comparator.comparingDouble(s -> s.planned.cost() + s.planned.rows()));
    boolean all = block.sources().size() <= MAX_EXHAUSTIVE && !planner.context().isExhausted();
    int explored = all ? next.size() : Math.min(1, next.size());
    for (State extended : next.subList(0, explored)) {
      extend(extended);
    }
  }

  /**
   * Searches by dynamic programming over sets of sources: for each set, only the cheapest plan and
   * the cheapest plan in the desired order are extended.
   */
  private void joinSets(List<State> starts) {
    Map<BitSet, Kept> level = new LinkedHashMap<>();
    for (State start : starts) {
      keep(start, level);
    }
    for (int size = 1; size < block.sources().size(); size++) {
      Map<BitSet, Kept> larger = new LinkedHashMap<>();
      for (Kept kept : level.values()) {
        for (State state : kept.states()) {
          if (planner.context().isExhausted()) {
            return;
          }
          if (state.planned.cost() < bestCost) {
            planner.context().countStep();
            extensions(state).forEach(extended -> keep(extended, larger));
          }
        }
      }
      level = larger;
    }
    level.values().forEach(kept -> kept.states().forEach(this::finish));
  }

  /** The best plans of one set of sources. */
  private static final class Kept {
    private @Nullable State cheapest;
    private @Nullable State ordered;

    List<State> states() {
      State least = Objects.requireNonNull(cheapest);
      State inOrder = ordered;
      if (inOrder == null) {
        return List.of(least);
      }
      return inOrder.planned.cost() <= least.planned.cost()
          ? List.of(inOrder)
          : List.of(least, inOrder);
    }
  }

  private void keep(State state, Map<BitSet, Kept> level) {
    // Costs of many-table products overflow to infinity: any plan is better than none.
    if (best != null && !(state.planned.cost() < bestCost)) {
      return;
    }
    Kept kept = level.computeIfAbsent(state.sources, unused -> new Kept());
    if (kept.cheapest == null || state.planned.cost() < kept.cheapest.planned.cost()) {
      kept.cheapest = state;
    }
    boolean better = kept.ordered == null || state.planned.cost() < kept.ordered.planned.cost();
    if (better && !wish.isNone() && isOrdered(state.planned)) {
      kept.ordered = state;
    }
  }

  /**
   * Returns the joins with one more source; only sources linked by a condition, if there are any.
   */
  private List<State> extensions(State state) {
    List<State> linked = new ArrayList<>();
    List<State> others = new ArrayList<>();
    for (int pass = 0; pass < 2 && linked.isEmpty(); pass++) {
      for (int i = 0; i < block.sources().size(); i++) {
        LogicalPlan.Source source = block.sources().get(i);
        if (!state.sources.get(i) && isLinked(state, source) == (pass == 0)) {
          State extended = new JoinStep(planner, this, state, source, i).cheapest();
          if (extended != null) {
            (pass == 0 ? linked : others).add(extended);
          }
        }
      }
    }
    return linked.isEmpty() ? others : linked;
  }

  private boolean isLinked(State state, LogicalPlan.Source source) {
    if (source.type() != JoinRelType.INNER || !variableFields(source).isEmpty()) {
      return true;
    }
    BitSet own = ownFields(source);
    return conjunctFields.stream()
        .anyMatch(fields -> fields.intersects(own) && fields.intersects(state.fields));
  }

  private void finish(State state) {
    double cost = state.planned.cost();
    if (!isOrdered(state.planned)) {
      cost += CostModel.sort(state.planned.rows());
    }
    if (best == null || cost < bestCost) {
      bestCost = cost;
      best = state.planned;
    }
  }

  /** Whether the rows are in the desired order, as far as the joined sources determine it. */
  private boolean isOrdered(CostedPlan planned) {
    List<RelFieldCollation> keys = new ArrayList<>();
    for (RelFieldCollation key : wish.keys()) {
      int position = planned.positions()[key.getFieldIndex()];
      if (position == CostedPlan.ABSENT) {
        return planned.ordering().single();
      }
      keys.add(key.withFieldIndex(position));
    }
    return planned.ordering().satisfies(keys);
  }

  /**
   * Estimates how many left rows a join reads; fewer than all when the parent stops early.
   *
   * @param joined number of join rows from all left rows
   */
  double expectedRows(CostedPlan left, double joined) {
    if (Double.isInfinite(wish.limit()) || !isOrdered(left)) {
      return left.rows();
    }
    double share = Math.min(1, wish.limit() / Math.max(joined, LEAST_ROWS));
    return left.rows() * share;
  }

  /** Estimates the number of rows of a source with equal values in some fields. */
  double equalRows(LogicalPlan.Source source, BitSet fields) {
    return source.input() instanceof LogicalPlan.Scan scan
        ? planner.context().estimates().equalRows(scan.table(), fields)
        : 1;
  }

  RexBuilder rex() {
    return planner.context().rex();
  }

  List<RexNode> conjuncts() {
    return conjuncts;
  }

  BitSet conjunctFields(int index) {
    return conjunctFields.get(index);
  }

  Map<CorrelationId, List<RexNode>> outer() {
    return outer;
  }
}
