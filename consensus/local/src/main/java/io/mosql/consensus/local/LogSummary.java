package io.mosql.consensus.local;

/**
 * Summary of a log that was read without being opened.
 *
 * @param firstIndex of the oldest record that there is, 0 when there is none
 * @param lastIndex of the newest one
 * @param segments that were read
 * @param records that were delivered
 * @param bytes of these
 */
public record LogSummary(long firstIndex, long lastIndex, int segments, long records, long bytes) {}
