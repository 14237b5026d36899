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

/**
 * Selects the cheapest access path of one table: the primary key or an index, by a range or by a
 * list of keys.
 */
final class AccessPathSelector {
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
   * @param tested conjuncts that the path uses and that are rechecked on the rows
   */
  private record Path(
      IndexDef index,
      KeyBounds bounds,
      List<List<RexNode>> tuples,
      BitSet consumed,
      BitSet tested,
      double scanned,
      boolean single) {
    Path(
        IndexDef index,
        KeyBounds bounds,
        List<List<RexNode>> tuples,
        BitSet consumed,
        double scanned,
        boolean single) {
      this(index, bounds, tuples, consumed, new BitSet(), scanned, single);
    }

    /** Returns the conjuncts that the estimated number of entries accounts for. */
    BitSet counted() {
      BitSet counted = (BitSet) consumed.clone();
      counted.or(tested);
      return counted;
    }
  }

  CostedPlan cheapest() {
    CostedPlan best = null;
    double bestCost = Double.POSITIVE_INFINITY;
    for (Path path : paths()) {
      CostedPlan planned = plan(path);
      double cost = context.costInOrder(planned, wish.keys(), wish.limit());
      // the first one of equal cost wins: the primary key is before other indexes
      if (cost < bestCost) {
        best = planned;
        bestCost = cost;
      }
    }
    return Objects.requireNonNull(best);
  }

