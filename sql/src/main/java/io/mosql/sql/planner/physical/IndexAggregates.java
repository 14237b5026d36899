package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.cost.CostModel;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.Direction;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Plans aggregations of one table that need few entries of an index: several MIN and MAX as a probe
 * each, and groups, or a MIN or MAX for each group, by a loose scan.
 */
final class IndexAggregates {
  private static final int MAX_PROBES = 8;

  private final PhysicalPlanner planner;
  private final LogicalPlan.Aggregate group;
  private final List<Integer> calls;
  private final List<RexNode> conjuncts;
  private final BitSet demand;
  private final Map<CorrelationId, List<RexNode>> outer;

  /**
   * Creates the planner of an aggregation.
   *
   * @param calls the needed calls
   * @param conjuncts conditions on the input
   * @param demand fields of the input that are needed
   */
  IndexAggregates(
      PhysicalPlanner planner,
      LogicalPlan.Aggregate group,
      List<Integer> calls,
      List<RexNode> conjuncts,
      BitSet demand,
      Map<CorrelationId, List<RexNode>> outer) {
    this.planner = planner;
    this.group = group;
    this.calls = calls;
    this.conjuncts = conjuncts;
    this.demand = demand;
    this.outer = outer;
  }

  /** Returns the plan; null when there is none of these forms. */
  @Nullable CostedPlan plan() {
    if (group.isSingleRow()) {
      return calls.size() > 1 && calls.size() <= MAX_PROBES ? probes() : null;
    }
    return loose();
  }

  private @Nullable CostedPlan probes() {
    int[] positions = new int[group.width()];
    Arrays.fill(positions, CostedPlan.ABSENT);
    PlanNode joined = null;
    double cost = 0;
    HashJoinPlanner joins = new HashJoinPlanner(planner.context());
    for (int i = 0; i < calls.size(); i++) {
      List<Integer> one = List.of(calls.get(i));
      CostedPlan.DesiredOrder wish = PhysicalPlanner.endWish(group, one, conjuncts);
      if (wish.isNone()) {
        return null;
      }
      BitSet field = new BitSet();
      field.set(wish.keys().get(0).getFieldIndex());
      CostedPlan input = input(field, wish);
      CostedPlan first = planner.end(input, wish, group, one);
      boolean isProbe = first.ordering().single() && !input.ordering().single();
      if (!isProbe || !isScan(input.node())) {
        return null;
      }
      CostedPlan probe = planner.aggregate(group, one, first, false);
      cost += probe.cost();
      positions[calls.get(i)] = i;
      joined =
          joined == null
              ? probe.node()
              : joins.join(joined, probe.node(), JoinRelType.INNER, List.of(), 1);
    }
    return new CostedPlan(
        Objects.requireNonNull(joined), positions, CostedPlan.Ordering.SINGLE, cost);
  }

  private CostedPlan input(BitSet fields, CostedPlan.DesiredOrder wish) {
    return planner.plan(
        group.input(), new PhysicalPlanner.PlanRequest(conjuncts, fields, wish, outer));
  }

  /** Whether a plan scans one table, with conditions and projections that may be repeated. */
  private static boolean isScan(PlanNode node) {
    if (node instanceof PlanNode.Project project) {
      return project.expressions().stream().allMatch(Rexes::isDeterministic)
          && isScan(project.input());
    }
    return node instanceof PlanNode.TableScan scan
        && (scan.filter() == null || Rexes.isDeterministic(scan.filter()));
  }

  private @Nullable CostedPlan loose() {
    TableDef table = table(group.input());
    if (table == null || !group.sets().equals(List.of(allFields()))) {
      return null;
    }
    CostedPlan best = null;
    List<IndexDef> indexes = new ArrayList<>(List.of(table.primary()));
    indexes.addAll(table.readableIndexes());
    Set<List<RelFieldCollation>> tried = new HashSet<>();
    for (IndexDef index : indexes) {
      if (index.inverted()) {
        continue;
      }
      for (boolean reverse : new boolean[] {false, true}) {
        List<RelFieldCollation> order = order(table, index, reverse);
        CostedPlan planned = order != null && tried.add(order) ? loose(order) : null;
        if (planned != null && (best == null || planned.cost() < best.cost())) {
          best = planned;
        }
      }
    }
    return best;
  }

