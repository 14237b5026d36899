/**
 * From a parsed statement to a physical plan: {@link io.mosql.sql.planner.Planner} validates and
 * types it with Calcite's validator, turns it into relational algebra, normalizes that into query
 * blocks and chooses access paths, join order and join methods by estimated cost.
 */
@NullMarked
package io.mosql.sql.planner;

import org.jspecify.annotations.NullMarked;
