package io.mosql.storage.version;

/**
 * Hash of the whole contents of a database at a position: equal on all replicas at equal positions.
 * It finds copies that diverged by accident; it does not resist an adversary.
 */
public record ContentDigest(long position, long hash) {}
