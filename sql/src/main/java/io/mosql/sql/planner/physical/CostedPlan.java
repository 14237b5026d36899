package io.mosql.sql.planner.physical;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.planner.expression.Rexes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/**
 * A physical plan of a logical input, with its field positions, order and cost.
 *
 * @param node the plan
 * @param positions for each logical field the plan's field, or -1 when the field is not needed
 * @param ordering sort order of the plan's rows, over the plan's fields
 * @param cost estimated cost, in units of one visited row
 */
public record CostedPlan(PlanNode node, int[] positions, Ordering ordering, double cost) {
  static final int ABSENT = -1;

  /** Returns the plan of no rows. */
  static CostedPlan empty(RelDataType rowType) {
    return new CostedPlan(
        new PlanNode.Values(List.of(), rowType),
        identity(rowType.getFieldCount()),
        Ordering.SINGLE,
        0);
  }

  /** Returns this plan, of which it is known that it returns no rows, without its inputs. */
  CostedPlan withoutRows() {
    return new CostedPlan(
        new PlanNode.Values(List.of(), node.rowType()), positions, Ordering.SINGLE, 0);
  }

  double rows() {
    return node.rows();
  }

  int width() {
    return node.rowType().getFieldCount();
  }

  /** Returns a reference to the plan's field for a logical field. */
  public RexInputRef ref(int field) {
    int position = positions[field];
    if (position == ABSENT) {
      throw new IllegalStateException("field " + field + " was not requested");
    }
    return ref(node.rowType(), position);
  }

  public static RexInputRef ref(RelDataType rowType, int position) {
    return new RexInputRef(position, rowType.getFieldList().get(position).getType());
  }

  /** Translates an expression over logical fields to the plan's fields. */
  public RexNode toPhysical(RexNode expression) {
    return Rexes.replaceFields(expression, this::ref);
  }

  static int[] identity(int width) {
    int[] positions = new int[width];
    for (int i = 0; i < width; i++) {
      positions[i] = i;
    }
    return positions;
  }

  /**
   * The sort order of a plan's rows.
   *
   * @param keys sort keys, the most significant first
   * @param constants fields with the same value in all rows
   * @param single whether there is at most one row, which satisfies any order
   * @param complete whether the keys are unique, so that further sort keys have no effect
   */
  record Ordering(
      List<RelFieldCollation> keys, BitSet constants, boolean single, boolean complete) {
    static final Ordering NONE = new Ordering(List.of(), new BitSet(), false, false);
    static final Ordering SINGLE = new Ordering(List.of(), new BitSet(), true, true);

    /** Whether rows in this order are also in the desired order. */
    boolean satisfies(List<RelFieldCollation> wanted) {
      if (single) {
        return true;
      }
      int next = 0;
      for (RelFieldCollation want : wanted) {
        if (constants.get(want.getFieldIndex())) {
          continue;
        }
        while (next < keys.size() && constants.get(keys.get(next).getFieldIndex())) {
          next++;
        }
        if (next == keys.size()) {
          return complete;
        }
        RelFieldCollation key = keys.get(next++);
        if (key.getFieldIndex() != want.getFieldIndex()
            || key.direction.isDescending() != want.direction.isDescending()
            || !sameNulls(key, want)) {
          return false;
        }
      }
      return true;
    }

    /** Returns how many of the first desired keys the rows are sorted by. */
    int prefix(List<RelFieldCollation> wanted) {
      int length = wanted.size();
      while (length > 0 && !satisfies(wanted.subList(0, length))) {
        length--;
      }
      return length;
    }

    /** Whether rows with equal values of the fields follow one another. */
    boolean groups(BitSet fields) {
      BitSet left = (BitSet) fields.clone();
      left.andNot(constants);
      for (RelFieldCollation key : keys) {
        int field = key.getFieldIndex();
        if (left.isEmpty() || !constants.get(field) && !left.get(field)) {
          break;
        }
        left.clear(field);
      }
      return single || left.isEmpty();
    }

    private static boolean sameNulls(RelFieldCollation key, RelFieldCollation want) {
      return key.nullDirection == RelFieldCollation.NullDirection.UNSPECIFIED
          || want.nullDirection == RelFieldCollation.NullDirection.UNSPECIFIED
          || key.nullDirection == want.nullDirection;
    }

    /** Returns this order over other positions, truncated at the first field without a position. */
    Ordering mapped(IntUnaryOperator positions) {
      if (single) {
        return this;
      }
      List<RelFieldCollation> mapped = new ArrayList<>();
      boolean whole = true;
      for (RelFieldCollation key : keys) {
        int position = positions.applyAsInt(key.getFieldIndex());
        if (position == ABSENT) {
          whole = constants.get(key.getFieldIndex());
          if (whole) {
            continue;
          }
          break;
        }
        mapped.add(key.withFieldIndex(position));
      }
      BitSet mappedConstants = new BitSet();
      for (int c = constants.nextSetBit(0); c >= 0; c = constants.nextSetBit(c + 1)) {
        int position = positions.applyAsInt(c);
        if (position != ABSENT) {
          mappedConstants.set(position);
        }
      }
      return new Ordering(mapped, mappedConstants, false, complete && whole);
    }
  }

  /**
   * A sort order that the parent prefers, but does not require.
   *
   * @param keys over the logical fields
   * @param limit number of rows that the parent reads, or infinity
   */
  public record DesiredOrder(List<RelFieldCollation> keys, double limit) {
    public static final DesiredOrder NONE = new DesiredOrder(List.of(), Double.POSITIVE_INFINITY);

    boolean isNone() {
      return keys.isEmpty() && Double.isInfinite(limit);
    }
  }
}
