package io.mosql.storage.page;

/**
 * The state of a segment.
 *
 * @param bytes of its file, written so far
 * @param liveBytes of its pages, by the newest manifest; 0 when that does not name it
 * @param durable whether a manifest has ever named it
 * @param named whether the newest manifest does
 */
public record SegmentInfo(
    SegmentId id, long bytes, long liveBytes, boolean durable, boolean named) {}
