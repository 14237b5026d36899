/**
 * Checkpoints: the {@code Checkpointer} decides when to write one, a {@code CheckpointWriter}
 * writes its pages and its manifest, the {@code SegmentCleaner} relocates live pages out of
 * segments with much garbage, and {@code RetiredSegments} are deleted once no snapshot reads them.
 *
 * <p>Invariants: a checkpoint is in force once its manifest is durable, and the log before it is
 * purged only then; a failed checkpoint leaves the previous one in force; files that an open
 * snapshot, a backup or a transfer uses are kept.
 *
 * <p>The {@code Checkpointer} is thread-safe; a writer belongs to one thread. Used by {@code
 * backup} and {@code io.mosql.storage}; {@code engine} and {@code sql} use options, statistics and
 * pinned checkpoints.
 */
@NullMarked
package io.mosql.storage.checkpoint;

import org.jspecify.annotations.NullMarked;
