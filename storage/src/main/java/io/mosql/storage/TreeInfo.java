package io.mosql.storage;

/**
 * A tree of the newest published root, for people.
 *
 * @param rows in it
 * @param position of the last write to it
 */
public record TreeInfo(long id, long rows, long position) {}
