package io.mosql.storage.version;

/**
 * An open snapshot.
 *
 * @param holder "transaction" or "backup"
 * @param owner the session's number, 0 for none
 * @param position of its root
 * @param ageMicros time since it was first detected, about a second after it was opened; 0 before
 */
public record SnapshotInfo(String holder, long owner, long position, long ageMicros) {}
