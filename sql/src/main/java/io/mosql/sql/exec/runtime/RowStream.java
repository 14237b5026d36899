package io.mosql.sql.exec.runtime;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a running operator, pulled one at a time. Lazy: nothing is read before it is needed. Not
 * thread-safe.
 */
@FunctionalInterface
public interface RowStream {
  /** A stream without rows. */
  RowStream EMPTY = of(java.util.Collections.emptyIterator());

  /** The rows of an iterator over rows that are in memory. */
  static RowStream of(Iterator<? extends @Nullable Object[]> rows) {
    return new RowStream() {
      @Override
      public @Nullable Object @Nullable [] next() {
        return rows.hasNext() ? rows.next() : null;
      }

      @Override
      public boolean isKnownEmpty() {
        return !rows.hasNext();
      }
    };
  }

  /**
   * Returns the next row, which must not be changed afterwards; null at the end, also when called
   * again.
   */
  @Nullable Object @Nullable [] next();

  /**
   * Whether it is known, without reading or computing anything, that no row follows. A stream that
   * does not know says false.
   */
  default boolean isKnownEmpty() {
    return false;
  }
}
