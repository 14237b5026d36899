/**
 * Runs plans: compiles the physical algebra into operators over lazy cursors, with expressions as
 * closures.
 *
 * <p>Nouns: {@link io.mosql.sql.exec.PlanCompiler} makes a {@link io.mosql.sql.exec.CompiledPlan},
 * which many threads may run, each with its own {@link io.mosql.sql.exec.ExecutionContext}, pulling
 * rows from a {@link io.mosql.sql.exec.RowStream}.
 */
@NullMarked
package io.mosql.sql.exec;

import org.jspecify.annotations.NullMarked;
