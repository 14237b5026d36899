package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.KeyBounds;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.OperatorClass;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.cost.CardinalityEstimator;
import io.mosql.sql.planner.cost.CostModel;
import io.mosql.sql.planner.cost.SelectivityEstimator;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.Direction;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/** Selects the cheapest access path of one table: the spans of the primary key or of an index. */
final class AccessPathSelector {
  /** The cost of a path beside which no other plan is worth the search. */
  private static final double SMALL = 20;

  private final PlanContext context;
  private final TableDef table;
  private final LogicalPlan.Scan scan;
  private final TablePredicates predicates;
  private final BitSet demand;
  private final CostedPlan.DesiredOrder wish;
  private final SelectivityEstimator selectivity;

  AccessPathSelector(
      PlanContext context,
      LogicalPlan.Scan scan,
      List<RexNode> conjuncts,
      BitSet demand,
      CostedPlan.DesiredOrder wish) {
    this.context = context;
    this.scan = scan;
    this.table = scan.table();
    this.predicates = new TablePredicates(table, conjuncts, context.rex(), context.expressions());
    this.demand = demand;
    this.wish = wish;
    this.selectivity = context.estimates().selectivity(table);
  }

  /**
   * An access path.
   *
   * @param consumed conjuncts that all rows of the path meet
   * @param counted conjuncts that the estimated number of entries accounts for
   * @param meanings conditions that all rows of the path meet, for estimates
   */
  private record Path(
      IndexDef index,
      KeyBounds bounds,
      BitSet consumed,
      BitSet counted,
      List<RexNode> meanings,
      double scanned,
      boolean single) {}

  /** Returns the cheapest plan: of one index, or of several ones for the branches of an OR. */
  CostedPlan cheapest() {
    CostedPlan path = cheapestPath();
    double cost = costInOrder(path);
    if (cost <= SMALL || context.methods().access() == PlannerMethods.AccessMethod.FULL_SCAN) {
      return path;
    }
    CostedPlan union =
        new IndexUnion(context, scan, predicates.conjuncts(), demand).cheaperThan(cost);
    return union == null || costInOrder(union) >= cost ? path : union;
  }

  /** Returns the cheapest plan of one index. */
  CostedPlan cheapestPath() {
    if (predicates.isContradiction()) {
      return CostedPlan.empty(scan.rowType());
    }
    CostedPlan best = null;
    double bestCost = Double.POSITIVE_INFINITY;
    for (Path path : paths()) {
      CostedPlan planned = plan(path);
      double cost = costInOrder(planned);
      // the first one of equal cost wins: the primary key is before other indexes
      if (cost < bestCost) {
        best = planned;
        bestCost = cost;
      }
    }
    return Objects.requireNonNull(best);
  }

  /** Returns the cost of a plan, with a sort where it is not in the desired order. */
  private double costInOrder(CostedPlan planned) {
    return context.costInOrder(planned, wish.keys(), wish.limit());
  }

  private List<Path> paths() {
    PlannerMethods.AccessMethod access = context.methods().access();
    if (access == PlannerMethods.AccessMethod.FULL_SCAN) {
      double all = context.estimates().rows(table);
      return List.of(
          new Path(
              table.primary(), KeyBounds.ALL, new BitSet(), new BitSet(), List.of(), all, false));
    }
    List<Path> paths = new ArrayList<>();
    table.readableIndexes().forEach(index -> paths.addAll(paths(index)));
    if (access != PlannerMethods.AccessMethod.INDEX || paths.isEmpty()) {
      paths.addAll(0, paths(table.primary()));
    }
    return paths;
  }

  private List<Path> paths(IndexDef index) {
    BitSet stated = conditionsInIndexPredicate(index);
    if (stated == null) {
      return List.of();
    }
    OperatorClass items = index.extent().items();
    if (items != null) {
      Path searched = invertedPath(index, items);
      return searched == null ? List.of() : List.of(searched);
    }
    return List.of(orderedPath(index, stated));
  }

