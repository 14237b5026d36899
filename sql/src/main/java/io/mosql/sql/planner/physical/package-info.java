/**
 * The choice of physical operators: access paths, join order, join methods, sorts, and the columns
 * that each scan reads. {@code PhysicalPlanner} and {@code JoinOrderSearch} recurse into each
 * other.
 *
 * <p>Whatever is chosen, the result is the same; {@code PlannerMethods} forces choices in tests.
 * The columns that a scan reads are what a transaction is certified on. One planner for each
 * statement; not thread-safe. Used by dml and the root; sql.session uses {@code PlannerMethods}.
 */
@NullMarked
package io.mosql.sql.planner.physical;

import org.jspecify.annotations.NullMarked;
