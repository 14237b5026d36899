/**
 * Scalar functions beyond Calcite's own: signature, type and what they compute in one place. The
 * planner finds a {@link io.mosql.sql.function.ScalarFunction} by its name, the executor calls it.
 */
@org.jspecify.annotations.NullMarked
package io.mosql.sql.function;