  /**
   * Returns the conjuncts that are part of a partial index's predicate; null when the index may
   * lack qualifying rows.
   */
  private @Nullable BitSet conditionsInIndexPredicate(IndexDef index) {
    BitSet stated = new BitSet();
    if (!index.partial()) {
      return stated;
    }
    List<RexNode> given = predicates.conjuncts();
    for (RexNode wanted : context.expressions().conjuncts(table, index)) {
      boolean implied = false;
      for (int i = 0; i < given.size(); i++) {
        if (IndexExpressions.same(given.get(i), wanted)) {
          stated.set(i);
        }
        implied |= PredicateImplication.implies(given.get(i), wanted);
      }
      if (!implied) {
        return null;
      }
    }
    return stated;
  }

  /**
   * Returns the search of an inverted index. The predicate of a partial index is rechecked, too: a
   * search without items scans all rows.
   */
  private @Nullable Path invertedPath(IndexDef index, OperatorClass items) {
    int column = index.columns().get(0).column();
    List<List<KeyBounds.Search>> searches = new ArrayList<>();
    BitSet tested = new BitSet();
    for (int i = 0; i < predicates.conjuncts().size(); i++) {
      List<KeyBounds.Search> alternatives =
          predicates.searches(predicates.conjuncts().get(i), column, items);
      if (!alternatives.isEmpty()) {
        searches.add(alternatives);
        tested.set(i);
      }
    }
    if (searches.isEmpty()) {
      return null;
    }
    double scanned =
        selectivity.hasStatistics()
            ? matchingRows(tested)
            : context.estimates().rows(table) * defaultSelectivity(conjuncts(tested));
    return new Path(
        index, KeyBounds.of(searches), new BitSet(), tested, conjuncts(tested), scanned, false);
  }

  private Path orderedPath(IndexDef index, BitSet stated) {
    double perRow = index.primary() ? 1 : 1 + CostModel.FETCH;
    IndexConditions.Derived derived =
        new IndexConditions(context, table, index, perRow).derive(predicates.terms());
    BitSet consumed = derived.consumed();
    List<RexNode> meanings = new ArrayList<>(derived.meanings());
    BitSet others = (BitSet) stated.clone();
    others.andNot(consumed);
    others.andNot(derived.tested());
    meanings.addAll(conjuncts(others));
    consumed.or(stated);
    BitSet counted = (BitSet) consumed.clone();
    counted.or(derived.tested());
    counted.andNot(derived.gates());
    return new Path(
        index, derived.bounds(), consumed, counted, meanings, derived.rows(), derived.single());
  }

  /** Estimates the number of rows that meet these conjuncts from the statistics of ANALYZE. */
  private double matchingRows(BitSet numbers) {
    return context.estimates().rows(table) * selectivity.of(conjuncts(numbers));
  }

  private List<RexNode> conjuncts(BitSet numbers) {
    return numbers.stream().mapToObj(predicates.conjuncts()::get).toList();
  }

  private CostedPlan plan(Path path) {
    List<RexNode> residual = new ArrayList<>();
    BitSet needed = (BitSet) demand.clone();
    for (int i = 0; i < predicates.conjuncts().size(); i++) {
      if (!path.consumed.get(i)) {
        residual.add(predicates.conjuncts().get(i));
        Rexes.addFields(predicates.conjuncts().get(i), needed);
      }
    }
    BitSet others = (BitSet) path.counted.clone();
    others.flip(0, predicates.conjuncts().size());
    double share =
        selectivity.hasStatistics()
            ? share(path)
            : defaultSelectivity(conjuncts(others)) * recheckShare(path);
    boolean sure = path.single && !selectivity.hasStatistics();
    double rows = Math.max(sure ? 1 : 0.01, path.scanned * share);
    RexNode filter =
        residual.isEmpty() ? null : RexUtil.composeConjunction(context.rex(), residual);
    boolean covering = isCovering(table, path.index, needed);
    boolean reverse = prefersReverse(path);
    CostedPlan.Ordering ordering = ordering(path, reverse);
    boolean ordered = wish.keys().isEmpty() || ordering.satisfies(wish.keys());
    double visited =
        ordered ? Math.min(path.scanned, wish.limit() / Math.max(share, 1e-6)) : path.scanned;
    double perRow = path.index.primary() || covering ? 1 : 1 + CostModel.FETCH;
    double cost = path.bounds.spans() * CostModel.SEEK + visited * perRow;
    ColumnSet columns = ColumnSet.of(needed.stream().toArray());
    PlanNode node =
        new PlanNode.TableScan(
            table,
            scan.alias(),
            path.index,
            path.bounds,
            reverse,
            covering,
            columns,
            ColumnSet.of(demand.stream().toArray()),
            filter,
            scan.locking(),
            scan.rowType(),
            visited,
            rows);
    return new CostedPlan(node, CostedPlan.identity(scan.width()), ordering, cost);
  }

