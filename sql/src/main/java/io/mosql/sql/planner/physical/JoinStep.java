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
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/**
 * One step of the join order search: joins one more source to a tree, by a lookup join, a hash join
 * or a merge join.
 */
final class JoinStep {
  private static final double HALF = 0.5;

  private final PhysicalPlanner planner;
  private final JoinOrderSearch search;
  private final LogicalPlan.Source source;
  private final int index;
  private final JoinTree left;
  private final BitSet after;

  /** The conditions of the join, over the block's fields. */
  private final List<RexNode> on;

  /** The numbers of those that are the block's. */
  private final BitSet bound;

  /** The conditions that filter the joined rows. */
  private final List<RexNode> filters;

  private final double passing;

  /** The conditions of the join on the source alone, over its fields. */
  private final List<RexNode> local = new ArrayList<>();

  private final List<RexNode> cross = new ArrayList<>();
  private final LookupPlanner.@Nullable Lookup lookup;

  private JoinStep(
      PhysicalPlanner planner, JoinOrderSearch search, JoinTree left, int index, BitSet after) {
    this.planner = planner;
    this.search = search;
    this.source = search.source(index);
    this.index = index;
    this.left = left;
    this.after = after;
    BitSet ready = search.ready(after, left.fields(), null);
    boolean inner = source.type() == JoinRelType.INNER;
    this.on = inner ? search.conjuncts(ready) : search.on(index);
    this.bound = inner ? ready : new BitSet();
    this.filters = inner ? List.of() : search.conjuncts(ready);
    this.passing = JoinOrderSearch.defaultSelectivity(filters);
    BitSet own = JoinOrderSearch.ownFields(source);
    for (RexNode conjunct : on) {
      BitSet used = Rexes.fields(conjunct);
      if (!used.isEmpty() && JoinOrderSearch.isSubset(used, own)) {
        local.add(JoinOrderSearch.toSource(conjunct, source));
      } else {
        cross.add(conjunct);
      }
    }
    this.lookup = looksUp() ? planLookup() : null;
  }

  /** Returns the step; null when the source depends on sources that are not joined yet. */
  static @Nullable JoinStep of(
      PhysicalPlanner planner, JoinOrderSearch search, JoinTree left, int index) {
    planner.context().check();
    LogicalPlan.Source source = search.source(index);
    BitSet after = (BitSet) left.fields().clone();
    after.set(source.offset(), source.end());
    return JoinOrderSearch.isSubset(search.outerFields(index), left.fields())
            && JoinOrderSearch.isSubset(search.onFields(index), after)
        ? new JoinStep(planner, search, left, index, after)
        : null;
  }

  /** Whether a lookup join is considered: not where it would have no key. */
  private boolean looksUp() {
    boolean unconnected = cross.isEmpty() && (left.rows() > 1 || !left.isSingle());
    return isDependent() || !unconnected && !planner.context().methods().join().isBuffered();
  }

  private boolean isDependent() {
    return !search.outerFields(index).isEmpty();
  }

  /** Estimates the number of joined rows. */
  double rows() {
    double right = lookup == null ? alone().rows() : lookup.right().rows();
    double joined =
        switch (source.type()) {
          case LEFT -> left.rows() * Math.max(1, right);
          case SEMI -> left.rows() * Math.min(1, right);
          case ANTI -> left.rows() * HALF;
          case LEFT_MARK -> left.rows();
          default -> left.rows() * right;
        };
    return joined * passing;
  }

  /**
   * Returns the cheapest join.
   *
   * @param estimated number of joined rows, as estimated from all steps to the same sources
   */
  JoinTree cheapest(double estimated) {
    double rows = estimated / passing;
    return search.filter(cheapestJoin(rows), filters);
  }

  private JoinTree cheapestJoin(double rows) {
    LookupPlanner.Lookup planned = lookup;
    boolean marks = source.mark() != null;
    if (planned == null) {
      return marks ? mark(alone()) : hash(alone(), rows);
    }
    PlanNode repeated = repeated(planned, rows);
    JoinTree looked = lookup(planned, repeated, rows);
    PlannerMethods.JoinMethod method = planner.context().methods().join();
    if (method == PlannerMethods.JoinMethod.LOOKUP) {
      return looked;
    }
    if (isDependent()) {
      JoinTree other = left.isSingle() ? null : decorrelated(rows);
      return other != null && (method.isBuffered() || other.cost() < looked.cost())
          ? other
          : looked;
    }
    JoinTree right = alone();
    if (marks) {
      JoinTree marked = mark(right);
      return marked.cost() < looked.cost() || !isMoreSelective(repeated, right) ? marked : looked;
    }
    JoinTree hash = hash(right, rows);
    JoinTree merge =
        planner.context().methods().mergeJoins()
            ? new MergeJoinPlanner(search, source, index, left)
                .join(local, cross, rows, search.joins())
            : null;
    JoinTree kept = merge != null && merge.cost() < hash.cost() ? merge : hash;
    return kept.cost() < looked.cost() || !isMoreSelective(repeated, right) ? kept : looked;
  }

