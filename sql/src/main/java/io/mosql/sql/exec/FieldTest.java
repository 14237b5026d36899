package io.mosql.sql.exec;

import io.mosql.core.codec.RowSlice;

/**
 * A condition on a stored row that is judged without decoding it, for one run of a scan. Not
 * thread-safe.
 */
@FunctionalInterface
interface FieldTest {
  /** Whether the condition is true; neither false nor unknown passes. */
  boolean passes(RowSlice row);
}
