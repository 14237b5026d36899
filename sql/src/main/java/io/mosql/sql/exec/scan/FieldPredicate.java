package io.mosql.sql.exec.scan;

import io.mosql.sql.exec.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * A compiled predicate that may be evaluated on encoded fields, depending on the values that one
 * execution binds. Immutable.
 */
@FunctionalInterface
interface FieldPredicate {
  /** The condition bound to those values; null when it must be evaluated on decoded values. */
  @Nullable BoundFieldPredicate bind(ExecutionContext context);
}
