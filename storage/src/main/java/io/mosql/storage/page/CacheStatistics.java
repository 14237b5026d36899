package io.mosql.storage.page;

/**
 * Statistics of the page cache. Read without locking, so the numbers may differ by a page.
 *
 * @param bytes heap of the cached pages
 * @param bytesMax limit of it
 * @param innerBytes of {@code bytes} in inner pages
 * @param pages number of cached pages
 * @param loads pages read from files
 * @param drops evicted pages
 * @param reloads pages admitted directly to the protected part, since they were loaded again soon
 *     after they were dropped
 */
public record CacheStatistics(
    long bytes, long bytesMax, long innerBytes, long pages, long loads, long drops, long reloads) {}
