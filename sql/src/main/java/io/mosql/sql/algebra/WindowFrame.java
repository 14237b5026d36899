package io.mosql.sql.algebra;

import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The frame of a window function: the rows of the partition that the function is computed over,
 * relative to each row.
 *
 * @param unit unit of the bounds
 */
public record WindowFrame(Unit unit, Bound lower, Bound upper, Exclusion exclusion) {
  /** The whole partition. */
  public static final WindowFrame ALL =
      new WindowFrame(
          Unit.ROWS,
          new Bound(BoundKind.UNBOUNDED_PRECEDING, null),
          new Bound(BoundKind.UNBOUNDED_FOLLOWING, null),
          Exclusion.NO_OTHERS);

  /** The unit of the bounds; except for ROWS, CURRENT ROW includes the row's peers. */
  public enum Unit {
    ROWS,
    /** Distances in the value of the single sort key. */
    RANGE,
    /** Groups of peers. */
    GROUPS
  }

  /** The kind of a bound, in the order of the partition. */
  public enum BoundKind {
    UNBOUNDED_PRECEDING,
    PRECEDING,
    CURRENT_ROW,
    FOLLOWING,
    UNBOUNDED_FOLLOWING
  }

  /** The rows that are excluded from the frame. */
  public enum Exclusion {
    NO_OTHERS,
    CURRENT_ROW,
    GROUP,
    TIES
  }

  /**
   * One end of a frame.
   *
   * @param offset the offset of PRECEDING or FOLLOWING, an expression without input; null for other
   *     kinds
   */
  public record Bound(BoundKind kind, @Nullable RexNode offset) {}

  /** Whether the frame starts with the partition and ends with the current row. */
  public boolean isRunning() {
    return unit == Unit.ROWS
        && lower.kind == BoundKind.UNBOUNDED_PRECEDING
        && upper.kind == BoundKind.CURRENT_ROW
        && exclusion == Exclusion.NO_OTHERS;
  }
}
