package io.mosql.sql.planner.physical;

import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.planner.logical.LogicalPlan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.Direction;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexInputRef;
import org.jspecify.annotations.Nullable;

/**
 * The orders of an aggregation's input in which one group at a time can be computed: those of
 * indexes that start with the group fields, and the order that the parent desires.
 */
final class GroupOrders {
  /** Maximum number of sources of an input that is planned for each order. */
  private static final int MAX_SOURCES = 4;

  /** Minimum number of rows that are aggregated in batches. */
  private static final double BATCHED_ROWS = 1000;

  /** Maximum number of groups that are hashed although their rows follow one another. */
  private static final double HASHED_GROUPS = 100_000;

  private final LogicalPlan.Aggregate group;
  private final List<Integer> calls;
  private final CostedPlan.DesiredOrder parent;

  /**
   * Creates the orders.
   *
   * @param calls numbers of the needed calls
   * @param parent order desired of the groups
   */
  GroupOrders(LogicalPlan.Aggregate group, List<Integer> calls, CostedPlan.DesiredOrder parent) {
    this.group = group;
    this.calls = calls;
    this.parent = parent;
  }

  /** Whether one group at a time needs no more memory than all groups in a hash table. */
  boolean canStream() {
    return !group.fields().isEmpty()
        && group.sets().size() == 1
        && group.sets().get(0).size() == group.fields().size()
        && calls.stream().map(group.calls()::get).noneMatch(GroupOrders::keepsRows);
  }

  /** Whether the values or rows of a group are kept, which a hash aggregation can spill. */
  private static boolean keepsRows(AggregateCall call) {
    boolean plain =
        switch (call.getAggregation().getKind()) {
          case COUNT, SUM, SUM0, AVG, MIN, MAX, ANY_VALUE, LITERAL_AGG, SINGLE_VALUE -> true;
          default -> false;
        };
    return !plain
        || call.isDistinct() && !call.getArgList().isEmpty()
        || !call.getCollation().getFieldCollations().isEmpty();
  }

  /**
   * Whether all groups of a table are hashed in any case: scans are aggregated in batches, which is
   * faster while the groups fit into memory and none of them is needed first.
   */
  boolean prefersHashing(CostedPlan input, double groups) {
    boolean scans =
        group.input() instanceof LogicalPlan.Block block
            && block.sources().size() == 1
            && !input.ordering().single()
            && input.rows() >= BATCHED_ROWS;
    return scans
        && groups <= HASHED_GROUPS
        && parent.keys().isEmpty()
        && Double.isInfinite(parent.limit());
  }

  /** Whether the rows of each group follow one another in the planned input. */
  boolean isGrouped(CostedPlan input) {
    BitSet fields = new BitSet();
    group.fields().forEach(field -> fields.set(input.positions()[field]));
    return canStream() && input.ordering().groups(fields);
  }

  /** Returns the cost of a planned aggregation, with a sort where the parent needs one. */
  double cost(CostedPlan planned, PlanContext context) {
    List<RelFieldCollation> wanted = new ArrayList<>();
    for (RelFieldCollation key : parent.keys()) {
      int position = planned.positions()[key.getFieldIndex()];
      if (position == CostedPlan.ABSENT) {
        return planned.cost();
      }
      wanted.add(key.withFieldIndex(position));
    }
    return context.costInOrder(planned, wanted, parent.limit());
  }

  /** Returns the cheaper of two plans of the aggregation, of which there may be only one. */
  CostedPlan cheaper(CostedPlan planned, @Nullable CostedPlan other, PlanContext context) {
    return other != null && cost(other, context) < cost(planned, context) ? other : planned;
  }

  /** Returns the order of the groups, over the fields of the aggregation. */
  static CostedPlan.Ordering ordering(CostedPlan.Ordering input, List<Integer> groupFields) {
    CostedPlan.Ordering mapped = input.mapped(groupFields::indexOf);
    return mapped.single()
        ? mapped
        : new CostedPlan.Ordering(mapped.keys(), mapped.constants(), false, true);
  }

  /** Returns orders over the fields of the input. */
  List<List<RelFieldCollation>> candidates() {
    List<List<RelFieldCollation>> candidates = new ArrayList<>();
    if (!(group.input() instanceof LogicalPlan.Block block)
        || block.sources().size() > MAX_SOURCES) {
      return candidates;
    }
    List<List<RelFieldCollation>> orders = indexOrders(block);
    List<RelFieldCollation> wanted = desiredOrder();
    if (!orders.isEmpty() && wanted != null) {
      candidates.add(wanted);
    }
    for (List<RelFieldCollation> order : orders) {
      if (!candidates.contains(order)) {
        candidates.add(order);
      }
    }
    return candidates;
  }

  /** Returns the parent's order, completed by the other group fields; null if it has others. */
  private @Nullable List<RelFieldCollation> desiredOrder() {
    Map<Integer, RelFieldCollation> keys = new LinkedHashMap<>();
    for (RelFieldCollation key : parent.keys()) {
      if (key.getFieldIndex() >= group.fields().size()) {
        return null;
      }
      int field = group.fields().get(key.getFieldIndex());
      keys.putIfAbsent(field, key.withFieldIndex(field));
    }
    if (keys.isEmpty()) {
      return null;
    }
    for (int field : group.fields()) {
      keys.putIfAbsent(
          field, new RelFieldCollation(field, Direction.ASCENDING, NullDirection.UNSPECIFIED));
    }
    return List.copyOf(keys.values());
  }

  /** Returns the orders of the indexes of the table that all group fields are columns of. */
  private List<List<RelFieldCollation>> indexOrders(LogicalPlan.Block block) {
    Map<Integer, Integer> fields = new HashMap<>();
    LogicalPlan.Source only = null;
    for (int field : group.fields()) {
      LogicalPlan.Source source = source(block, field);
      if (source == null || only != null && only.offset() != source.offset()) {
        return List.of();
      }
      only = source;
      fields.put(((RexInputRef) block.outputs().get(field)).getIndex() - source.offset(), field);
    }
    if (only == null || !(only.input() instanceof LogicalPlan.Scan scan)) {
      return List.of();
    }
    List<List<RelFieldCollation>> orders = new ArrayList<>();
    for (IndexDef index : indexes(scan.table())) {
      List<RelFieldCollation> order = new ArrayList<>();
      for (KeyColumn column : index.columns()) {
        Integer field = fields.get(column.column());
        if (field != null) {
          order.add(
              new RelFieldCollation(
                  field,
                  column.descending() ? Direction.DESCENDING : Direction.ASCENDING,
                  NullDirection.UNSPECIFIED));
        }
      }
      if (order.size() == fields.size() && !orders.contains(order)) {
        orders.add(order);
      }
    }
    return orders;
  }

  private static List<IndexDef> indexes(TableDef table) {
    List<IndexDef> indexes = new ArrayList<>();
    indexes.add(table.primary());
    table.readableIndexes().stream().filter(index -> !index.inverted()).forEach(indexes::add);
    return indexes;
  }

  /** Returns the source whose field an output is; null for another output. */
  private static LogicalPlan.@Nullable Source source(LogicalPlan.Block block, int output) {
    if (block.outputs().get(output) instanceof RexInputRef ref) {
      for (LogicalPlan.Source source : block.sources()) {
        if (ref.getIndex() >= source.offset() && ref.getIndex() < source.end()) {
          return source;
        }
      }
    }
    return null;
  }
}