  private JoinTree alone() {
    return search.alone(index, local);
  }

  /**
   * Whether a lookup costs less than reading the whole source. Otherwise a lookup join is cheap
   * only if the number of left rows is not underestimated.
   */
  private boolean isMoreSelective(PlanNode repeated, JoinTree all) {
    return left.isSingle()
        || PlanCostEstimator.of(repeated) < PlanCostEstimator.of(all.plan().node());
  }

  private LookupPlanner.Lookup planLookup() {
    boolean half = !source.type().projectsRight();
    // ANTI and mark joins have no limit: they read all matches where none is expected.
    CostedPlan.DesiredOrder wish =
        source.type() == JoinRelType.SEMI
            ? new CostedPlan.DesiredOrder(List.of(), 1)
            : !half && left.isSingle() ? search.desiredOrder(source) : CostedPlan.DesiredOrder.NONE;
    return search.lookups().plan(index, on, bound, wish, left);
  }

  /** Returns the right side of a lookup join, as it is executed for each left row. */
  private PlanNode repeated(LookupPlanner.Lookup planned, double rows) {
    double runs = search.expectedRows(left, rows);
    return new RescanOptimizer(planner.context(), runs).optimize(planned.right().node());
  }

  private JoinTree lookup(LookupPlanner.Lookup planned, PlanNode repeated, double rows) {
    CostedPlan right = planned.right();
    double runs = search.expectedRows(left, rows);
    double cost = left.cost() + rows * CostModel.YIELD;
    cost +=
        repeated == right.node()
            ? runs * costOfEach(right)
            : PlanCostEstimator.once(repeated) + runs * PlanCostEstimator.each(repeated);
    return new JoinTree(
        after,
        rows,
        cost,
        ordering(search.overBlock(right, source)),
        () -> search.lookups().join(planned, left, rows, runs));
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
    return scansAll ? Math.max(right.cost(), alone().cost()) : right.cost();
  }

  /** Plans a mark join over a hash table of the source. */
  private JoinTree mark(JoinTree right) {
    List<RexNode> compared = search.compared(index);
    boolean keyed =
        Stream.concat(cross.stream(), compared.stream())
            .anyMatch(
                conjunct -> search.joins().isKey(conjunct, left.fields(), right.fields(), true));
    double pairs =
        keyed
            ? left.rows() * CostModel.PROBE
            : left.rows() * right.rows() * CostModel.PAIR + left.rows();
    double cost =
        left.cost()
            + right.cost()
            + right.rows() * CostModel.BUILD
            + pairs
            + left.rows() * CostModel.YIELD;
    return new JoinTree(
        after,
        left.rows(),
        cost,
        left.ordering(),
        () -> {
          CostedPlan probe = left.plan();
          CostedPlan built = search.aloneOverSource(index);
          return search.joined(
              marked(
                  probe,
                  built,
                  search.physical(cross, probe, built, source),
                  search.physical(compared, probe, built, source)),
              probe,
              built,
              source);
        });
  }

  private PlanNode marked(
      CostedPlan probe, CostedPlan built, List<RexNode> conditions, List<RexNode> compared) {
    LogicalPlan.Mark mark = Objects.requireNonNull(source.mark());
    return new MarkJoinPlanner(planner.context(), search.joins())
        .join(
            probe.node(),
            built.node(),
            conditions,
            compared,
            search.joins().markedType(probe.node().rowType(), mark.type()));
  }

