package io.mosql.sql.exec;

import org.jspecify.annotations.Nullable;

/**
 * A compiled condition that can perhaps be judged on stored fields: that depends on the values it
 * compares with, which a run of its plan knows. Immutable.
 */
@FunctionalInterface
interface FieldCondition {
  /** The condition with those values; null when it has to be judged on decoded ones. */
  @Nullable FieldTest bind(ExecutionContext context);
}
