package io.mosql.storage.page;

/**
 * A segment as it stands.
 *
 * @param bytes of its file, as far as written
 * @param liveBytes of its pages, by the newest manifest; 0 when that does not name it
 * @param durable whether a manifest named it
 * @param named whether the newest manifest does
 */
public record SegmentInfo(
    SegmentId id, long bytes, long liveBytes, boolean durable, boolean named) {}
