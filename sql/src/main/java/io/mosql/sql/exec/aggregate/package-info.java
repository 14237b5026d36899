/**
 * Aggregation: grouping by hash tables, and the accumulators of aggregate functions.
 *
 * <p>{@link io.mosql.sql.exec.aggregate.HashAggregate} groups, {@link
 * io.mosql.sql.exec.aggregate.AccumulatorFactory} makes an {@link
 * io.mosql.sql.exec.aggregate.Accumulator} for each group and call. Accumulators neither overflow
 * nor lose digits. When memory does not suffice, rows of new groups are partitioned into files, and
 * rows of a {@link io.mosql.sql.exec.aggregate.BufferingAccumulator} are deferred and sorted by
 * group.
 *
 * <p>Accumulators are not thread-safe. Used by the plan compiler and by window.
 */
@NullMarked
package io.mosql.sql.exec.aggregate;

import org.jspecify.annotations.NullMarked;
