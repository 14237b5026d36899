/**
 * From the text of a statement to its plan: classification, planning, the plan cache, parameter
 * conversion, prepared statement handles and their statistics.
 *
 * <p>Invariants: a {@code Prepared} is immutable and valid for one version of the catalog; plans
 * that were made on uncommitted catalog changes, and texts with passwords, are not cached; the heap
 * that planning takes is charged to the session before the text is parsed.
 *
 * <p>The cache and the counters are thread-safe; a {@code StatementHandle} belongs to one session.
 * Used by the packages transaction, view, command and the session itself; the engine uses {@code
 * PlannedTableExpressions}.
 */
@NullMarked
package io.mosql.sql.session.prepare;

import org.jspecify.annotations.NullMarked;
