package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.planner.cost.CostModel;
import io.mosql.sql.planner.expression.Rexes;
import io.mosql.sql.planner.logical.LogicalPlan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.jspecify.annotations.Nullable;

/**
 * Plans merge joins: where the sources joined so far are sorted by the join keys and the next
 * source can be read in the same order, by the primary key or an index. Keys are exact numbers,
 * dates and times, whose order in indexes is that of their values. One for each step of a {@link
 * JoinOrderSearch}.
 */
final class MergeJoinPlanner {
  private final JoinOrderSearch search;
  private final LogicalPlan.Source source;
  private final int index;
  private final JoinTree left;

  MergeJoinPlanner(JoinOrderSearch search, LogicalPlan.Source source, int index, JoinTree left) {
    this.search = search;
    this.source = source;
    this.index = index;
    this.left = left;
  }

  /**
   * A join key.
   *
   * @param conjunct index of the condition
   * @param left sort key of the left rows, a field of the block
   * @param right field of the source
   */
  private record Key(int conjunct, RelFieldCollation left, int right) {}

  /**
   * Plans the merge join.
   *
   * @param local conditions over the source's fields
   * @param cross conditions over both sides, of the block's fields
   * @param rows estimated number of join rows
   * @param joins provides the types of joined rows
   * @return null when the orders do not fit
   */
  @Nullable JoinTree join(
      List<RexNode> local, List<RexNode> cross, double rows, HashJoinPlanner joins) {
    List<Key> keys = left.isSingle() ? List.of() : keys(cross);
    if (keys.isEmpty()) {
      return null;
    }
    List<RelFieldCollation> wanted = new ArrayList<>();
    for (Key key : keys) {
      wanted.add(new RelFieldCollation(key.right, key.left.direction, NullDirection.UNSPECIFIED));
    }
    CostedPlan right = search.planOrderedSource(index, local, wanted);
    List<RelFieldCollation> physical =
        wanted.stream()
            .map(key -> key.withFieldIndex(right.positions()[key.getFieldIndex()]))
            .toList();
    if (right.ordering().single() || !right.ordering().satisfies(physical)) {
      return null;
    }
    double cost =
        left.cost()
            + right.cost()
            + (left.rows() + right.rows()) * CostModel.MERGE
            + compared(keys, cross) * CostModel.PAIR
            + rows * CostModel.YIELD;
    BitSet after = (BitSet) left.fields().clone();
    after.set(source.offset(), source.end());
    CostedPlan.Ordering ordering =
        JoinOrderSearch.probeOrdering(
            left.ordering(), search.overBlock(right, source), source.type());
    return new JoinTree(
        after, rows, cost, ordering, () -> operators(keys, cross, right, rows, joins));
  }

  /**
   * Estimates the pairs with equal merge keys that differ in other equalities, which a hash join
   * would use as keys.
   */
  private double compared(List<Key> keys, List<RexNode> cross) {
    BitSet fields = new BitSet();
    keys.forEach(key -> fields.set(key.right));
    long used = keys.stream().map(Key::conjunct).distinct().count();
    long equalities = cross.stream().filter(c -> c.getKind() == SqlKind.EQUALS).count();
    return equalities <= used ? 0 : left.rows() * search.equalRows(source, fields);
  }

  /** Returns join keys for a prefix of the left rows' order. */
  private List<Key> keys(List<RexNode> cross) {
    List<Key> keys = new ArrayList<>();
    BitSet constants = left.ordering().constants();
    for (RelFieldCollation order : left.ordering().keys()) {
      Key key = key(order, cross);
      if (key != null) {
        keys.add(key);
      } else if (!constants.get(order.getFieldIndex())) {
        break;
      }
    }
    return keys;
  }

