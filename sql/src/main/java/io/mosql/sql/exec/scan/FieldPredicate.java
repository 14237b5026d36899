package io.mosql.sql.exec.scan;

import io.mosql.sql.exec.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * A compiled predicate that may be evaluated on encoded fields, depending on the values that one
 * execution binds. Immutable.
 */
@FunctionalInterface
interface FieldPredicate {
  /** The condition with those values; null when it has to be judged on decoded ones. */
  @Nullable BoundFieldPredicate bind(ExecutionContext context);
}
