package io.mosql.storage.checkpoint;

import io.mosql.storage.page.CacheStatistics;
import org.jspecify.annotations.Nullable;

/**
 * What checkpoints, page files and the cache are doing; since the database was opened where it
 * counts something. The numbers are read without stopping anything.
 *
 * @param running whether a checkpoint is being written
 * @param runningPages pages that it has written so far
 * @param runningBytes bytes of these
 * @param checkpoints number of those completed
 * @param lastCause why the last one was taken: log, memory, time, cleaning, statement, backup,
 *     recovery, close; null when there was none
 * @param lastWallMicros when it was completed
 * @param lastMicros how long it took
 * @param lastPages pages that it wrote
 * @param lastBytes bytes of these
 * @param bytesWritten by all of them
 * @param failures checkpoints that failed
 * @param lastFailure why the last of these did; null when there was none
 * @param logBytes written to the log since the last checkpoint began
 * @param dirtyBytes heap of changed pages that are in no checkpoint
 * @param dirtyBytesMax beyond which commits wait
 * @param segments page files
 * @param fileBytes their size
 * @param liveBytes the part of it that the last checkpoint refers to
 * @param retiredBytes size of files that only open snapshots still need, beside those
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
