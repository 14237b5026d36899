package io.mosql.storage.page;

/**
 * What the page cache holds and has done. Read without stopping it, so the numbers may be a page
 * apart from each other.
 *
 * @param bytes of heap that it holds
 * @param bytesMax what it may hold
 * @param innerBytes of {@code bytes} in inner pages
 * @param pages number of pages that it holds
 * @param loads pages read from files
 * @param drops pages given up
 * @param reloads pages taken straight into the protected part, since they came back soon after they
 *     were dropped
 */
public record CacheStatistics(
    long bytes, long bytesMax, long innerBytes, long pages, long loads, long drops, long reloads) {}
