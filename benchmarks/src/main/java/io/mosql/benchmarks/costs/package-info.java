/**
 * Measures what the steps of queries cost for each row, from which the constants of the planner's
 * cost model follow. Used by the command line only.
 */
@NullMarked
package io.mosql.benchmarks.costs;

import org.jspecify.annotations.NullMarked;