  /**
   * Plans a hash join with the source without its correlation.
   *
   * @return null when the source cannot be decorrelated
   */
  private @Nullable JoinTree decorrelated(double rows) {
    Decorrelator.Decorrelated other = search.decorrelated(index);
    if (other == null) {
      return null;
    }
    List<RexNode> outputs = other.outputs();
    boolean half = !source.type().projectsRight();
    if (outputs != null && (half || source.type() == JoinRelType.LEFT && !on.isEmpty())) {
      return null;
    }
    CostedPlan probe = left.plan();
    CostedPlan right = search.planDecorrelated(index, other.plan());
    List<RexNode> conditions = new ArrayList<>(correlated(other.conditions(), probe, right));
    if (outputs == null) {
      conditions.addAll(search.physical(on, probe, right, source));
    }
    double pairs =
        search.joins().hasKeys(conditions, probe.width())
            ? left.rows() * CostModel.PROBE
            : left.rows() * right.rows() * CostModel.PAIR + left.rows();
    double cost =
        left.cost()
            + right.cost()
            + right.rows() * CostModel.BUILD
            + pairs
            + rows * CostModel.YIELD;
    if (outputs == null) {
      return new JoinTree(
          after,
          rows,
          cost,
          JoinOrderSearch.probeOrdering(
              left.ordering(), search.overBlock(right, source), source.type()),
          () -> {
            PlanNode node =
                source.mark() == null
                    ? search
                        .joins()
                        .join(probe.node(), right.node(), source.type(), conditions, rows)
                    : marked(
                        probe,
                        right,
                        conditions,
                        search.physical(search.compared(index), probe, right, source));
            return search.joined(node, probe, right, source);
          });
    }
    JoinTree single =
        new JoinTree(
            after,
            rows,
            cost,
            left.ordering(),
            () -> {
              PlanNode node =
                  search
                      .joins()
                      .join(probe.node(), right.node(), JoinRelType.LEFT, conditions, rows);
              return projected(node, probe, correlated(outputs, probe, right));
            });
    return search.filter(single, on);
  }

  /**
   * Translates expressions over the correlation variable and a decorrelated source to the fields of
   * both sides.
   */
  private List<RexNode> correlated(List<RexNode> nodes, CostedPlan probe, CostedPlan right) {
    RexShuttle shuttle =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            // of the type that the expression expects: NULL where an outer join adds it
            return new RexInputRef(
                probe.width() + right.positions()[ref.getIndex()], ref.getType());
          }

          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            if (access.getReferenceExpr() instanceof RexCorrelVariable variable
                && variable.id.equals(source.variable())) {
              RexNode value = source.variableRow().get(access.getField().getIndex());
              return probe.toPhysical(Rexes.replaceVariables(value, search.outer()));
            }
            return super.visitFieldAccess(access);
          }
        };
    return Rexes.replaceVariables(shuttle.visitList(nodes), search.outer());
  }

  /** Appends the fields of the source to the left fields. */
  private CostedPlan projected(PlanNode node, CostedPlan probe, List<RexNode> outputs) {
    int[] positions = probe.positions().clone();
    List<RexNode> expressions = new ArrayList<>();
    for (int i = 0; i < probe.width(); i++) {
      expressions.add(CostedPlan.ref(node.rowType(), i));
    }
    RelDataTypeFactory.Builder rowType =
        planner.context().types().builder().addAll(probe.node().rowType().getFieldList());
    BitSet needed = search.neededFields(source);
    for (int i = needed.nextSetBit(0); i >= 0; i = needed.nextSetBit(i + 1)) {
      positions[source.offset() + i] = expressions.size();
      expressions.add(outputs.get(i));
      rowType.add(
          source.input().rowType().getFieldList().get(i).getName(), outputs.get(i).getType());
    }
    return new CostedPlan(
        new PlanNode.Project(node, expressions, rowType.build()),
        positions,
        CostedPlan.Ordering.NONE,
        0);
  }

  private JoinTree hash(JoinTree right, double rows) {
    JoinTree straight = search.hashJoin(left, right, source.type(), cross, rows);
    boolean always = planner.context().methods().join() == PlannerMethods.JoinMethod.SWAPPED;
    boolean turns =
        source.type() == JoinRelType.INNER
            && (always || left.rows() < right.rows())
            && search.joins().isKeyed(cross, left.fields(), right.fields(), source.type());
    if (!turns) {
      return straight;
    }
    JoinTree turned = search.hashJoin(right, left, source.type(), cross, rows);
    return always || turned.cost() < straight.cost() ? turned : straight;
  }

  /** Returns the order of the left side, which a lookup join extends by that of the right side. */
  private CostedPlan.Ordering ordering(CostedPlan.Ordering after) {
    CostedPlan.Ordering before = left.ordering();
    CostedPlan.Ordering kept = JoinOrderSearch.probeOrdering(before, after, source.type());
    if (source.type() != JoinRelType.INNER || after.single() || !before.complete()) {
      return kept;
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
