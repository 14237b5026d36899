package io.mosql.sql.algebra;

import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The frame of a window function: the rows of the partition that it sees from each row.
 *
 * @param unit what its bounds count
 */
public record WindowFrame(Unit unit, Bound lower, Bound upper, Exclusion exclusion) {
  /** From the first row of the partition to the last one. */
  public static final WindowFrame ALL =
      new WindowFrame(
          Unit.ROWS,
          new Bound(BoundKind.UNBOUNDED_PRECEDING, null),
          new Bound(BoundKind.UNBOUNDED_FOLLOWING, null),
          Exclusion.NO_OTHERS);

  /** What bounds count; but for rows CURRENT ROW takes in the row's peers. */
  public enum Unit {
    ROWS,
    /** Distances in the only sort key. */
    RANGE,
    /** Groups of peers. */
    GROUPS
  }

  /** Where a frame begins or ends, in the order of the partition. */
  public enum BoundKind {
    UNBOUNDED_PRECEDING,
    PRECEDING,
    CURRENT_ROW,
    FOLLOWING,
    UNBOUNDED_FOLLOWING
  }

  /** What is left out of a frame again. */
  public enum Exclusion {
    NO_OTHERS,
    CURRENT_ROW,
    GROUP,
    TIES
  }

  /**
   * One end of a frame.
   *
   * @param offset without input: how far PRECEDING or FOLLOWING; null for the others
   */
  public record Bound(BoundKind kind, @Nullable RexNode offset) {}

  /** Whether it begins with the partition and ends with the row itself. */
  public boolean isRunning() {
    return unit == Unit.ROWS
        && lower.kind == BoundKind.UNBOUNDED_PRECEDING
        && upper.kind == BoundKind.CURRENT_ROW
        && exclusion == Exclusion.NO_OTHERS;
  }
}