  private @Nullable Key key(RelFieldCollation order, List<RexNode> cross) {
    for (int i = 0; i < cross.size(); i++) {
      RexNode conjunct = cross.get(i);
      if (conjunct.getKind() == SqlKind.EQUALS
          && ((RexCall) conjunct).getOperands().get(0) instanceof RexInputRef a
          && ((RexCall) conjunct).getOperands().get(1) instanceof RexInputRef b
          && owns(a) != owns(b)
          && isOrderedAlike(a.getType(), b.getType())) {
        RexInputRef own = owns(a) ? a : b;
        RexInputRef other = owns(a) ? b : a;
        if (other.getIndex() == order.getFieldIndex()) {
          return new Key(i, order, own.getIndex() - source.offset());
        }
      }
    }
    return null;
  }

  /** Returns the fields of a source that conditions equate with fields of other sources. */
  static List<Integer> keyFields(
      LogicalPlan.Block block, List<RexNode> conjuncts, LogicalPlan.Source source) {
    List<RexNode> conditions = new ArrayList<>(conjuncts);
    block.sources().forEach(other -> conditions.addAll(other.on()));
    BitSet fields = new BitSet();
    for (RexNode condition : conditions) {
      if (condition.getKind() == SqlKind.EQUALS
          && ((RexCall) condition).getOperands().get(0) instanceof RexInputRef a
          && ((RexCall) condition).getOperands().get(1) instanceof RexInputRef b
          && owns(source, a) != owns(source, b)
          && isOrderedAlike(a.getType(), b.getType())) {
        fields.set(owns(source, a) ? a.getIndex() : b.getIndex());
      }
    }
    return fields.stream().boxed().toList();
  }

  private static boolean owns(LogicalPlan.Source source, RexInputRef ref) {
    return ref.getIndex() >= source.offset() && ref.getIndex() < source.end();
  }

  private boolean owns(RexInputRef ref) {
    return owns(source, ref);
  }

  private static boolean isOrderedAlike(RelDataType a, RelDataType b) {
    return isExact(a) && isExact(b)
        || a.getSqlTypeName() == b.getSqlTypeName() && isTemporal(a.getSqlTypeName().getFamily());
  }

  private static boolean isExact(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case SMALLINT, INTEGER, BIGINT, DECIMAL -> true;
      default -> false;
    };
  }

  private static boolean isTemporal(@Nullable SqlTypeFamily family) {
    return family == SqlTypeFamily.DATE
        || family == SqlTypeFamily.TIME
        || family == SqlTypeFamily.TIMESTAMP;
  }

  private CostedPlan operators(
      List<Key> keys, List<RexNode> cross, CostedPlan right, double rows, HashJoinPlanner joins) {
    CostedPlan outer = left.plan();
    List<Integer> leftKeys = new ArrayList<>();
    List<Integer> rightKeys = new ArrayList<>();
    List<Boolean> descending = new ArrayList<>();
    List<RexNode> rest = new ArrayList<>(cross);
    for (Key key : keys) {
      leftKeys.add(outer.positions()[key.left.getFieldIndex()]);
      rightKeys.add(right.positions()[key.right]);
      descending.add(key.left.direction.isDescending());
    }
    keys.stream().map(Key::conjunct).distinct().forEach(used -> rest.remove(cross.get(used)));
    List<RexNode> others = Rexes.replaceFields(rest, field -> physical(field, outer, right));
    RelDataType type = joins.rowType(outer.node().rowType(), right.node().rowType(), source.type());
    PlanNode node =
        new PlanNode.Join(
            outer.node(),
            right.node(),
            leftKeys,
            rightKeys,
            descending,
            source.type(),
            others.isEmpty() ? null : RexUtil.composeConjunction(search.rex(), others),
            type,
            rows);
    return search.joined(node, outer, right, source);
  }

  private RexNode physical(int field, CostedPlan outer, CostedPlan right) {
    if (field < source.offset() || field >= source.end()) {
      return outer.ref(field);
    }
    RexInputRef ref = right.ref(field - source.offset());
    return new RexInputRef(ref.getIndex() + outer.width(), ref.getType());
  }
}
