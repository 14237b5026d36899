package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.planner.cost.CostModel;
import io.mosql.sql.planner.cost.PlanCostEstimator;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.Decorrelator;
import io.mosql.sql.planner.logical.LogicalPlan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/**
 * One step of the join order search: joins one more source to the sources joined so far, by a
 * lookup join, a hash join or a merge join.
 */
final class JoinStep {
  private static final double HALF = 0.5;

  private final PhysicalPlanner planner;
  private final JoinOrderSearch search;
  private final JoinOrderSearch.State state;
  private final LogicalPlan.Source source;
  private final int index;
  private final CostedPlan left;
  private final HashJoinPlanner joins;

  JoinStep(
      PhysicalPlanner planner,
      JoinOrderSearch search,
      JoinOrderSearch.State state,
      LogicalPlan.Source source,
      int index) {
    this.planner = planner;
    this.search = search;
    this.state = state;
    this.source = source;
    this.index = index;
    this.left = state.planned();
    this.joins = new HashJoinPlanner(planner.context());
  }

  /** Returns the cheapest join; null when the source depends on sources that are not joined yet. */
  JoinOrderSearch.@Nullable State cheapest() {
    planner.context().check();
    BitSet variableFields = JoinOrderSearch.variableFields(source);
    BitSet after = JoinOrderSearch.ownFields(source);
    after.or(state.fields());
    if (!JoinOrderSearch.isSubset(variableFields, state.fields())
        || !JoinOrderSearch.isSubset(Rexes.fields(source.on()), after)
        || !JoinOrderSearch.isSubset(Rexes.fields(source.compared()), after)) {
      return null;
    }
    BitSet applied = (BitSet) state.applied().clone();
    List<RexNode> ready = new ArrayList<>();
    for (int i = 0; i < search.conjuncts().size(); i++) {
      if (!applied.get(i) && JoinOrderSearch.isSubset(search.conjunctFields(i), after)) {
        applied.set(i);
        ready.add(search.conjuncts().get(i));
      }
    }
    boolean inner = source.type() == JoinRelType.INNER;
    List<RexNode> on = inner ? ready : Rexes.replaceVariables(source.on(), search.outer());
    CostedPlan joined = cheapest(on, variableFields.isEmpty());
    if (!inner) {
      joined = planner.filter(joined, ready);
    }
    BitSet sources = (BitSet) state.sources().clone();
    sources.set(index);
    return new JoinOrderSearch.State(joined, sources, after, applied);
  }

  private CostedPlan cheapest(List<RexNode> on, boolean independent) {
    List<RexNode> local = new ArrayList<>();
    List<RexNode> cross = new ArrayList<>();
    BitSet own = JoinOrderSearch.ownFields(source);
    for (RexNode conjunct : on) {
      BitSet used = Rexes.fields(conjunct);
      if (!used.isEmpty() && JoinOrderSearch.isSubset(used, own)) {
        local.add(JoinOrderSearch.toSource(conjunct, source));
      } else {
        cross.add(conjunct);
      }
    }
    PlannerMethods.JoinMethod method = planner.context().methods().join();
    if (!independent) {
      CostedPlan lookup = lookup(on);
      CostedPlan other =
          method == PlannerMethods.JoinMethod.LOOKUP || left.ordering().single()
              ? null
              : decorrelated(on, lookup.rows());
      return other != null && (method.isBuffered() || other.cost() < lookup.cost())
          ? other
          : lookup;
    }
    CostedPlan right = search.planSource(index, local);
    boolean unconnected = cross.isEmpty() && (left.rows() > 1 || !left.ordering().single());
    boolean marks = source.mark() != null;
    if (unconnected || method.isBuffered()) {
      // a lookup join would have no key
      return marks ? mark(cross, right) : hash(cross, right, rows(right.rows()));
    }
    CostedPlan lookup = lookup(on);
    if (method == PlannerMethods.JoinMethod.LOOKUP) {
      return lookup;
    }
    if (marks) {
      CostedPlan marked = mark(cross, right);
      return marked.cost() < lookup.cost() || !isMoreSelective(lookup, right) ? marked : lookup;
    }
    CostedPlan hash = hash(cross, right, lookup.rows());
    CostedPlan merge = merge(local, cross, lookup.rows());
    CostedPlan kept = merge != null && merge.cost() < hash.cost() ? merge : hash;
    return kept.cost() < lookup.cost() || !isMoreSelective(lookup, right) ? kept : lookup;
  }

