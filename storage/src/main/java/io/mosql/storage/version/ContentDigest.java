package io.mosql.storage.version;

/**
 * A hash of the whole contents of a database at a position: equal on all replicas at equal
 * positions. It detects replicas that diverged by accident; it does not resist an adversary.
 */
public record ContentDigest(long position, long hash) {}
