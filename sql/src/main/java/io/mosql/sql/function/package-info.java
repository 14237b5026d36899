/**
 * Scalar and set-returning functions beyond those of Calcite, with signature, type and
 * implementation in one place.
 *
 * <p>The planner finds a function by its upper-case name in {@code FunctionTable} or {@code
 * RowFunctionTable}, the executor finds an operator's implementation in {@code
 * OperatorImplementations}. All tables are immutable, all functions pure and thread-safe, except
 * that long searches check for cancellation.
 *
 * <p>The packages below, from the lowest: text, json and number; time and path; define; library.
 */
@NullMarked
package io.mosql.sql.function;

import org.jspecify.annotations.NullMarked;
