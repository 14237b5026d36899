/**
 * Plans of queries on several databases: {@link io.mosql.benchmarks.plans.ShopTables} loads a shop
 * with the indexes that make good plans possible, {@link io.mosql.benchmarks.plans.PlanQuery} has
 * the queries, each of which a planner can do well or badly, {@link
 * io.mosql.benchmarks.plans.QueryTimer} times them, and {@link
 * io.mosql.benchmarks.plans.PlansReport} compares times and rows.
 */
@NullMarked
package io.mosql.benchmarks.plans;

import org.jspecify.annotations.NullMarked;