  /** Returns the fraction of the visited rows that meet the other conditions. */
  private double share(Path path) {
    double all = selectivity.of(predicates.conjuncts());
    return Math.min(1, all / selectivity.of(path.meanings));
  }

  /** Returns the fraction of the visited rows that meet the conditions that are rechecked. */
  private double recheckShare(Path path) {
    return path.consumed.equals(path.counted)
        ? 1
        : Math.min(
            1, defaultSelectivity(conjuncts(path.counted)) / defaultSelectivity(path.meanings));
  }

  private static double defaultSelectivity(List<RexNode> conditions) {
    double share = 1;
    for (RexNode condition : conditions) {
      share *= CardinalityEstimator.selectivity(condition);
    }
    return share;
  }

  /**
   * Whether all columns can be read from the entries of a secondary index, which also contain the
   * primary key.
   */
  static boolean isCovering(TableDef table, IndexDef index, BitSet columns) {
    if (index.primary() || index.inverted()) {
      return false;
    }
    BitSet rest = (BitSet) columns.clone();
    clearExact(rest, index, table);
    clearExact(rest, table.primary(), table);
    return rest.isEmpty();
  }

  private static void clearExact(BitSet columns, IndexDef index, TableDef table) {
    for (KeyColumn column : index.columns()) {
      if (table.columns().get(column.column()).type().isExactInKeys()) {
        columns.clear(column.column());
      }
    }
  }

  private boolean prefersReverse(Path path) {
    return !wish.keys().isEmpty()
        && !path.index.inverted()
        && !ordering(path, false).satisfies(wish.keys())
        && ordering(path, true).satisfies(wish.keys());
  }

  private CostedPlan.Ordering ordering(Path path, boolean reverse) {
    if (path.single) {
      return CostedPlan.Ordering.SINGLE;
    }
    if (path.index.inverted()) {
      List<RelFieldCollation> key =
          table.primary().columns().stream().map(column -> collation(column, false)).toList();
      return new CostedPlan.Ordering(key, predicates.equalColumns(), false, true);
    }
    List<RelFieldCollation> keys = new ArrayList<>();
    boolean complete = path.index.primary() || path.index.unique();
    for (KeyColumn column : path.index.columns()) {
      keys.add(collation(column, reverse));
      complete &= path.index.primary() || !table.columns().get(column.column()).nullable();
    }
    if (!path.index.primary() && !path.index.unique()) {
      for (KeyColumn column : table.primary().columns()) {
        keys.add(collation(column, reverse));
      }
      complete = true;
    }
    return new CostedPlan.Ordering(keys, predicates.equalColumns(), false, complete);
  }

  private RelFieldCollation collation(KeyColumn column, boolean reverse) {
    boolean descending = column.descending() != reverse;
    NullDirection nulls =
        !table.columns().get(column.column()).nullable()
            ? NullDirection.UNSPECIFIED
            : descending ? NullDirection.LAST : NullDirection.FIRST;
    return new RelFieldCollation(
        column.column(), descending ? Direction.DESCENDING : Direction.ASCENDING, nulls);
  }
}
