/**
 * Estimates of the numbers of rows of joins, beside those of other databases: {@link
 * io.mosql.benchmarks.estimates.FilmTables} loads films like those of the Join Order Benchmark,
 * with skewed and correlated values, {@link io.mosql.benchmarks.estimates.JoinQueries} makes random
 * joins of them, and {@link io.mosql.benchmarks.estimates.QErrors} has the errors of the estimates.
 */
@NullMarked
package io.mosql.benchmarks.estimates;

import org.jspecify.annotations.NullMarked;
