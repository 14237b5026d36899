/**
 * Window functions over sorted rows.
 *
 * <p>{@link io.mosql.sql.exec.window.WindowOperator} evaluates ranks and running aggregates row by
 * row; for everything else it buffers one {@link io.mosql.sql.exec.window.WindowPartition} at a
 * time. {@link io.mosql.sql.exec.window.FrameBounds} is a compiled frame clause, {@link
 * io.mosql.sql.exec.window.FrameCursor} moves it over the rows of a partition.
 *
 * <p>Invariant: rows of a partition are visited in order, so both ends of a frame only move
 * forward. Compiled functions are immutable; partitions and cursors are not thread-safe.
 *
 * <p>Used by the plan compiler.
 */
@NullMarked
package io.mosql.sql.exec.window;

import org.jspecify.annotations.NullMarked;