  /**
   * Whether a lookup costs less than reading the whole source. Otherwise a lookup join is cheap
   * only if the number of left rows is not underestimated.
   */
  private boolean isMoreSelective(CostedPlan lookup, CostedPlan all) {
    return left.ordering().single()
        || !(lookup.node() instanceof PlanNode.Correlate each)
        || PlanCostEstimator.of(each.right()) < PlanCostEstimator.of(all.node());
  }

  private @Nullable CostedPlan merge(List<RexNode> local, List<RexNode> cross, double rows) {
    MergeJoinPlanner.Merge merge =
        new MergeJoinPlanner(search, source, index, left).join(local, cross, rows, joins);
    return merge == null
        ? null
        : joined(merge.node(), merge.right(), ordering(merge.right(), false), merge.cost());
  }

  private boolean owns(int field) {
    return field >= source.offset() && field < source.end();
  }

  private CostedPlan lookup(List<RexNode> on) {
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
                    ? CostedPlan.ref(rightType, field - source.offset())
                    : rex.makeFieldAccess(row, left.positions()[field]));
    boolean half = !source.type().projectsRight();
    List<RexNode> compared = compared();
    // ANTI and mark joins have no limit: they read all matches where none is expected.
    CostedPlan.DesiredOrder wish =
        source.type() == JoinRelType.SEMI
            ? new CostedPlan.DesiredOrder(List.of(), 1)
            : !half && left.ordering().single()
                ? search.desiredOrder(source)
                : CostedPlan.DesiredOrder.NONE;
    BitSet demand = half ? usedBy(compared) : search.neededFields(source);
    CostedPlan right =
        planner.plan(
            source.input(),
            new PhysicalPlanner.PlanRequest(conjuncts, demand, wish, environment(row)));
    double rows = rows(right.rows());
    double runs = search.expectedRows(left, rows);
    PlanNode repeated = new RescanOptimizer(planner.context(), runs).optimize(right.node());
    PlanNode node =
        new PlanNode.Correlate(
            left.node(),
            repeated,
            variable,
            source.type(),
            compared.isEmpty()
                ? null
                : RexUtil.composeConjunction(rex, physical(compared, right, 0, left.width())),
            rowType(right),
            rows);
    double cost = left.cost() + rows * CostModel.YIELD;
    cost +=
        repeated == right.node()
            ? runs * costOfEach(right)
            : PlanCostEstimator.once(repeated) + runs * PlanCostEstimator.each(repeated);
    return joined(node, right, ordering(right, true), cost);
  }

  /**
   * Returns the cost of one run of the right side. A SEMI join ends a scan at the first match, but
   * where there is none, it reads the whole table.
   */
  private double costOfEach(CostedPlan right) {
    boolean scansAll =
        source.type() == JoinRelType.SEMI
            && source.variable() == null
            && right.node() instanceof PlanNode.TableScan scan
            && scan.bounds().equals(KeyBounds.ALL)
            && scan.filter() != null;
    return scansAll
        ? Math.max(right.cost(), search.planSource(index, List.of()).cost())
        : right.cost();
  }

  /** Returns the three-valued conditions of a mark join. */
  private List<RexNode> compared() {
    return Rexes.replaceVariables(source.compared(), search.outer());
  }

  /** Returns the source's fields that the conditions use. */
  private BitSet usedBy(List<RexNode> conditions) {
    BitSet used = Rexes.fields(conditions);
    return used.get(source.offset(), Math.max(source.offset(), used.length()));
  }

  private RelDataType rowType(CostedPlan right) {
    RelDataType leftType = left.node().rowType();
    LogicalPlan.Mark mark = source.mark();
    return mark != null
        ? joins.markedType(leftType, mark.type())
        : joins.rowType(leftType, right.node().rowType(), source.type());
  }

  /** Plans a mark join over a hash table of the source. */
  private CostedPlan mark(List<RexNode> cross, CostedPlan right) {
    PlanNode node =
        new MarkJoinPlanner(planner.context(), joins)
            .join(
                left.node(),
                right.node(),
                physical(cross, right, 0, left.width()),
                physical(compared(), right, 0, left.width()),
                rowType(right));
    double cost =
        PlanCostEstimator.of(node)
            - PlanCostEstimator.of(left.node())
            - PlanCostEstimator.of(right.node())
            + left.cost()
            + right.cost()
            + left.rows() * CostModel.YIELD;
    return joined(node, right, left.ordering(), cost);
  }

  /**
   * Plans a hash join with the source without its correlation.
   *
   * @return null when the source cannot be decorrelated
   */
  private @Nullable CostedPlan decorrelated(List<RexNode> on, double rows) {
    Decorrelator.Decorrelated other = search.decorrelated(index);
    if (other == null) {
      return null;
    }
    List<RexNode> outputs = other.outputs();
    boolean half = !source.type().projectsRight();
    if (outputs != null && (half || source.type() == JoinRelType.LEFT && !on.isEmpty())) {
      return null;
    }
    CostedPlan right = search.planDecorrelated(index, other.plan());
    List<RexNode> conditions = new ArrayList<>(correlated(other.conditions(), right));
    if (outputs == null) {
      conditions.addAll(physical(on, right, 0, left.width()));
    }
    JoinRelType type = outputs == null ? source.type() : JoinRelType.LEFT;
    PlanNode node =
        source.mark() != null
            ? new MarkJoinPlanner(planner.context(), joins)
                .join(
                    left.node(),
                    right.node(),
                    conditions,
                    physical(compared(), right, 0, left.width()),
                    rowType(right))
            : joins.join(left.node(), right.node(), type, conditions, rows);
    double pairs =
        joins.hasKeys(conditions, left.width())
            ? left.rows() * CostModel.PROBE
            : left.rows() * right.rows() * CostModel.PAIR + left.rows();
    double cost =
        left.cost()
            + right.cost()
            + right.rows() * CostModel.BUILD
            + pairs
            + rows * CostModel.YIELD;
    if (outputs == null) {
      return joined(node, right, ordering(right, false), cost);
    }
    CostedPlan single = projected(node, correlated(outputs, right), cost);
    return planner.filter(single, on);
  }

  /**
   * Translates expressions over the correlation variable and a decorrelated source to the fields of
   * both sides.
   */
  private List<RexNode> correlated(List<RexNode> nodes, CostedPlan right) {
    RexShuttle shuttle =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            // of the type that the expression expects: NULL where an outer join adds it
            return new RexInputRef(left.width() + right.positions()[ref.getIndex()], ref.getType());
          }

          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            if (access.getReferenceExpr() instanceof RexCorrelVariable variable
                && variable.id.equals(source.variable())) {
              RexNode value = source.variableRow().get(access.getField().getIndex());
              return left.toPhysical(Rexes.replaceVariables(value, search.outer()));
            }
            return super.visitFieldAccess(access);
          }
        };
    return Rexes.replaceVariables(shuttle.visitList(nodes), search.outer());
  }

  /** Appends the fields of the source to the left fields. */
  private CostedPlan projected(PlanNode node, List<RexNode> outputs, double cost) {
    int[] positions = left.positions().clone();
    List<RexNode> expressions = new ArrayList<>();
    for (int i = 0; i < left.width(); i++) {
      expressions.add(CostedPlan.ref(node.rowType(), i));
    }
    RelDataTypeFactory.Builder rowType =
        planner.context().types().builder().addAll(left.node().rowType().getFieldList());
    BitSet needed = search.neededFields(source);
    for (int i = needed.nextSetBit(0); i >= 0; i = needed.nextSetBit(i + 1)) {
      positions[source.offset() + i] = expressions.size();
      expressions.add(outputs.get(i));
      rowType.add(
          source.input().rowType().getFieldList().get(i).getName(), outputs.get(i).getType());
    }
    return new CostedPlan(
        new PlanNode.Project(node, expressions, rowType.build()), positions, left.ordering(), cost);
  }

  private Map<CorrelationId, List<RexNode>> environment(RexNode row) {
    CorrelationId variable = source.variable();
    if (variable == null) {
      return search.outer();
    }
    RexBuilder rex = planner.context().rex();
    List<RexNode> values = new ArrayList<>();
    for (RexNode value : source.variableRow()) {
      boolean present = JoinOrderSearch.isSubset(Rexes.fields(value), state.fields());
      // fields of sources that are not joined yet are not used
      values.add(
          present
              ? Rexes.replaceFields(
                  Rexes.replaceVariables(value, search.outer()),
                  field ->
                      left.positions()[field] == CostedPlan.ABSENT
                          ? rex.makeNullLiteral(value.getType())
                          : rex.makeFieldAccess(row, left.positions()[field]))
              : rex.makeNullLiteral(value.getType()));
    }
    return PhysicalPlanner.with(search.outer(), variable, values);
  }

  private CostedPlan hash(List<RexNode> cross, CostedPlan right, double rows) {
    CostedPlan straight = hashed(cross, right, rows, false);
    boolean always = planner.context().methods().join() == PlannerMethods.JoinMethod.SWAPPED;
    boolean turns =
        source.type() == JoinRelType.INNER
            && (always || left.rows() < right.rows())
            && !(straight.node() instanceof PlanNode.Join join && join.leftKeys().isEmpty());
    if (!turns) {
      return straight;
    }
    CostedPlan turned = hashed(cross, right, rows, true);
    return always || turned.cost() < straight.cost() ? turned : straight;
  }

  /**
   * Plans a hash join or nested-loop join.
   *
   * @param turned whether the sources joined so far are the build side, rather than the source
   */
  private CostedPlan hashed(List<RexNode> cross, CostedPlan right, double rows, boolean turned) {
    int leftShift = turned ? right.width() : 0;
    int rightShift = turned ? 0 : left.width();
    List<RexNode> physical = physical(cross, right, leftShift, rightShift);
    PlanNode probe = turned ? right.node() : left.node();
    PlanNode build = turned ? left.node() : right.node();
    boolean keyed = joins.hasKeys(physical, probe.rowType().getFieldCount(), source.type());
    double probed = turned ? right.rows() : search.expectedRows(left, rows);
    double pairs =
        keyed
            ? probed * CostModel.PROBE
            : left.rows() * right.rows() * CostModel.PAIR + left.rows();
    double cost =
        left.cost()
            + right.cost()
            + build.rows() * CostModel.BUILD
            + pairs
            + rows * CostModel.YIELD;
    PlanNode node = joins.join(probe, build, source.type(), physical, rows);
    if (!turned) {
      return joined(node, right, ordering(right, false), cost);
    }
    int[] positions = left.positions().clone();
    for (int i = 0; i < positions.length; i++) {
      if (positions[i] != CostedPlan.ABSENT) {
        positions[i] += leftShift;
      }
    }
    System.arraycopy(right.positions(), 0, positions, source.offset(), source.input().width());
    boolean single = left.ordering().single() && right.ordering().single();
    return new CostedPlan(
        node, positions, single ? CostedPlan.Ordering.SINGLE : swappedOrdering(right), cost);
  }

  /** Translates conditions to the fields of both sides. */
  private List<RexNode> physical(
      List<RexNode> conditions, CostedPlan right, int leftShift, int rightShift) {
    return Rexes.replaceFields(
        conditions,
        field ->
            owns(field)
                ? shifted(right.ref(field - source.offset()), rightShift)
                : shifted(left.ref(field), leftShift));
  }

  /** Returns the order of the source, whose rows may now be repeated. */
  private CostedPlan.Ordering swappedOrdering(CostedPlan right) {
    CostedPlan.Ordering order = right.ordering();
    if (left.ordering().single()) {
      return order;
    }
    return order.single()
        ? CostedPlan.Ordering.NONE
        : new CostedPlan.Ordering(order.keys(), order.constants(), false, false);
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
      case LEFT_MARK -> leftRows;
      default -> leftRows * rightRows;
    };
  }

  private CostedPlan joined(
      PlanNode node, CostedPlan right, CostedPlan.Ordering ordering, double cost) {
    int[] positions = left.positions().clone();
    if (source.type().projectsRight()) {
      for (int i = 0; i < source.input().width(); i++) {
        int position = right.positions()[i];
        positions[source.offset() + i] =
            position == CostedPlan.ABSENT ? CostedPlan.ABSENT : left.width() + position;
      }
    } else if (source.mark() != null) {
      positions[source.offset() + source.input().width()] = left.width();
    }
    return new CostedPlan(node, positions, ordering, cost);
  }

  /** Returns the order of the left side, which both kinds of join preserve. */
  private CostedPlan.Ordering ordering(CostedPlan right, boolean lookup) {
    CostedPlan.Ordering before = left.ordering();
    if (!source.type().projectsRight()) {
      return before;
    }
    CostedPlan.Ordering after = right.ordering().mapped(i -> left.width() + i);
    if (before.single() && after.single()) {
      return CostedPlan.Ordering.SINGLE;
    }
    if (after.single()) {
      return before;
    }
    if (!lookup || source.type() != JoinRelType.INNER || !before.complete()) {
      return new CostedPlan.Ordering(before.keys(), before.constants(), false, false);
    }
    List<RelFieldCollation> keys = new ArrayList<>(before.keys());
    keys.addAll(after.keys());
    BitSet constants = (BitSet) before.constants().clone();
    if (before.single()) {
      constants.or(after.constants());
    }
    return new CostedPlan.Ordering(keys, constants, false, after.complete());
  }
}
