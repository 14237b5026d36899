package io.mosql.storage.transaction;

import org.jspecify.annotations.Nullable;

/**
 * A recent serialization conflict, for the system views.
 *
 * @param wallMicros microseconds since 1970 when it was detected
 * @param owner number of the session whose transaction failed; 0 for none
 * @param tree in which the first failing check was
 * @param key of it, or a range's start; null for a whole tree; not to be changed
 * @param reason for instance "point read"
 * @param conflictingSession number of the session that wrote the conflicting change; 0 when unknown
 * @param conflictingPosition of its commit; 0 when unknown
 */
public record ConflictInfo(
    long wallMicros,
    long owner,
    long tree,
    byte @Nullable [] key,
    String reason,
    long conflictingSession,
    long conflictingPosition) {}
