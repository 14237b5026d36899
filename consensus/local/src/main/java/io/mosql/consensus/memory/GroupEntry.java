package io.mosql.consensus.memory;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a member's log. Where it stands says its place in that log.
 *
 * @param term of the leader that wrote it
 * @param index of the record, or of the last one before it when it holds none
 * @param record null for an entry of the group's own
 * @param voters who votes from here on; null when that stays as it is
 */
@SuppressWarnings("ArrayRecordComponent") // entries are never compared
record GroupEntry(long term, long index, byte @Nullable [] record, @Nullable Set<Integer> voters) {}