  private List<Integer> allFields() {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < group.fields().size(); i++) {
      all.add(i);
    }
    return all;
  }

  /** Returns the table that the input is, with conditions and projections; else null. */
  private static @Nullable TableDef table(LogicalPlan input) {
    LogicalPlan.Scan scan = scan(input);
    return scan == null || scan.locking() != null ? null : scan.table();
  }

  private static LogicalPlan.@Nullable Scan scan(LogicalPlan input) {
    return input instanceof LogicalPlan.Scan scan
        ? scan
        : input instanceof LogicalPlan.Block block && block.sources().size() == 1
            ? scan(block.sources().get(0).input())
            : null;
  }

  /** Returns the table's column that a field of the input is, or -1. */
  private static int column(LogicalPlan input, int field) {
    if (input instanceof LogicalPlan.Block block) {
      return block.outputs().get(field) instanceof RexInputRef ref
          ? column(block.sources().get(0).input(), ref.getIndex())
          : -1;
    }
    return field;
  }

  /**
   * Returns the order of the input in which the first row of each group has what the calls return;
   * null when the index does not have it.
   */
  private @Nullable List<RelFieldCollation> order(TableDef table, IndexDef index, boolean reverse) {
    List<Integer> rest = new ArrayList<>(group.fields());
    List<RelFieldCollation> order = new ArrayList<>();
    for (KeyColumn key : table.entryColumns(index)) {
      boolean descending = key.descending() != reverse;
      int field = field(key.column(), rest);
      if (field >= 0) {
        rest.remove((Integer) field);
        order.add(collation(table, key.column(), field, descending));
      } else if (rest.isEmpty()) {
        return calls.isEmpty() || addExtreme(table, key.column(), descending, order) ? order : null;
      }
      // another column may have a single value; the order of the plan tells
    }
    return rest.isEmpty() && calls.isEmpty() ? order : null;
  }

  private int field(int column, List<Integer> fields) {
    for (int field : fields) {
      if (column(group.input(), field) == column) {
        return field;
      }
    }
    return -1;
  }

  /** Adds the order in which the least or greatest value is the first, if all calls return it. */
  private boolean addExtreme(
      TableDef table, int column, boolean descending, List<RelFieldCollation> order) {
    SqlKind kind = descending ? SqlKind.MAX : SqlKind.MIN;
    int field = -1;
    for (int number : calls) {
      AggregateCall call = group.calls().get(number);
      if (call.getAggregation().getKind() != kind || call.hasFilter()) {
        return false;
      }
      field = call.getArgList().get(0);
      if (column(group.input(), field) != column
          // NULL, which is the least value, is what MAX returns only of no other values
          || kind == SqlKind.MIN && table.columns().get(column).nullable()
          || !isReadable(table, column)) {
        return false;
      }
    }
    order.add(collation(table, column, field, descending));
    return true;
  }

  private static RelFieldCollation collation(
      TableDef table, int column, int field, boolean descending) {
    NullDirection nulls =
        !table.columns().get(column).nullable()
            ? NullDirection.UNSPECIFIED
            : descending ? NullDirection.LAST : NullDirection.FIRST;
    return new RelFieldCollation(
        field, descending ? Direction.DESCENDING : Direction.ASCENDING, nulls);
  }

  private @Nullable CostedPlan loose(List<RelFieldCollation> order) {
    CostedPlan input = input(demand, new CostedPlan.DesiredOrder(order, Double.POSITIVE_INFINITY));
    List<RelFieldCollation> keys = new ArrayList<>();
    for (RelFieldCollation key : order) {
      keys.add(key.withFieldIndex(input.positions()[key.getFieldIndex()]));
    }
    if (input.ordering().single() || !input.ordering().satisfies(keys) || !isScan(input.node())) {
      return null;
    }
    PlanNode.TableScan scan = scan(input.node());
    // a filter might pass few rows of each group
    int columns = scan.filter() == null ? groupColumns(scan) : 0;
    if (columns == 0) {
      return null;
    }
    List<Integer> fields = group.fields().stream().map(f -> input.positions()[f]).toList();
    double groups = planner.context().estimates().groups(input.node(), fields);
    PlanNode loose = replaced(input.node(), scan.withDistinct(columns, groups));
    boolean direct = scan.index().primary() || scan.covering();
    double cost = groups * (CostModel.SEEK + (direct ? 1 : 1 + CostModel.FETCH));
    CostedPlan aggregated =
        planner.aggregate(
            group, calls, new CostedPlan(loose, input.positions(), input.ordering(), cost), true);
    PlanNode.Aggregate node = (PlanNode.Aggregate) aggregated.node();
    return new CostedPlan(
        new PlanNode.Aggregate(
            node.input(),
            node.groupFields(),
            node.sets(),
            node.calls(),
            node.rowType(),
            groups,
            node.sorted()),
        aggregated.positions(),
        aggregated.ordering(),
        aggregated.cost());
  }

  /** Whether the part of a key with a column can be made from the column's value in a row. */
  private static boolean isReadable(TableDef table, int column) {
    ColumnDef definition = table.columns().get(column);
    return !definition.virtual() && definition.type().isExactInKeys();
  }

  private static PlanNode.TableScan scan(PlanNode node) {
    return node instanceof PlanNode.TableScan scan ? scan : scan(node.inputs().get(0));
  }

  private static PlanNode replaced(PlanNode node, PlanNode.TableScan scan) {
    return node instanceof PlanNode.TableScan
        ? scan
        : node.withInputs(List.of(replaced(node.inputs().get(0), scan)));
  }

  /**
   * Returns the number of first columns of the index that the group fields are, besides columns
   * with one value; 0 when the scan cannot tell them from its rows.
   */
  private int groupColumns(PlanNode.TableScan scan) {
    boolean unique = scan.index().primary() || scan.index().unique();
    int columns = firstColumns(scan);
    return unique && columns == scan.index().columns().size() ? 0 : columns;
  }

  private int firstColumns(PlanNode.TableScan scan) {
    Set<Integer> rest = new HashSet<>();
    group.fields().forEach(field -> rest.add(column(group.input(), field)));
    List<KeyColumn> keys = scan.table().entryColumns(scan.index());
    int prefix = scan.bounds().prefix().size();
    for (int i = 0; i < keys.size(); i++) {
      int column = keys.get(i).column();
      boolean isGroup = rest.remove(column);
      if (i >= prefix && !(isGroup && isReadable(scan.table(), column))) {
        return 0;
      }
      if (rest.isEmpty()) {
        return i + 1;
      }
    }
    return 0;
  }
}
