/**
 * The logical plan: Calcite's relational algebra as query blocks (sources joined under one set of
 * conditions) and the operators that joins do not move across. Sub-queries are unnested into joins
 * here.
 *
 * <p>{@code LogicalPlan} is immutable; builders are confined to one statement. Used by physical,
 * dml and the root.
 */
@NullMarked
package io.mosql.sql.planner.logical;

import org.jspecify.annotations.NullMarked;
