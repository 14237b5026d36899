package io.mosql.storage;

/**
 * Hash of all that a database holds at a position: equal on all its copies at equal positions,
 * whatever memory, machine and release they have. It finds copies that diverged by accident; it
 * does not resist an adversary.
 */
public record ContentDigest(long position, long hash) {}
