package io.mosql.sql.exec.aggregate;

import io.mosql.sql.exec.runtime.ExecutionContext;
import java.util.Comparator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An accumulator that buffers something of every row. When the groups of a statement together keep
 * too much, each of them gives up the rows that it has, and is fed them again, and those that came
 * later, one group after the other. Not thread-safe.
 */
interface BufferingAccumulator extends Accumulator {
  /** The order in which rows are to come late. */
  default Comparator<@Nullable Object[]> deferredOrder() {
    return (unusedLeft, unusedRight) -> 0;
  }

  /** What is kept of a row until it comes late. */
  default @Nullable Object[] deferredForm(@Nullable Object[] row) {
    return row;
  }

  /**
   * Hands over what it keeps of rows, in the form of {@link #deferredForm}, and forgets those. From
   * now on rows come late.
   *
   * @return bytes that are not kept any more
   */
  default long spillTo(Consumer<@Nullable Object[]> rows) {
    return 0;
  }

  /**
   * Adds a row in the {@link #deferredOrder}.
   *
   * @param row in the form of {@link #deferredForm}
   */
  default void addDeferred(@Nullable Object[] row, ExecutionContext context) {
    add(row, context);
  }
}