  private List<Path> paths() {
    PlannerMethods.AccessMethod access = context.methods().access();
    if (access == PlannerMethods.AccessMethod.FULL_SCAN) {
      double all = context.estimates().rows(table);
      return List.of(new Path(table.primary(), KeyBounds.ALL, List.of(), new BitSet(), all, false));
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
    List<Path> paths = new ArrayList<>();
    paths.add(rangePath(index, stated));
    Path list = inListPath(index);
    if (list != null) {
      list.consumed.or(stated);
      paths.add(list);
    }
    return paths;
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
    return new Path(index, KeyBounds.of(searches), List.of(), new BitSet(), tested, scanned, false);
  }

  private Path rangePath(IndexDef index, BitSet stated) {
    BitSet consumed = (BitSet) stated.clone();
    BitSet equal = new BitSet();
    List<RexNode> prefix = new ArrayList<>();
    for (KeyColumn column : index.columns()) {
      TablePredicates.Equality equality = predicates.equality(column.column());
      if (equality == null) {
        break;
      }
      prefix.add(equality.value());
      equal.set(column.column());
      consumed.set(equality.conjunct());
    }
    boolean single = prefix.size() == index.columns().size() && (index.primary() || index.unique());
    double scanned =
        prefix.isEmpty()
            ? context.estimates().rows(table)
            : context.estimates().equalRows(table, equal);
    KeyBounds.Bound lower = null;
    KeyBounds.Bound upper = null;
    boolean excludeNulls = false;
    if (prefix.size() < index.columns().size()) {
      int next = index.columns().get(prefix.size()).column();
      TablePredicates.Limit low = predicates.lower(next);
      if (low != null) {
        lower = new KeyBounds.Bound(low.value(), low.inclusive());
        consumed.set(low.conjunct());
        scanned *= CardinalityEstimator.RANGE;
      }
      TablePredicates.Limit high = predicates.upper(next);
      if (high != null) {
        upper = new KeyBounds.Bound(high.value(), high.inclusive());
        consumed.set(high.conjunct());
        scanned *= CardinalityEstimator.RANGE;
      }
      Integer notNull = predicates.notNull(next);
      if (notNull != null) {
        consumed.set(notNull);
      }
      excludeNulls =
          table.columns().get(next).nullable() && (low != null || high != null || notNull != null);
    }
    KeyBounds bounds =
        prefix.isEmpty() && lower == null && upper == null && !excludeNulls
            ? KeyBounds.ALL
            : new KeyBounds(prefix, lower, upper, excludeNulls);
    double visited =
        single ? 1 : hasStatistics(index, prefix.size()) ? matchingRows(consumed) : scanned;
    double most = context.estimates().entries(table, index);
    return new Path(index, bounds, List.of(), consumed, Math.min(visited, most), single);
  }

  /**
   * Whether ANALYZE has statistics for the first columns of an index; it has none for expressions.
   */
  private boolean hasStatistics(IndexDef index, int columns) {
    return selectivity.hasStatistics()
        && index.columns().subList(0, columns).stream()
            .noneMatch(c -> table.columns().get(c.column()).virtual());
  }

  /** Estimates the number of rows that meet these conjuncts from the statistics of ANALYZE. */
  private double matchingRows(BitSet numbers) {
    return context.estimates().rows(table) * selectivity.of(conjuncts(numbers));
  }

  private List<RexNode> conjuncts(BitSet numbers) {
    return numbers.stream().mapToObj(predicates.conjuncts()::get).toList();
  }

  /** Returns lookups of the tuples of IN lists, with equality columns as a common prefix. */
  private @Nullable Path inListPath(IndexDef index) {
    for (int length = index.columns().size(); length > 0; length--) {
      Path path = inListPath(index, length);
      if (path != null) {
        return path;
      }
    }
    return null;
  }

  private @Nullable Path inListPath(IndexDef index, int length) {
    List<Integer> columns = new ArrayList<>();
    for (KeyColumn column : index.columns().subList(0, length)) {
      columns.add(column.column());
    }
    BitSet consumed = new BitSet();
    BitSet equal = new BitSet();
    List<TablePredicates.InList> lists = new ArrayList<>();
    for (int column : columns) {
      if (equal.get(column)) {
        continue;
      }
      TablePredicates.Equality equality = predicates.equality(column);
      if (equality != null) {
        equal.set(column);
        consumed.set(equality.conjunct());
        continue;
      }
      TablePredicates.InList list = listFor(column, columns, equal);
      if (list == null) {
        return null;
      }
      lists.add(list);
      list.columns().forEach(equal::set);
      consumed.set(list.conjunct());
    }
    List<List<RexNode>> tuples = lists.isEmpty() ? List.of() : tuples(columns, lists);
    if (tuples.isEmpty()) {
      return null;
    }
    boolean unique = length == index.columns().size() && (index.primary() || index.unique());
    double perTuple = unique ? 1 : context.estimates().equalRows(table, equal);
    double scanned =
        hasStatistics(index, length) && !unique ? matchingRows(consumed) : perTuple * tuples.size();
    return new Path(index, KeyBounds.ALL, tuples, consumed, scanned, false);
  }

  private TablePredicates.@Nullable InList listFor(
      int column, List<Integer> columns, BitSet equal) {
    for (TablePredicates.InList list : predicates.inLists()) {
      if (list.columns().contains(column)
          && columns.containsAll(list.columns())
          && list.columns().stream().noneMatch(equal::get)) {
        return list;
      }
    }
    return null;
  }

  /** Returns the tuples over the columns; empty when there would be too many. */
  private List<List<RexNode>> tuples(List<Integer> columns, List<TablePredicates.InList> lists) {
    List<RexNode[]> tuples = new ArrayList<>();
    RexNode[] common = new RexNode[columns.size()];
    for (int i = 0; i < common.length; i++) {
      TablePredicates.Equality equality = predicates.equality(columns.get(i));
      if (equality != null) {
        common[i] = equality.value();
      }
    }
    tuples.add(common);
    for (TablePredicates.InList list : lists) {
      if ((long) tuples.size() * list.tuples().size() > TablePredicates.MAX_TUPLES) {
        return List.of();
      }
      List<RexNode[]> product = new ArrayList<>();
      for (RexNode[] tuple : tuples) {
        for (List<RexNode> values : list.tuples()) {
          RexNode[] extended = tuple.clone();
          for (int i = 0; i < values.size(); i++) {
            extended[columns.indexOf(list.columns().get(i))] = values.get(i);
          }
          product.add(extended);
        }
      }
      tuples = product;
    }
    List<List<RexNode>> result = new ArrayList<>();
    tuples.forEach(tuple -> result.add(List.of(tuple)));
    return result;
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
    BitSet others = path.counted();
    others.flip(0, predicates.conjuncts().size());
    double share =
        selectivity.hasStatistics() ? share(path) : defaultSelectivity(conjuncts(others));
    boolean sure = path.single && !selectivity.hasStatistics();
    double rows = Math.max(sure ? 1 : 0.01, path.scanned * share);
    RexNode filter =
        residual.isEmpty() ? null : RexUtil.composeConjunction(context.rex(), residual);
    boolean covering = isCovering(table, path.index, needed);
    boolean reverse = path.tuples.isEmpty() && prefersReverse(path);
    CostedPlan.Ordering ordering = ordering(path, reverse);
    boolean ordered = wish.keys().isEmpty() || ordering.satisfies(wish.keys());
    double visited =
        ordered ? Math.min(path.scanned, wish.limit() / Math.max(share, 1e-6)) : path.scanned;
    double perRow = path.index.primary() || covering ? 1 : 1 + CostModel.FETCH;
    double cost = Math.max(1, path.tuples.size()) * CostModel.SEEK + visited * perRow;
    ColumnSet columns = ColumnSet.of(needed.stream().toArray());
    PlanNode node =
        path.tuples.isEmpty()
            ? new PlanNode.TableScan(
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
                rows)
            : new PlanNode.MultiLookup(
                table,
                scan.alias(),
                path.index,
                path.tuples,
                columns,
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
    return Math.min(1, all / selectivity.of(conjuncts(path.counted())));
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
