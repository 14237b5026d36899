package io.mosql.storage.lock;

import org.jspecify.annotations.Nullable;

/**
 * Who owns row locks or waits for them, for the system views.
 *
 * @param session its number; 0 for none
 * @param gid global identifier of a prepared transaction, which has no session; null for others
 */
public record LockOwnerInfo(long session, @Nullable String gid) {}
