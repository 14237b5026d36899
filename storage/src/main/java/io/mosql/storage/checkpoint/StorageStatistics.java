package io.mosql.storage.checkpoint;

import io.mosql.storage.page.CacheStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of checkpoints, page files and the cache; counters start when the database was opened.
 * The numbers are read without blocking any thread.
 *
 * @param running whether a checkpoint is being written
 * @param runningPages pages that it has written so far
 * @param runningBytes bytes of these
 * @param checkpoints number of those completed
 * @param lastCause why the last one was taken: log, memory, time, cleaning, statement, backup,
 *     recovery, close; null when there was none
 * @param lastWallMicros when it was completed
 * @param lastMicros its duration
 * @param lastPages pages that it wrote
 * @param lastBytes bytes of these
 * @param bytesWritten by all of them
 * @param failures checkpoints that failed
 * @param lastFailure message of the last failure; null when there was none
 * @param logBytes written to the log since the last checkpoint began
 * @param dirtyBytes heap of changed pages that are in no checkpoint
 * @param dirtyBytesMax limit above which commits wait
 * @param segments page files
 * @param fileBytes their size
 * @param liveBytes the part of it that the last checkpoint refers to
 * @param retiredBytes size of further files that only open snapshots still need
 * @param cache of clean pages
 */
public record StorageStatistics(
    boolean running,
    long runningPages,
    long runningBytes,
    long checkpoints,
    @Nullable String lastCause,
    long lastWallMicros,
    long lastMicros,
    long lastPages,
    long lastBytes,
    long bytesWritten,
    long failures,
    @Nullable String lastFailure,
    long logBytes,
    long dirtyBytes,
    long dirtyBytesMax,
    int segments,
    long fileBytes,
    long liveBytes,
    long retiredBytes,
    CacheStatistics cache) {}
