/**
 * The physical algebra: what a planned statement does, as immutable records over Calcite's row
 * expressions. The planner makes it, the executor runs it, EXPLAIN prints it.
 */
@NullMarked
package io.mosql.sql.plan;

import org.jspecify.annotations.NullMarked;
