/**
 * The executor: compiles the physical algebra into operators over lazy row streams, with
 * expressions as closures.
 *
 * <p>{@link io.mosql.sql.exec.PlanCompiler} makes a {@link io.mosql.sql.exec.CompiledPlan}, which
 * any number of threads may execute, each with its own {@link
 * io.mosql.sql.exec.runtime.ExecutionContext}, pulling rows from a {@link
 * io.mosql.sql.exec.runtime.RowStream}. {@link io.mosql.sql.exec.PlanInstrumentation} measures one
 * execution for EXPLAIN ANALYZE.
 *
 * <p>Only this package depends on all operators. Its sub-packages have no cycles: runtime is the
 * lowest, then expression; table, spill and sort; scan and join; aggregate, window, set,
 * tablefunction and dml; batch, which uses the operators of rows where memory does not suffice. The
 * session uses this package.
 */
@NullMarked
package io.mosql.sql.exec;

import org.jspecify.annotations.NullMarked;
