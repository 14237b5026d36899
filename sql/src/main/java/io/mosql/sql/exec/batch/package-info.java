/**
 * Vectorized execution: operators that pass rows on in batches of some 1,000, by columns of
 * primitive values, for aggregations of many rows.
 *
 * <p>{@link io.mosql.sql.exec.batch.BatchCompiler} decides which part of a plan runs in batches and
 * compiles it. A {@link io.mosql.sql.exec.batch.Batch} has {@link io.mosql.sql.exec.batch.Vector}s
 * and a selection of its rows; {@link io.mosql.sql.exec.batch.BatchExpressionCompiler} compiles
 * expressions to loops over vectors. {@link io.mosql.sql.exec.batch.Gather} lets workers help with
 * an aggregation.
 *
 * <p>Invariant: a batch operator returns the rows that the operator of rows returns, in its order,
 * and raises an error exactly when that one does. An expression that fails in a loop is evaluated
 * by its closure, row by row. Compiled operators are immutable; streams and batches belong to one
 * thread.
 *
 * <p>Used by the plan compiler.
 */
@NullMarked
package io.mosql.sql.exec.batch;

import org.jspecify.annotations.NullMarked;
