package io.mosql.sql.exec;

import java.util.Comparator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An accumulator that keeps something of every row. When the groups of a statement together keep
 * too much, each of them gives up the rows that it has, and is fed them again, and those that came
 * later, one group after the other. Not thread-safe.
 */
interface Growing extends Accumulator {
  /** The order in which rows are to come late. */
  default Comparator<@Nullable Object[]> order() {
    return (unusedLeft, unusedRight) -> 0;
  }

  /** What is kept of a row until it comes late. */
  default @Nullable Object[] kept(@Nullable Object[] row) {
    return row;
  }

  /**
   * Hands over what it keeps of rows, in the form of {@link #kept}, and forgets those. From now on
   * rows come late.
   *
   * @return bytes that are not kept any more
   */
  default long giveUp(Consumer<@Nullable Object[]> rows) {
    return 0;
  }

  /**
   * Adds a row in the {@link #order}.
   *
   * @param row in the form of {@link #kept}
   */
  default void addLate(@Nullable Object[] row, ExecutionContext context) {
    add(row, context);
  }
}
