/**
 * The choice of physical operators: access paths, join order, join methods, sorts, and the columns
 * that each scan reads. {@code PhysicalPlanner} and {@code JoinOrderSearch} call each other
 * recursively.
 *
 * <p>The choices do not affect results; {@code PlannerMethods} forces choices in tests. Concurrency
 * control certifies a transaction by the columns that its scans read. One planner for each
 * statement; not thread-safe. Used by dml and the root; sql.session uses {@code PlannerMethods}.
 */
@NullMarked
package io.mosql.sql.planner.physical;

import org.jspecify.annotations.NullMarked;
