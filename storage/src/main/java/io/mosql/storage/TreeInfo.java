package io.mosql.storage;

/**
 * A tree of the newest published root, for system views.
 *
 * @param rows number of rows
 * @param position of the last write to it
 */
public record TreeInfo(long id, long rows, long position) {}
