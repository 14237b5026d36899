package io.mosql.sql.planner;

import io.mosql.sql.plan.PlanNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Joins one more source to those that are joined already, by lookups, by hash or by merging. */
final class JoinStep {
  private static final double HALF = 0.5;

  private final PhysicalPlanner planner;
  private final JoinSearch search;
  private final JoinSearch.State state;
  private final Logical.Source source;
  private final int index;
  private final Planned left;
  private final HashJoins joins;

  JoinStep(
      PhysicalPlanner planner,
      JoinSearch search,
      JoinSearch.State state,
      Logical.Source source,
      int index) {
    this.planner = planner;
    this.search = search;
    this.state = state;
    this.source = source;
    this.index = index;
    this.left = state.planned();
    this.joins = new HashJoins(planner.context());
  }

  /** The cheaper join; null when the source needs sources that are not joined yet. */
  JoinSearch.@Nullable State cheapest() {
    planner.context().check();
    BitSet variableFields = JoinSearch.variableFields(source);
    BitSet after = JoinSearch.ownFields(source);
    after.or(state.fields());
    if (!JoinSearch.isSubset(variableFields, state.fields())
        || !JoinSearch.isSubset(Rexes.fields(source.on()), after)) {
      return null;
    }
    BitSet applied = (BitSet) state.applied().clone();
    List<RexNode> ready = new ArrayList<>();
    for (int i = 0; i < search.conjuncts().size(); i++) {
      if (!applied.get(i) && JoinSearch.isSubset(search.conjunctFields(i), after)) {
        applied.set(i);
        ready.add(search.conjuncts().get(i));
      }
    }
    boolean inner = source.type() == JoinRelType.INNER;
    List<RexNode> on = inner ? ready : Rexes.replaceVariables(source.on(), search.outer());
    Planned joined = cheapest(on, variableFields.isEmpty());
    if (!inner) {
      joined = planner.filter(joined, ready);
    }
    BitSet sources = (BitSet) state.sources().clone();
    sources.set(index);
    return new JoinSearch.State(joined, sources, after, applied);
  }

  private Planned cheapest(List<RexNode> on, boolean independent) {
    List<RexNode> local = new ArrayList<>();
    List<RexNode> cross = new ArrayList<>();
    BitSet own = JoinSearch.ownFields(source);
    for (RexNode conjunct : on) {
      BitSet used = Rexes.fields(conjunct);
      if (!used.isEmpty() && JoinSearch.isSubset(used, own)) {
        local.add(JoinSearch.toSource(conjunct, source));
      } else {
        cross.add(conjunct);
      }
    }
    if (!independent) {
      return lookup(on);
    }
    Planned right = search.alone(index, local);
    PlanShape.Join shape = planner.context().shape().join();
    boolean aimless = cross.isEmpty() && (left.rows() > 1 || !left.ordering().single());
    if (aimless || shape.isBuffered()) {
      // nothing to look up by
      return hash(cross, right, rows(right.rows()));
    }
    Planned lookup = lookup(on);
    if (shape == PlanShape.Join.LOOKUP) {
      return lookup;
    }
    Planned hash = hash(cross, right, lookup.rows());
    Planned merge = merge(local, cross, lookup.rows());
    Planned kept = merge != null && merge.cost() < hash.cost() ? merge : hash;
    return kept.cost() < lookup.cost() || !findsLess(lookup, right) ? kept : lookup;
  }

  /**
   * Whether a look-up reads less than all that the source has. One that does not is cheap only as
   * long as there really are no more left rows than expected.
   */
  private boolean findsLess(Planned lookup, Planned all) {
    return left.ordering().single()
        || !(lookup.node() instanceof PlanNode.Correlate each)
        || PlanCosts.of(each.right()) < PlanCosts.of(all.node());
  }

  private @Nullable Planned merge(List<RexNode> local, List<RexNode> cross, double rows) {
    MergeJoins.Merge merge =
        new MergeJoins(search, source, index, left).join(local, cross, rows, joins);
    return merge == null
        ? null
        : joined(merge.node(), merge.right(), ordering(merge.right(), false), merge.cost());
  }

  private boolean owns(int field) {
    return field >= source.offset() && field < source.end();
  }

  private Planned lookup(List<RexNode> on) {
    RexBuilder rex = planner.context().rex();
    CorrelationId variable = planner.context().newVariable();
    RelDataType leftType = left.node().rowType();
    RexNode row = rex.makeCorrel(leftType, variable);
    RelDataType rightType = source.input().rowType();
    List<RexNode> conjuncts =
        Rexes.replaceFields(
            on,
            field ->
                owns(field)
                    ? Planned.ref(rightType, field - source.offset())
                    : rex.makeFieldAccess(row, left.positions()[field]));
    boolean half = !source.type().projectsRight();
    // Who looks for none looks at all of them.
    Planned.Wish wish =
        source.type() == JoinRelType.SEMI
            ? new Planned.Wish(List.of(), 1)
            : !half && left.ordering().single() ? search.wishOf(source) : Planned.Wish.NONE;
    BitSet demand = half ? new BitSet() : search.demandOf(source);
    Planned right =
        planner.plan(
            source.input(), new PhysicalPlanner.Request(conjuncts, demand, wish, environment(row)));
    double rows = rows(right.rows());
    double runs = search.expectedRows(left, rows);
    PlanNode repeated = new KeptSides(planner.context(), runs).in(right.node());
    PlanNode node =
        new PlanNode.Correlate(
            left.node(),
            repeated,
            variable,
            source.type(),
            null,
            joins.rowType(leftType, right.node().rowType(), source.type()),
            rows);
    double cost = left.cost() + rows * Costs.YIELD;
    cost +=
        repeated == right.node()
            ? runs * right.cost()
            : PlanCosts.once(repeated) + runs * PlanCosts.each(repeated);
    return joined(node, right, ordering(right, true), cost);
  }

