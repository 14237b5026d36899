/**
 * Errors of planning: Calcite's exceptions become {@code MosqlException} with an SQLSTATE and a
 * position in the text. A failure inside Calcite over a statement that it does not support is
 * 0A000, any other is an internal error of the statement.
 *
 * <p>Stateless. Used by all sub-packages of the planner except schema, cost and explain.
 */
@NullMarked
package io.mosql.sql.planner.error;

import org.jspecify.annotations.NullMarked;
