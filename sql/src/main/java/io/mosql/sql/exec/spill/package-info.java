/**
 * Rows that do not fit into memory: buffers, hash partitions and temporary files of rows.
 *
 * <p>{@link io.mosql.sql.exec.spill.RowBuffer} buffers rows that are read repeatedly; {@link
 * io.mosql.sql.exec.spill.HashPartitions}, {@link io.mosql.sql.exec.spill.PartitionQueue} and
 * {@link io.mosql.sql.exec.spill.PartitionPairStream} partition an input by the hash of its keys so
 * that each partition can be processed in memory.
 *
 * <p>Invariant: all rows of one key are in one partition. The files belong to the statement or its
 * cursor and are deleted with it. Nothing in this package is thread-safe except immutable keys.
 *
 * <p>Used by sort, join, aggregate, window, set and dml.
 */
@NullMarked
package io.mosql.sql.exec.spill;

import org.jspecify.annotations.NullMarked;