  private Map<CorrelationId, List<RexNode>> environment(RexNode row) {
    CorrelationId variable = source.variable();
    if (variable == null) {
      return search.outer();
    }
    RexBuilder rex = planner.context().rex();
    List<RexNode> values = new ArrayList<>();
    for (RexNode value : source.variableRow()) {
      boolean present = JoinSearch.isSubset(Rexes.fields(value), state.fields());
      // fields that are not joined yet are not looked at
      values.add(
          present
              ? Rexes.replaceFields(
                  Rexes.replaceVariables(value, search.outer()),
                  field ->
                      left.positions()[field] == Planned.ABSENT
                          ? rex.makeNullLiteral(value.getType())
                          : rex.makeFieldAccess(row, left.positions()[field]))
              : rex.makeNullLiteral(value.getType()));
    }
    return PhysicalPlanner.with(search.outer(), variable, values);
  }

  private Planned hash(List<RexNode> cross, Planned right, double rows) {
    Planned straight = hashed(cross, right, rows, false);
    boolean always = planner.context().shape().join() == PlanShape.Join.TURNED;
    boolean turns =
        source.type() == JoinRelType.INNER
            && (always || left.rows() < right.rows())
            && !(straight.node() instanceof PlanNode.Join join && join.leftKeys().isEmpty());
    if (!turns) {
      return straight;
    }
    Planned turned = hashed(cross, right, rows, true);
    return always || turned.cost() < straight.cost() ? turned : straight;
  }

  /**
   * @param turned whether what is joined already is kept in memory, rather than the source
   */
  private Planned hashed(List<RexNode> cross, Planned right, double rows, boolean turned) {
    int leftShift = turned ? right.width() : 0;
    int rightShift = turned ? 0 : left.width();
    List<RexNode> physical =
        Rexes.replaceFields(
            cross,
            field ->
                owns(field)
                    ? shifted(right.ref(field - source.offset()), rightShift)
                    : shifted(left.ref(field), leftShift));
    PlanNode probe = turned ? right.node() : left.node();
    PlanNode build = turned ? left.node() : right.node();
    boolean keyed = joins.hasKeys(physical, probe.rowType().getFieldCount());
    double probed = turned ? right.rows() : search.expectedRows(left, rows);
    double pairs =
        keyed ? probed * Costs.PROBE : left.rows() * right.rows() * Costs.PAIR + left.rows();
    double cost =
        left.cost() + right.cost() + build.rows() * Costs.BUILD + pairs + rows * Costs.YIELD;
    PlanNode node = joins.join(probe, build, source.type(), physical, rows);
    if (!turned) {
      return joined(node, right, ordering(right, false), cost);
    }
    int[] positions = left.positions().clone();
    for (int i = 0; i < positions.length; i++) {
      if (positions[i] != Planned.ABSENT) {
        positions[i] += leftShift;
      }
    }
    System.arraycopy(right.positions(), 0, positions, source.offset(), source.input().width());
    boolean single = left.ordering().single() && right.ordering().single();
    return new Planned(
        node, positions, single ? Planned.Ordering.SINGLE : turnedOrdering(right), cost);
  }

  /** The order of the source, in which rows may now come several times. */
  private Planned.Ordering turnedOrdering(Planned right) {
    Planned.Ordering order = right.ordering();
    if (left.ordering().single()) {
      return order;
    }
    return order.single()
        ? Planned.Ordering.NONE
        : new Planned.Ordering(order.keys(), order.constants(), false, false);
  }

  private static RexInputRef shifted(RexInputRef ref, int by) {
    return by == 0 ? ref : new RexInputRef(ref.getIndex() + by, ref.getType());
  }

  private double rows(double rightRows) {
    double leftRows = left.rows();
    return switch (source.type()) {
      case LEFT -> leftRows * Math.max(1, rightRows);
      case SEMI -> leftRows * Math.min(1, rightRows);
      case ANTI -> leftRows * HALF;
      default -> leftRows * rightRows;
    };
  }

  private Planned joined(PlanNode node, Planned right, Planned.Ordering ordering, double cost) {
    int[] positions = left.positions().clone();
    if (source.type().projectsRight()) {
      for (int i = 0; i < source.input().width(); i++) {
        int position = right.positions()[i];
        positions[source.offset() + i] =
            position == Planned.ABSENT ? Planned.ABSENT : left.width() + position;
      }
    }
    return new Planned(node, positions, ordering, cost);
  }

  /** Both kinds of join keep the order of the left. */
  private Planned.Ordering ordering(Planned right, boolean lookup) {
    Planned.Ordering before = left.ordering();
    if (!source.type().projectsRight()) {
      return before;
    }
    Planned.Ordering after = right.ordering().mapped(i -> left.width() + i);
    if (before.single() && after.single()) {
      return Planned.Ordering.SINGLE;
    }
    if (after.single()) {
      return before;
    }
    if (!lookup || source.type() != JoinRelType.INNER || !before.complete()) {
      return new Planned.Ordering(before.keys(), before.constants(), false, false);
    }
    List<RelFieldCollation> keys = new ArrayList<>(before.keys());
    keys.addAll(after.keys());
    BitSet constants = (BitSet) before.constants().clone();
    if (before.single()) {
      constants.or(after.constants());
    }
    return new Planned.Ordering(keys, constants, false, after.complete());
  }
}
