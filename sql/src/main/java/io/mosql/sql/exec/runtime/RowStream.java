package io.mosql.sql.exec.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Rows of a running operator, pulled one at a time. Not thread-safe. Nothing is read before it is
 * asked for.
 */
@FunctionalInterface
public interface RowStream {
  /** A stream without rows. */
  RowStream EMPTY = () -> null;

  /** The next row, which nobody changes afterwards; null at the end, again and again. */
  @Nullable Object @Nullable [] next();
}
