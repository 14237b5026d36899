package io.mosql.sql.exec.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Rows of a running operator, pulled one at a time. Lazy: nothing is read before it is needed. Not
 * thread-safe.
 */
@FunctionalInterface
public interface RowStream {
  /** A stream without rows. */
  RowStream EMPTY = () -> null;

  /**
   * Returns the next row, which must not be changed afterwards; null at the end, also when called
   * again.
   */
  @Nullable Object @Nullable [] next();
}
