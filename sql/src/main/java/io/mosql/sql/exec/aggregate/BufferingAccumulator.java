package io.mosql.sql.exec.aggregate;

import io.mosql.sql.exec.runtime.ExecutionContext;
import java.util.Comparator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An accumulator that buffers data of every row. When the groups of a statement together exceed the
 * memory, each accumulator spills its rows; later rows are deferred, and both are added group by
 * group afterwards. Not thread-safe.
 */
interface BufferingAccumulator extends Accumulator {
  /** The order in which deferred rows are added. */
  default Comparator<@Nullable Object[]> deferredOrder() {
    return (unusedLeft, unusedRight) -> 0;
  }

  /** The form in which a row is deferred. */
  default @Nullable Object[] deferredForm(@Nullable Object[] row) {
    return row;
  }

  /**
   * Spills the buffered rows, in the form of {@link #deferredForm}, and clears the buffer. All
   * later rows are deferred.
   *
   * @return number of bytes released
   */
  default long spillTo(Consumer<@Nullable Object[]> rows) {
    return 0;
  }

  /**
   * Adds a deferred row, in the order of {@link #deferredOrder}.
   *
   * @param row in the form of {@link #deferredForm}
   */
  default void addDeferred(@Nullable Object[] row, ExecutionContext context) {
    add(row, context);
  }
}
