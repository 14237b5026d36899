/**
 * The cost model and the estimates of cardinality and selectivity, from the statistics of ANALYZE
 * or from defaults. The unit of cost is one row of a primary key, read in order.
 *
 * <p>Estimates do not affect the correctness of results. {@code TableStatistics} is implemented by
 * sql.session. Used by physical, explain and the root.
 */
@NullMarked
package io.mosql.sql.planner.cost;

import org.jspecify.annotations.NullMarked;
