package io.mosql.sql.exec.scan;

import io.mosql.core.codec.RowSlice;

/**
 * A predicate on a stored row, bound for one execution of a scan and evaluated without decoding the
 * row. Not thread-safe.
 */
@FunctionalInterface
interface BoundFieldPredicate {
  /** Whether the condition is true; neither false nor unknown passes. */
  boolean passes(RowSlice row);
}
