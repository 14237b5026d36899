package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.planner.cost.CardinalityEstimator;
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
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The search for the join order of a block, over bushy trees: dynamic programming over the pairs of
 * connected sets of the {@link JoinGraph}. A pair is joined by a lookup join, a hash join or a
 * merge join where one of its sets is a single source ({@link JoinStep}), else by a hash join. Of
 * each set the cheapest tree is kept, and the cheapest ones in an order that the parent or a
 * further join can use.
 *
 * <p>Blocks with more than {@link #MAX_PAIRS} pairs are joined greedily; up to a number of sources,
 * dynamic programming over the intervals of the sources in the order of this tree follows.
 */
final class JoinOrderSearch {
  /** Maximum number of pairs of sets for which all trees are considered. */
  private static final int MAX_PAIRS = 3_000;

  /** Maximum number of sources of which the intervals of an order are joined. */
  private static final int MAX_INTERVALS_OF = 25;

  /** Maximum number of trees of one set of sources. */
  private static final int MAX_TREES = 4;

  private static final double LEAST_ROWS = 1e-6;

  /** Maximum cost of a start in a useful order, as a multiple of the source's cheapest path. */
  private static final double ORDERED_COST_MAX = 1.5;

  private final PhysicalPlanner planner;
  private final LogicalPlan.Block block;
  private final int size;
  private final List<RexNode> conjuncts;
  private final List<BitSet> conjunctFields = new ArrayList<>();
  private final List<List<RexNode>> on = new ArrayList<>();
  private final List<BitSet> onFields = new ArrayList<>();
  private final List<BitSet> outerFields = new ArrayList<>();

  /** Fields that a condition, or a source that refers to others, links. */
  private final List<BitSet> linkedFields = new ArrayList<>();

  private final BitSet demand;
  private final CostedPlan.DesiredOrder wish;
  private final Map<CorrelationId, List<RexNode>> outer;
  private final int fields;
  private final HashJoinPlanner joins;
  private final LookupPlanner lookups;
  private final Map<Integer, JoinTree> alone = new HashMap<>();
  private final Map<Integer, CostedPlan> aloneOverSource = new HashMap<>();
  private final Map<OrderedSource, CostedPlan> inOrder = new HashMap<>();
  private final Map<Integer, Optional<Decorrelator.Decorrelated>> decorrelated = new HashMap<>();
  private final Map<Integer, CostedPlan> decorrelatedPlans = new HashMap<>();
  private @Nullable BitSet mergeFields;
  private @Nullable JoinTree best;
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
    this.size = block.sources().size();
    this.conjuncts = conjuncts;
    this.wish = wish;
    this.outer = outer;
    this.joins = new HashJoinPlanner(planner.context());
    this.lookups = new LookupPlanner(planner, this);
    this.demand = (BitSet) demanded.clone();
    int end = 0;
    for (LogicalPlan.Source source : block.sources()) {
      end = Math.max(end, source.end());
      on.add(Rexes.replaceVariables(source.on(), outer));
      BitSet used = Rexes.fields(source.on());
      used.or(Rexes.fields(source.compared()));
      onFields.add(used);
      outerFields.add(variableFields(source));
      demand.or(used);
      demand.or(variableFields(source));
      BitSet linked = ownFields(source);
      linked.or(used);
      linked.or(variableFields(source));
      linkedFields.add(linked);
    }
    this.fields = end;
    for (RexNode conjunct : conjuncts) {
      BitSet looked = Rexes.fields(conjunct);
      conjunctFields.add(looked);
      linkedFields.add(looked);
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

  CostedPlan best() {
    if (size == 1) {
      finish(start(0, desiredOrder(source(0))));
    } else {
      JoinGraph graph = size <= JoinGraph.MAX_SOURCES ? new JoinGraph(block, conjunctFields) : null;
      if (graph != null && !planner.context().isExhausted() && hasFewPairs(graph)) {
        joinSets(graph);
      } else {
        joinGreedily();
      }
    }
    return Objects.requireNonNull(best, "no order of sources").plan();
  }

  /** Returns the cost of the best plan, including a final sort where one is needed. */
  double bestCost() {
    return bestCost;
  }

  private static boolean hasFewPairs(JoinGraph graph) {
    int[] pairs = {0};
    graph.forEachPair((one, other) -> ++pairs[0] <= MAX_PAIRS);
    return pairs[0] <= MAX_PAIRS;
  }

  /** The trees of one set of sources that are kept: none is better than another in all respects. */
  private final class Kept {
    private final List<JoinTree> trees = new ArrayList<>();

    void add(@Nullable JoinTree tree) {
      if (tree == null || trees.stream().anyMatch(other -> isAsGood(other, tree))) {
        return;
      }
      trees.removeIf(other -> tree.cost() < other.cost() && isAsGood(tree, other));
      trees.add(tree);
      trees.sort(Comparator.comparingDouble(JoinTree::cost));
      if (trees.size() > MAX_TREES) {
        trees.remove(MAX_TREES);
      }
    }
  }

  private boolean isAsGood(JoinTree one, JoinTree other) {
    // costs of many-table products overflow to infinity
    return one.cost() <= other.cost()
        && (isOrdered(one) || !isOrdered(other))
        && (usefulKey(other) < 0 || usefulKey(one) == usefulKey(other) || one.isSingle());
  }

  /** Returns the first field of the order if a merge join with another source can use it; or -1. */
  private int usefulKey(JoinTree tree) {
    for (RelFieldCollation key : tree.ordering().keys()) {
      int field = key.getFieldIndex();
      if (!tree.ordering().constants().get(field)) {
        return mergeFields().get(field) ? field : -1;
      }
    }
    return -1;
  }

  /** Returns the fields that conditions equate with fields of other sources, as merge joins can. */
  private BitSet mergeFields() {
    BitSet known = mergeFields;
    if (known == null) {
      known = new BitSet();
      for (LogicalPlan.Source source : block.sources()) {
        for (int field : MergeJoinPlanner.keyFields(block, conjuncts, source)) {
          known.set(field);
        }
      }
      mergeFields = known;
    }
    return known;
  }

  /** Joins all pairs of connected sets. */
  private void joinSets(JoinGraph graph) {
    Map<Long, Kept> table = new HashMap<>();
    for (int i = 0; i < size; i++) {
      if (graph.isFirst(i)) {
        table.put(graph.set(i), starts(i));
      }
    }
    Map<Long, List<Long>> pairs = new LinkedHashMap<>();
    graph.forEachPair(
        (one, other) -> {
          pairs.computeIfAbsent(one | other, sources -> new ArrayList<>()).add(one);
          return true;
        });
    List<Map.Entry<Long, List<Long>>> sets = new ArrayList<>(pairs.entrySet());
    sets.sort(Comparator.comparingInt(entry -> Long.bitCount(entry.getKey())));
    for (Map.Entry<Long, List<Long>> entry : sets) {
      long set = entry.getKey();
      Joins ways = new Joins();
      for (long one : entry.getValue()) {
        long other = set & ~one;
        ways.add(table.get(other), graph.onlySource(other), table.get(one), graph.onlySource(one));
      }
      Kept joined = ways.best();
      if (!joined.trees.isEmpty()) {
        table.put(set, joined);
      }
    }
    Kept all = table.get(graph.all());
    if (all != null) {
      all.trees.forEach(this::finish);
    }
  }

  /**
   * The ways to join the same sources. All trees of the sources have the same estimated number of
   * rows, the least one of all ways to add a single source; otherwise the cheapest tree would be
   * the one that is underestimated most.
   */
  private final class Joins {
    private final List<JoinStep> steps = new ArrayList<>();
    private final List<Pair> pairs = new ArrayList<>();

    private record Pair(JoinTree left, JoinTree right) {}

    /**
     * Adds the joins of two sets of sources.
     *
     * @param one trees of the first set, or null if it has no tree of its own
     * @param first the only source of the first set, or -1
     */
    void add(@Nullable Kept one, int first, @Nullable Kept other, int second) {
      planner.context().countStep();
      if (one != null && second >= 0) {
        addSteps(one, second);
      }
      if (other != null && first >= 0) {
        addSteps(other, first);
      }
      if (one != null && other != null && first < 0 && second < 0 && joinsTrees()) {
        addTrees(one, other);
        addTrees(other, one);
      }
    }

    private void addSteps(Kept trees, int source) {
      for (JoinTree tree : trees.trees) {
        JoinStep step = JoinStep.of(planner, JoinOrderSearch.this, tree, source);
        if (step != null) {
          steps.add(step);
        }
      }
    }

    void addTrees(Kept probes, Kept builds) {
      for (JoinTree probe : probes.trees) {
        builds.trees.stream().limit(1).forEach(build -> pairs.add(new Pair(probe, build)));
      }
    }

    Kept best() {
      double rows = Double.POSITIVE_INFINITY;
      for (JoinStep step : steps) {
        rows = Math.min(rows, step.rows());
      }
      Kept best = new Kept();
      for (JoinStep step : steps) {
        best.add(step.cheapest(rows));
      }
      List<JoinTree> productsOfProducts = new ArrayList<>();
      for (Pair pair : pairs) {
        planner.context().check();
        BitSet after = (BitSet) pair.left.fields().clone();
        after.or(pair.right.fields());
        List<RexNode> cross = conjuncts(ready(after, pair.left.fields(), pair.right.fields()));
        if (steps.isEmpty()) {
          rows = Math.min(rows, pair.left.rows() * pair.right.rows() * selectivity(cross));
        }
        JoinTree joined = hashJoin(pair.left, pair.right, JoinRelType.INNER, cross, rows);
        if (cross.isEmpty() && isProduct(pair.right.fields())) {
          productsOfProducts.add(joined);
        } else {
          best.add(joined);
        }
      }
      if (best.trees.isEmpty()) {
        productsOfProducts.forEach(best::add);
      }
      return best;
    }
  }

  /**
   * Whether trees of more than one source are joined. Conditions without fields are evaluated in
   * both of them.
   */
  private boolean joinsTrees() {
    return planner.context().methods().join() != PlannerMethods.JoinMethod.LOOKUP
        && conjuncts.stream().allMatch(Rexes::isDeterministic);
  }

  /**
   * Whether conditions do not connect all sources of a tree. A product does not buffer such a tree:
   * it reads one source after the other, and ends when one of them is empty.
   *
   * @param fields of the tree
   */
  private boolean isProduct(BitSet fields) {
    List<BitSet> parts = new ArrayList<>();
    for (LogicalPlan.Source source : block.sources()) {
      if (fields.get(source.offset())) {
        parts.add(ownFields(source));
      }
    }
    for (BitSet linked : linkedFields) {
      List<BitSet> joined = parts.stream().filter(linked::intersects).toList();
      if (joined.size() > 1) {
        parts.removeAll(joined);
        BitSet all = new BitSet();
        joined.forEach(all::or);
        parts.add(all);
      }
    }
    return parts.size() > 1;
  }

  private boolean isProduct(Grown grown) {
    return isProduct(grown.tree.fields());
  }

  /** Estimates the fraction of the pairs of rows that meet the conditions. */
  private double selectivity(List<RexNode> cross) {
    return new JoinSelectivity(planner.context().estimates(), block).of(cross);
  }

  /** A tree of the greedy search, with its sources in the order of the tree. */
  private record Grown(JoinTree tree, List<Integer> sources) {
    int onlySource() {
      return sources.size() == 1 ? sources.get(0) : -1;
    }
  }

  /** Joins at each step the two trees whose join adds the least cost and rows. */
  private void joinGreedily() {
    List<Grown> grown = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if (source(i).type() == JoinRelType.INNER && outerFields(i).isEmpty()) {
        grown.add(new Grown(start(i, desiredOrder(source(i))), List.of(i)));
      } else {
        others.add(i);
      }
    }
    Map<List<Object>, Optional<JoinTree>> pairs = new HashMap<>();
    while (grown.size() + others.size() > 1) {
      Choice choice = choice(grown, others, pairs, true);
      choice = choice == null ? choice(grown, others, pairs, false) : choice;
      Choice chosen = Objects.requireNonNull(choice, "no order of sources");
      grown.remove(chosen.one);
      List<Integer> sources = new ArrayList<>(chosen.one.sources);
      if (chosen.other == null) {
        others.remove((Object) chosen.source);
        sources.add(chosen.source);
      } else {
        grown.remove(chosen.other);
        sources.addAll(chosen.other.sources);
      }
      grown.add(new Grown(chosen.joined, sources));
    }
    finish(grown.get(0).tree);
    if (size <= MAX_INTERVALS_OF && !planner.context().isExhausted()) {
      joinIntervals(grown.get(0).sources);
    }
  }

  /**
   * A step of the greedy search.
   *
   * @param other the other tree; null where a source is joined that is no tree
   */
  private record Choice(
      Grown one, @Nullable Grown other, int source, JoinTree joined, double added) {}

  private @Nullable Choice choice(
      List<Grown> grown,
      List<Integer> others,
      Map<List<Object>, Optional<JoinTree>> pairs,
      boolean linked) {
    Choice least = null;
    List<Grown> products = linked ? List.of() : grown.stream().filter(this::isProduct).toList();
    for (int i = 0; i < grown.size(); i++) {
      Grown one = grown.get(i);
      for (Grown other : grown.subList(i + 1, grown.size())) {
        boolean extendsProduct =
            products.isEmpty() || products.contains(one) || products.contains(other);
        if (linked ? areLinked(one.tree, other.tree) : extendsProduct) {
          Optional<JoinTree> joined =
              pairs.computeIfAbsent(
                  List.of(one.tree, other.tree), pair -> Optional.of(joined(one, other)));
          least = lesser(least, one, other, -1, joined.get());
        }
      }
      for (int source : others) {
        Optional<JoinTree> joined =
            pairs.computeIfAbsent(
                List.of(one.tree, source), pair -> Optional.ofNullable(joined(one, source)));
        if (joined.isPresent()) {
          least = lesser(least, one, null, source, joined.get());
        }
      }
    }
    return least;
  }

  private static @Nullable Choice lesser(
      @Nullable Choice least, Grown one, @Nullable Grown other, int source, JoinTree joined) {
    double parts = one.tree.cost() + (other == null ? 0 : other.tree.cost());
    // costs of many-table products overflow to infinity: any step is better than none
    double added = joined.cost() + joined.rows() - parts;
    return least == null || added < least.added
        ? new Choice(one, other, source, joined, added)
        : least;
  }

  private JoinTree joined(Grown one, Grown other) {
    Joins ways = new Joins();
    Kept left = kept(one.tree);
    Kept right = kept(other.tree);
    ways.add(left, one.onlySource(), right, other.onlySource());
    if (ways.steps.isEmpty() && ways.pairs.isEmpty()) {
      ways.addTrees(left, right);
    }
    return ways.best().trees.get(0);
  }

  private @Nullable JoinTree joined(Grown one, int source) {
    JoinStep step = JoinStep.of(planner, this, one.tree, source);
    return step == null ? null : step.cheapest(step.rows());
  }

  private Kept kept(JoinTree tree) {
    Kept kept = new Kept();
    kept.add(tree);
    return kept;
  }

  private boolean areLinked(JoinTree one, JoinTree other) {
    return conjunctFields.stream()
        .anyMatch(fields -> fields.intersects(one.fields()) && fields.intersects(other.fields()));
  }

  /** Joins the intervals of a list of sources, shorter ones first. */
  private void joinIntervals(List<Integer> sources) {
    Kept[][] table = new Kept[size][size];
    for (int i = 0; i < size; i++) {
      LogicalPlan.Source source = source(sources.get(i));
      boolean starts = source.type() == JoinRelType.INNER && source.variable() == null;
      table[i][i] = starts ? starts(sources.get(i)) : new Kept();
    }
    for (int length = 1; length < size; length++) {
      for (int from = 0; from + length < size; from++) {
        int to = from + length;
        Joins ways = new Joins();
        for (int end = from; end < to; end++) {
          ways.add(
              table[from][end],
              end == from ? sources.get(from) : -1,
              table[end + 1][to],
              end + 1 == to ? sources.get(to) : -1);
        }
        table[from][to] = ways.best();
      }
    }
    table[0][size - 1].trees.forEach(this::finish);
  }

  /** Returns the plans of a source that a tree may start with. */
  private Kept starts(int index) {
    Kept starts = new Kept();
    JoinTree start = start(index, desiredOrder(source(index)));
    starts.add(start);
    LogicalPlan.Source source = source(index);
    for (int field : MergeJoinPlanner.keyFields(block, conjuncts, source)) {
      RelFieldCollation key =
          new RelFieldCollation(field, Direction.ASCENDING, NullDirection.UNSPECIFIED);
      if (!start.ordering().satisfies(List.of(key))) {
        JoinTree other =
            start(
                index,
                new CostedPlan.DesiredOrder(
                    List.of(key.withFieldIndex(field - source.offset())),
                    Double.POSITIVE_INFINITY));
        if (other.ordering().satisfies(List.of(key))
            && other.cost() <= start.cost() * ORDERED_COST_MAX) {
          starts.add(other);
        }
      }
    }
    return starts;
  }

  private JoinTree start(int index, CostedPlan.DesiredOrder ordered) {
    LogicalPlan.Source source = source(index);
    BitSet own = ownFields(source);
    List<RexNode> local = new ArrayList<>();
    for (int i = 0; i < conjuncts.size(); i++) {
      if (isSubset(conjunctFields.get(i), own)) {
        local.add(toSource(conjuncts.get(i), source));
      }
    }
    return tree(source, plan(source, local, ordered));
  }

  private CostedPlan plan(
      LogicalPlan.Source source, List<RexNode> local, CostedPlan.DesiredOrder ordered) {
    return planner.plan(
        source.input(),
        new PhysicalPlanner.PlanRequest(local, neededFields(source), ordered, environment(source)));
  }

  private JoinTree tree(LogicalPlan.Source source, CostedPlan planned) {
    return new JoinTree(
        ownFields(source),
        planned.rows(),
        planned.cost(),
        overBlock(planned, source),
        () -> toBlock(planned, source));
  }

  /** Returns the plan of a source with positions of the block's fields. */
  CostedPlan toBlock(CostedPlan planned, LogicalPlan.Source source) {
    int[] positions = new int[fields];
    Arrays.fill(positions, CostedPlan.ABSENT);
    System.arraycopy(planned.positions(), 0, positions, source.offset(), source.input().width());
    return new CostedPlan(planned.node(), positions, planned.ordering(), planned.cost());
  }

  /** Returns the order of a source's plan over the block's fields. */
  CostedPlan.Ordering overBlock(CostedPlan planned, LogicalPlan.Source source) {
    int[] fieldOf = new int[planned.width()];
    Arrays.fill(fieldOf, CostedPlan.ABSENT);
    for (int i = source.input().width() - 1; i >= 0; i--) {
      int position = planned.positions()[i];
      if (position != CostedPlan.ABSENT) {
        fieldOf[position] = source.offset() + i;
      }
    }
    return planned.ordering().mapped(position -> fieldOf[position]);
  }

  /**
   * Plans the source alone, as the right side of a hash join; the plan does not depend on the left
   * side.
   *
   * @param local conditions on the source alone, over its fields
   */
  JoinTree alone(int index, List<RexNode> local) {
    JoinTree known = alone.get(index);
    if (known == null) {
      CostedPlan planned = plan(source(index), local, CostedPlan.DesiredOrder.NONE);
      known = tree(source(index), planned);
      alone.put(index, known);
      aloneOverSource.put(index, planned);
    }
    return known;
  }

  /** Returns the plan of {@link #alone} with positions of the source's fields. */
  CostedPlan aloneOverSource(int index) {
    return Objects.requireNonNull(aloneOverSource.get(index));
  }

  /**
   * Plans the source alone as {@link #alone} does, but in an order, where that costs less than a
   * sort.
   *
   * @param wanted over the source's fields
   */
  CostedPlan planOrderedSource(int index, List<RexNode> local, List<RelFieldCollation> wanted) {
    return inOrder.computeIfAbsent(
        new OrderedSource(index, wanted),
        unused ->
            plan(
                source(index),
                local,
                new CostedPlan.DesiredOrder(wanted, Double.POSITIVE_INFINITY)));
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
    return decorrelatedPlans.computeIfAbsent(
        index, unused -> planner.plan(plan, PhysicalPlanner.PlanRequest.all(plan, outer)));
  }

  private record OrderedSource(int index, List<RelFieldCollation> order) {}

  /**
   * Joins two trees by a hash join, or by a nested-loop join where no condition is a key.
   *
   * @param probe the side whose order is kept
   * @param build the side that is buffered
   */
  JoinTree hashJoin(
      JoinTree probe, JoinTree build, JoinRelType type, List<RexNode> cross, double rows) {
    boolean keyed = joins.isKeyed(cross, probe.fields(), build.fields(), type);
    double pairs =
        keyed
            ? expectedRows(probe, rows) * CostModel.PROBE
            : probe.rows() * build.rows() * CostModel.PAIR + probe.rows();
    double cost =
        probe.cost()
            + build.cost()
            + build.rows() * CostModel.BUILD
            + pairs
            + rows * CostModel.YIELD;
    BitSet after = (BitSet) probe.fields().clone();
    after.or(build.fields());
    return new JoinTree(
        after,
        rows,
        cost,
        probeOrdering(probe.ordering(), build.ordering(), type),
        () -> {
          CostedPlan left = probe.plan();
          CostedPlan right = build.plan();
          List<RexNode> physical =
              Rexes.replaceFields(
                  cross,
                  field ->
                      build.fields().get(field)
                          ? shifted(right.ref(field), left.width())
                          : left.ref(field));
          PlanNode node = joins.join(left.node(), right.node(), type, physical, rows);
          return joined(node, left, right, type);
        });
  }

  private static RexInputRef shifted(RexInputRef ref, int by) {
    return new RexInputRef(ref.getIndex() + by, ref.getType());
  }

  /** Returns the order of the left rows, each of which a join may repeat. */
  static CostedPlan.Ordering probeOrdering(
      CostedPlan.Ordering before, CostedPlan.Ordering after, JoinRelType type) {
    if (!type.projectsRight() || after.single()) {
      return before;
    }
    return before.single()
        ? CostedPlan.Ordering.NONE
        : new CostedPlan.Ordering(before.keys(), before.constants(), false, false);
  }

  /** Translates conditions over the block's fields to those of the left side and of a source. */
  List<RexNode> physical(
      List<RexNode> conditions, CostedPlan left, CostedPlan right, LogicalPlan.Source source) {
    return Rexes.replaceFields(
        conditions,
        field ->
            field >= source.offset() && field < source.end()
                ? shifted(right.ref(field - source.offset()), left.width())
                : left.ref(field));
  }

  /** Returns the plan of a join with a source, or with its mark. */
  CostedPlan joined(PlanNode node, CostedPlan left, CostedPlan right, LogicalPlan.Source source) {
    CostedPlan joined = joined(node, left, toBlock(right, source), source.type());
    if (source.mark() != null) {
      joined.positions()[source.end() - 1] = left.width();
    }
    return joined;
  }

  /** Returns the plan of a join with positions of the block's fields. */
  CostedPlan joined(PlanNode node, CostedPlan left, CostedPlan right, JoinRelType type) {
    int[] positions = left.positions().clone();
    if (type.projectsRight()) {
      for (int i = 0; i < positions.length; i++) {
        int position = right.positions()[i];
        if (position != CostedPlan.ABSENT) {
          positions[i] = left.width() + position;
        }
      }
    }
    return new CostedPlan(node, positions, CostedPlan.Ordering.NONE, 0);
  }

  /** Adds a filter for conditions over the block's fields. */
  JoinTree filter(JoinTree input, List<RexNode> conditions) {
    if (conditions.isEmpty()) {
      return input;
    }
    return new JoinTree(
        input.fields(),
        input.rows() * defaultSelectivity(conditions),
        input.cost(),
        input.ordering(),
        () -> planner.filter(input.plan(), conditions));
  }

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
    for (int i = some.nextSetBit(0); i >= 0; i = some.nextSetBit(i + 1)) {
      if (!all.get(i)) {
        return false;
      }
    }
    return true;
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

  static double defaultSelectivity(List<RexNode> conditions) {
    double share = 1;
    for (RexNode condition : conditions) {
      share *= CardinalityEstimator.selectivity(condition);
    }
    return share;
  }

  private void finish(JoinTree tree) {
    double cost = tree.cost();
    if (!isOrdered(tree)) {
      cost = size == 1 ? costInOrder(tree.plan()) : cost + CostModel.sort(tree.rows());
    }
    if (best == null || cost < bestCost) {
      bestCost = cost;
      best = tree;
    }
  }

  private double costInOrder(CostedPlan planned) {
    List<RelFieldCollation> wanted = new ArrayList<>();
    for (RelFieldCollation key : wish.keys()) {
      wanted.add(key.withFieldIndex(planned.positions()[key.getFieldIndex()]));
    }
    return planner.context().costInOrder(planned, wanted, wish.limit());
  }

  /** Whether the rows are in the desired order, as far as the joined sources determine it. */
  private boolean isOrdered(JoinTree tree) {
    for (RelFieldCollation key : wish.keys()) {
      if (!tree.fields().get(key.getFieldIndex())) {
        return tree.isSingle();
      }
    }
    return tree.ordering().satisfies(wish.keys());
  }

  /**
   * Estimates how many left rows a join reads; fewer than all when the parent stops early.
   *
   * @param joined number of join rows from all left rows
   */
  double expectedRows(JoinTree left, double joined) {
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

  HashJoinPlanner joins() {
    return joins;
  }

  LookupPlanner lookups() {
    return lookups;
  }

  LogicalPlan.Source source(int index) {
    return block.sources().get(index);
  }

  /** Returns the conditions of a mark, over the block's fields. */
  List<RexNode> compared(int index) {
    return Rexes.replaceVariables(source(index).compared(), outer);
  }

  /** Returns the conditions of a source that is not INNER, over the block's fields. */
  List<RexNode> on(int index) {
    return on.get(index);
  }

  BitSet onFields(int index) {
    return onFields.get(index);
  }

  /** Returns the block's fields that a source uses through its correlation variable. */
  BitSet outerFields(int index) {
    return outerFields.get(index);
  }

  /** Returns the conditions over the fields of a join that neither of its sides can evaluate. */
  BitSet ready(BitSet after, BitSet left, @Nullable BitSet right) {
    BitSet ready = new BitSet();
    for (int i = 0; i < conjunctFields.size(); i++) {
      BitSet looked = conjunctFields.get(i);
      if (isSubset(looked, after)
          && !isSubset(looked, left)
          && (right == null || !isSubset(looked, right))) {
        ready.set(i);
      }
    }
    return ready;
  }

  List<RexNode> conjuncts(BitSet numbers) {
    List<RexNode> chosen = new ArrayList<>();
    numbers.stream().forEach(number -> chosen.add(conjuncts.get(number)));
    return chosen;
  }

  Map<CorrelationId, List<RexNode>> outer() {
    return outer;
  }
}
