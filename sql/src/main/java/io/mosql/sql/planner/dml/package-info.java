/**
 * Plans of statements that change rows: INSERT, UPDATE, DELETE, MERGE, WITH that modifies data, and
 * the privileges that a statement requires. The rows to change are found by a query, planned as any
 * other.
 *
 * <p>Invariant: a column whose value the statement does not need is not read. One planner for each
 * statement; not thread-safe. Used by the root.
 */
@NullMarked
package io.mosql.sql.planner.dml;

import org.jspecify.annotations.NullMarked;
