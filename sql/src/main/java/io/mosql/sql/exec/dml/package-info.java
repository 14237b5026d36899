/**
 * INSERT, UPDATE, DELETE, MERGE and data-modifying WITH.
 *
 * <p>A statement never sees its own writes: UPDATE, DELETE and MERGE read their source to the end
 * and lock the target rows before they change the first one, and INSERT buffers a source that reads
 * the target. {@link io.mosql.sql.exec.dml.RowInserter}, {@link io.mosql.sql.exec.dml.RowUpdater}
 * and {@link io.mosql.sql.exec.dml.RowDeleter} change single rows; {@link
 * io.mosql.sql.exec.dml.OnConflictHandler} handles ON CONFLICT, {@link
 * io.mosql.sql.exec.dml.ReferentialActions} cascades, {@link
 * io.mosql.sql.exec.dml.ReturningProjection} evaluates RETURNING.
 *
 * <p>Invariant: foreign keys between rows of one statement are checked after the last row. Compiled
 * operations are immutable.
 *
 * <p>Used by the plan compiler.
 */
@NullMarked
package io.mosql.sql.exec.dml;

import org.jspecify.annotations.NullMarked;
